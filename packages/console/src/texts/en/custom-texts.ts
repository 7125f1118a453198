// The texts about texts of pages and mails, in English.
import type { MessageText, MessageTextList } from '@symbolon/schema-v2'

/** The texts in English. */
export const customTexts = {
  heading: 'Texts',
  leads: {
    instance: 'Texts of the sign-in pages and emails, for all organizations without custom texts. Empty fields use the built-in text.',
    organization:
      'Texts of the sign-in pages and emails for the users of this organization. Without custom texts, the texts of the instance or the built-in texts apply. Users see the language of their browser or profile, so add texts for each language that your users speak.',
  },
  where: 'Text',
  languages: 'Languages',
  /** The number of texts that replace built-in texts. */
  own: (count: number): string => (count === 1 ? '1 custom text' : `${count} custom texts`),
  lists: {
    loginTexts: { label: 'Sign-in pages', help: 'Titles, labels and buttons of the sign-in and registration pages.' },
    initMessages: { label: 'Email: first sign-in', help: 'Invitation for users who have never signed in.' },
    inviteUserMessages: { label: 'Email: invitation', help: 'Invitation for users who have signed in before.' },
    passwordResetMessages: { label: 'Email: password reset', help: 'Sent to users who forgot their password.' },
    verifyEmailMessages: { label: 'Email: address confirmation', help: 'Contains the code that confirms an email address.' },
  },
  /** Above the form for pages, and above that for mails. */
  pagesLead: 'The built-in text is shown above each field. Leave a field empty to keep it.',
  mailLead:
    'Leave a field empty to keep the built-in text. Placeholders for the values of the user and the email: {{.FirstName}}, {{.LastName}}, {{.DisplayName}}, {{.UserName}}, {{.PreferredLoginName}}, {{.Code}}.',
  screens: {
    loginText: 'Login name',
    selectAccountText: 'Account selection',
    passwordText: 'Password and password rules',
    verifyMfaOtpText: 'Authenticator app code',
    logoutText: 'Signed out',
    mfaProvidersText: 'Second factor selection',
    passwordlessText: 'Sign-in with a passkey',
    verifyMfaU2fText: 'Passkey or security key as second factor',
    passwordlessPromptText: 'Passkey setup',
    initMfaU2fText: 'Security key setup',
    initMfaPromptText: 'Second factor prompt',
    initMfaOtpText: 'Authenticator app setup',
    passwordChangeText: 'Password change',
    initPasswordText: 'Password reset',
    initializeUserText: 'First password of invited users',
    emailVerificationText: 'Email address confirmation',
    registrationUserText: 'Registration',
    externalUserNotFoundText: 'Unknown account at an identity provider',
    externalRegistrationUserOverviewText: 'Registration with an identity provider',
    linkingUserPromptText: 'Connecting an account at an identity provider',
    successLoginText: 'Return to the application',
    footerText: 'Footer links',
  },
  members: {
    subject: 'Subject',
    preHeader: 'Inbox preview',
    title: 'Heading',
    greeting: 'Greeting',
    text: 'Text',
    buttonText: 'Button',
    footerText: 'Footer',
  },
  /** Before the built-in text that holds without one's own. */
  inherited: 'Built-in:',
  /** Before the text of the instance that holds without one's own. */
  ofInstance: 'Instance:',
  /** The instance has texts, and the organization none. */
  asWhole: 'The texts of the instance apply. Saving custom texts replaces all of them; empty fields then use the built-in text.',
  preview: 'Preview',
  /** The choice of the page that is previewed. */
  previewed: 'Page to preview',
  pages: {
    login_name: 'Login name',
    password: 'Password',
    one_time_code: 'Authenticator app code',
    signed_out: 'Signed out',
  },
  save: 'Save texts',
  reset: 'Remove custom texts',
  resetLeads: {
    instance: 'Removes all custom texts in this language.',
    organization: 'Removes all custom texts in this language. The texts of the instance or the built-in texts then apply.',
  },
}

/** The texts of `customTexts` in any language. */
export type CustomTextsTexts = typeof customTexts

/** A list of documents whose texts are shown to users. */
export type TextList = MessageTextList | 'loginTexts'

/** A member of the text of a mail. */
export type MailMember = keyof MessageText
