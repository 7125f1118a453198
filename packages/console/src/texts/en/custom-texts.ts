// The texts about texts of pages and mails, in English.
import type { CustomTextsTexts } from '../shape/custom-texts.ts'

/** The texts in English. */
export function customTexts(): CustomTextsTexts {
  return {
    heading: 'Texts',
    leads: {
      instance:
        'The texts of the sign-in pages and of the emails in every organization that has none of its own. Where you write nothing, the built-in text is shown.',
      organization:
        'The texts of the sign-in pages and of the emails to the users of this organization. Where you write nothing, the texts of the instance or the built-in ones are shown. A person sees the language of the browser or of the profile, so write the texts of each language that your users have.',
    },
    where: 'Where',
    languages: 'Languages',
    own: (count) => (count === 1 ? '1 own text' : `${count} own texts`),
    lists: {
      loginTexts: { label: 'Sign-in pages', help: 'Titles, labels and buttons of the pages on which people sign in and register.' },
      initMessages: { label: 'Email: first sign-in', help: 'The invitation of a user who has not signed in yet.' },
      inviteUserMessages: { label: 'Email: invitation', help: 'The invitation of a user who has signed in before.' },
      passwordResetMessages: { label: 'Email: new password', help: 'To a user who forgot the password.' },
      verifyEmailMessages: { label: 'Email: address', help: 'The code by which a user confirms an email address.' },
    },
    pagesLead: 'The built-in text is shown above each field. What you write takes its place; an empty field keeps it.',
    mailLead:
      'An empty field keeps the built-in text. {{.FirstName}}, {{.LastName}}, {{.DisplayName}}, {{.UserName}}, {{.PreferredLoginName}} and {{.Code}} stand for the values of the user and of the email.',
    screens: {
      loginText: 'Login name',
      selectAccountText: 'Choice of the account',
      passwordText: 'Password, and the rules of a new one',
      verifyMfaOtpText: 'Code of the authenticator app',
      logoutText: 'After the sign-out',
      mfaProvidersText: 'Choice of the second factor',
      passwordlessText: 'Sign-in with a passkey',
      verifyMfaU2fText: 'Passkey or security key as the second factor',
      passwordlessPromptText: 'Set-up of a passkey',
      initMfaU2fText: 'Set-up of a security key',
      initMfaPromptText: 'Offer of a second factor',
      initMfaOtpText: 'Set-up of the authenticator app',
      passwordChangeText: 'Change of the password',
      initPasswordText: 'New password after it was forgotten',
      initializeUserText: 'First password of an invited user',
      emailVerificationText: 'Confirmation of the email address',
      registrationUserText: 'Registration',
      externalUserNotFoundText: 'Unknown account of an identity provider',
      externalRegistrationUserOverviewText: 'Registration with an identity provider',
      linkingUserPromptText: 'Connection with an identity provider',
      successLoginText: 'Way back to the application',
      footerText: 'Links at the end of every page',
    },
    members: {
      subject: 'Subject',
      preHeader: 'Preview in the inbox',
      title: 'Heading',
      greeting: 'Greeting',
      text: 'Text',
      buttonText: 'Button',
      footerText: 'End of the email',
    },
    inherited: 'Built in:',
    ofInstance: 'Of the instance:',
    asWhole:
      'The texts of the instance hold now. Once you save texts of your own, they hold in place of all of these; for empty fields the built-in text is shown.',
    preview: 'Preview',
    previewed: 'Page of the preview',
    pages: {
      login_name: 'Login name',
      password: 'Password',
      one_time_code: 'Code of the authenticator app',
      signed_out: 'After the sign-out',
    },
    save: 'Save texts',
    reset: 'Remove these texts',
    resetLeads: {
      instance: 'Removes all of these texts for this language.',
      organization: 'Removes all texts of your own for this language. Those of the instance hold then, or the built-in ones.',
    },
  }
}
