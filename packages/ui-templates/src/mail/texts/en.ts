// English.
import type { MailTexts } from './mail-texts.ts'

/** The texts of mails in English. */
export function en(): MailTexts {
  return {
    language: 'en',
    direction: 'ltr',
    greeting: 'Hello {{.DisplayName}},',
    colon: ': ',
    code: 'Your code',
    service: 'Service',
    application: 'Application',
    time: 'Time',
    place: 'IP address',
    messages: {
      recovery: {
        subject: 'Reset your password',
        text: 'We received a request to reset the password of your account {{.PreferredLoginName}}. Enter this code or open the link. Both expire in one hour.',
        button: 'Reset password',
        footer: 'If you did not request this, ignore this email. Your password will not change.',
      },
      recovery_without_password: {
        subject: 'How to sign in',
        text: 'We received a request to reset the password of your account {{.PreferredLoginName}}. Your account does not have a password. Sign in with your passkey or with the service that you used before.',
        footer: 'If you did not request this, ignore this email.',
      },
      invitation: {
        subject: 'Your new account',
        text: 'An account was created for you: {{.PreferredLoginName}}. Open the link to set up how you sign in. The link expires in three days.',
        button: 'Set up account',
        footer: 'If you did not expect this email, you can ignore it.',
      },
      password_link: {
        subject: 'Set a new password',
        text: 'Open the link to set a new password for your account {{.PreferredLoginName}}. The link expires in one hour.',
        button: 'Set new password',
        footer: 'If you did not expect this email, you can ignore it.',
      },
      email_verification: {
        subject: 'Your code: {{.Code}}',
        text: 'Enter this code to confirm your email address {{.LastEmail}}. The code expires in one hour.',
        footer: 'If you did not request this, ignore this email.',
      },
      registration: {
        subject: 'Your code: {{.Code}}',
        text: 'Enter this code to create your account. The code expires in one hour.',
        footer: 'If you did not request this, ignore this email. No account will be created without the code.',
      },
      account_deleted: {
        subject: 'Your account was deleted',
        text: 'Your account {{.PreferredLoginName}} was deleted at your request. This is the last email about it.',
        footer: 'If this was not you, contact your administrator immediately.',
      },
      registration_existing: {
        subject: 'You already have an account',
        text: 'We received a request to create an account with your email address. You already have an account: {{.PreferredLoginName}}. Sign in with it. If you forgot your password, select “Forgot your password?” there.',
        footer: 'If you did not request this, ignore this email.',
      },
      email_in_use: {
        subject: 'Your email address is already in use',
        text: 'We received a request to use this email address for another account. It already belongs to an account, so nothing was changed.',
        footer: 'If you did not request this, ignore this email.',
      },
    },
    notices: {
      password_changed: 'Your password was changed',
      email_changed: 'Your email address was changed',
      passkey_added: 'A passkey was added to your account',
      passkey_removed: 'A passkey was removed from your account',
      factors_removed: 'Your password was changed, and your authenticator app, recovery codes and passkeys were removed',
      identity_connected: 'An external account was connected to your account',
      identity_disconnected: 'An external account was disconnected from your account',
      authenticator_added: 'An authenticator app was added to your account',
      authenticator_removed: 'An authenticator app was removed from your account',
      recovery_codes_created: 'New recovery codes were created for your account',
      recovery_code_used: 'A recovery code was used for your account',
    },
    noticeText: 'This concerns your account {{.PreferredLoginName}}. If this was you, no action is needed.',
    noticeFooter: 'If this was not you, set a new password immediately and contact your administrator.',
    report: {
      text: 'If this was not you, open the link within three days. It signs you out everywhere and helps you secure your account.',
      button: 'This was not me',
      footer: 'If this was not you, also contact your administrator.',
    },
  }
}
