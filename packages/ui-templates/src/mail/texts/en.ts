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
    place: 'Network address',
    messages: {
      recovery: {
        subject: 'Set a new password',
        text: 'Somebody asked to set a new password for your account {{.PreferredLoginName}}. Enter this code, or open the link. Each works once, within one hour.',
        button: 'Set a new password',
        footer: 'If you did not ask for this, ignore this email. Your password stays as it is.',
      },
      recovery_without_password: {
        subject: 'How to sign in',
        text: 'Somebody asked to set a new password for your account {{.PreferredLoginName}}. Your account has no password: sign in with your passkey, or with the service that you used before.',
        footer: 'If you did not ask for this, ignore this email.',
      },
      invitation: {
        subject: 'Your new account',
        text: 'An account was created for you: {{.PreferredLoginName}}. Open the link to choose how you sign in. It works once, within three days.',
        button: 'Set up your account',
        footer: 'If you did not expect this email, ignore it.',
      },
      password_link: {
        subject: 'Set a new password',
        text: 'Open the link to set a new password for your account {{.PreferredLoginName}}. It works once, within one hour.',
        button: 'Set a new password',
        footer: 'If you did not expect this email, ignore it.',
      },
      email_verification: {
        subject: 'Your code: {{.Code}}',
        text: 'Enter this code to confirm that {{.LastEmail}} is your address. It works once, within one hour.',
        footer: 'If you did not ask for this, ignore this email.',
      },
      registration: {
        subject: 'Your code: {{.Code}}',
        text: 'Enter this code to create your account. It works once, within one hour.',
        footer: 'If you did not ask for this, ignore this email. No account is created without the code.',
      },
      account_deleted: {
        subject: 'Your account was deleted',
        text: 'Your account {{.PreferredLoginName}} was deleted at your request. This is the last email about it.',
        footer: 'If this was not you, tell the people who run this service at once.',
      },
      registration_existing: {
        subject: 'You already have an account',
        text: 'Somebody tried to create an account with your address. You already have one: {{.PreferredLoginName}}. Sign in with it. If you forgot your password, choose “Forgot your password?” there.',
        footer: 'If you did not ask for this, ignore this email.',
      },
      email_in_use: {
        subject: 'Your address belongs to an account',
        text: 'Somebody wanted to use this address for another account. It belongs to an account already, so nothing was changed.',
        footer: 'If you did not ask for this, ignore this email.',
      },
    },
    notices: {
      password_changed: 'Your password was changed',
      email_changed: 'The email address of your account was changed',
      passkey_added: 'A passkey was added to your account',
      passkey_removed: 'A passkey was removed from your account',
      factors_removed: 'Your password was changed, and your authenticator app, recovery codes and passkeys were removed',
      identity_connected: 'An account of another service was connected to your account',
      identity_disconnected: 'An account of another service was disconnected from your account',
      authenticator_added: 'An authenticator app was added to your account',
      authenticator_removed: 'An authenticator app was removed from your account',
      recovery_codes_created: 'New recovery codes were created for your account',
      recovery_code_used: 'A recovery code of your account was used',
    },
    noticeText: 'This concerns your account {{.PreferredLoginName}}. If it was you, there is nothing to do.',
    noticeFooter: 'If this was not you, set a new password at once, and tell the people who run this service.',
    report: {
      text: 'If it was not you, open the link within three days. It signs your account out everywhere and helps you secure it.',
      button: 'This was not me',
      footer: 'If it was not you, also tell the people who run this service.',
    },
  }
}
