// Where a document holds the texts that organizations replace.
import type { CustomText } from './branding.ts'

/** A screen of the sign-in pages in documents. */
export type TextScreen =
  | 'loginText'
  | 'selectAccountText'
  | 'passwordText'
  | 'verifyMfaOtpText'
  | 'logoutText'
  | 'mfaProvidersText'
  | 'passwordlessText'
  | 'verifyMfaU2fText'
  | 'passwordlessPromptText'
  | 'initMfaU2fText'
  | 'initMfaPromptText'
  | 'initMfaOtpText'
  | 'passwordChangeText'
  | 'initPasswordText'
  | 'initializeUserText'
  | 'emailVerificationText'
  | 'registrationUserText'
  | 'externalUserNotFoundText'
  | 'externalRegistrationUserOverviewText'
  | 'linkingUserPromptText'
  | 'successLoginText'
  | 'footerText'

/** Where the login texts of a document hold each text: the screen and the member. The other members have no effect. */
export const placesOfTexts: Readonly<Record<CustomText, readonly [screen: TextScreen, member: string]>> = {
  'loginName.title': ['loginText', 'title'],
  'loginName.label': ['loginText', 'loginNameLabel'],
  'loginName.submit': ['loginText', 'nextButtonText'],
  'loginName.registration': ['loginText', 'registerButtonText'],
  'accountSelection.title': ['selectAccountText', 'title'],
  'accountSelection.otherAccount': ['selectAccountText', 'otherUser'],
  'password.title': ['passwordText', 'title'],
  'password.label': ['passwordText', 'passwordLabel'],
  'password.submit': ['passwordText', 'nextButtonText'],
  'password.recovery': ['passwordText', 'resetLinkText'],
  'oneTimeCode.title': ['verifyMfaOtpText', 'title'],
  'oneTimeCode.label': ['verifyMfaOtpText', 'codeLabel'],
  'oneTimeCode.submit': ['verifyMfaOtpText', 'nextButtonText'],
  'signedOut.title': ['logoutText', 'title'],
  'signedOut.next': ['logoutText', 'description'],
  'oneTimeCode.lead': ['verifyMfaOtpText', 'description'],
  'secondFactors.app': ['mfaProvidersText', 'otp'],
  'secondFactors.passkey': ['mfaProvidersText', 'u2f'],
  'passkeySignIn.submit': ['passwordlessText', 'validateTokenButtonText'],
  'passkeySignIn.unsupported': ['passwordlessText', 'notSupported'],
  'passkey.title': ['verifyMfaU2fText', 'title'],
  'passkey.lead': ['verifyMfaU2fText', 'description'],
  'passkey.submit': ['verifyMfaU2fText', 'validateTokenText'],
  'passkey.unsupported': ['verifyMfaU2fText', 'notSupported'],
  'passkeySetup.title': ['passwordlessPromptText', 'title'],
  'passkeySetup.lead': ['passwordlessPromptText', 'description'],
  'passkeySetup.submit': ['passwordlessPromptText', 'passwordlessButtonText'],
  'passkeySetup.skip': ['passwordlessPromptText', 'skipButtonText'],
  'securityKeySetup.title': ['initMfaU2fText', 'title'],
  'securityKeySetup.lead': ['initMfaU2fText', 'description'],
  'securityKeySetup.submit': ['initMfaU2fText', 'registerTokenButtonText'],
  'totpSetup.title': ['initMfaPromptText', 'title'],
  'totpSetup.lead': ['initMfaPromptText', 'description'],
  'totpSetup.submit': ['initMfaPromptText', 'nextButtonText'],
  'totpSetup.skip': ['initMfaPromptText', 'skipButtonText'],
  'totpEnrolment.title': ['initMfaOtpText', 'title'],
  'totpEnrolment.scan': ['initMfaOtpText', 'descriptionOtp'],
  'totpEnrolment.key': ['initMfaOtpText', 'secretLabel'],
  'totpEnrolment.enter': ['initMfaOtpText', 'codeLabel'],
  'totpEnrolment.submit': ['initMfaOtpText', 'nextButtonText'],
  'rules.lowercase': ['passwordText', 'hasLowercase'],
  'rules.uppercase': ['passwordText', 'hasUppercase'],
  'rules.digit': ['passwordText', 'hasNumber'],
  'rules.symbol': ['passwordText', 'hasSymbol'],
  'passwordChange.title': ['passwordChangeText', 'title'],
  'passwordChange.demanded': ['passwordChangeText', 'description'],
  'passwordChange.expired': ['passwordChangeText', 'expiredDescription'],
  'passwordChange.current': ['passwordChangeText', 'oldPasswordLabel'],
  'passwordChange.label': ['passwordChangeText', 'newPasswordLabel'],
  'passwordChange.again': ['passwordChangeText', 'newPasswordConfirmLabel'],
  'passwordChange.submit': ['passwordChangeText', 'nextButtonText'],
  'recoveryMail.label': ['initPasswordText', 'codeLabel'],
  'recoveryMail.resend': ['initPasswordText', 'resendButtonText'],
  'recoveryPassword.title': ['initPasswordText', 'title'],
  'recoveryPassword.label': ['initPasswordText', 'newPasswordLabel'],
  'recoveryPassword.again': ['initPasswordText', 'newPasswordConfirmLabel'],
  'recoveryPassword.submit': ['initPasswordText', 'nextButtonText'],
  'invitationPassword.title': ['initializeUserText', 'title'],
  'invitationPassword.label': ['initializeUserText', 'newPasswordLabel'],
  'invitationPassword.again': ['initializeUserText', 'newPasswordConfirmLabel'],
  'invitationPassword.submit': ['initializeUserText', 'nextButtonText'],
  'emailVerification.title': ['emailVerificationText', 'title'],
  'emailVerification.label': ['emailVerificationText', 'codeLabel'],
  'emailVerification.submit': ['emailVerificationText', 'nextButtonText'],
  'emailVerification.resend': ['emailVerificationText', 'resendButtonText'],
  'registration.title': ['registrationUserText', 'title'],
  'registration.names': ['registrationUserText', 'description'],
  'registration.email': ['registrationUserText', 'emailLabel'],
  'registration.firstName': ['registrationUserText', 'firstnameLabel'],
  'registration.lastName': ['registrationUserText', 'lastnameLabel'],
  'registration.userName': ['registrationUserText', 'usernameLabel'],
  'registration.submit': ['registrationUserText', 'nextButtonText'],
  'registrationPassword.label': ['registrationUserText', 'passwordLabel'],
  'registrationPassword.again': ['registrationUserText', 'passwordConfirmLabel'],
  'externalAccount.title': ['externalUserNotFoundText', 'title'],
  'externalAccount.lead': ['externalUserNotFoundText', 'description'],
  'externalAccount.connect': ['externalUserNotFoundText', 'linkButtonText'],
  'externalAccount.submit': ['externalUserNotFoundText', 'autoRegisterButtonText'],
  'externalAccount.email': ['externalRegistrationUserOverviewText', 'emailLabel'],
  'externalAccount.userName': ['externalRegistrationUserOverviewText', 'usernameLabel'],
  'externalAccount.firstName': ['externalRegistrationUserOverviewText', 'firstnameLabel'],
  'externalAccount.lastName': ['externalRegistrationUserOverviewText', 'lastnameLabel'],
  'externalLink.title': ['linkingUserPromptText', 'title'],
  'externalLink.lead': ['linkingUserPromptText', 'description'],
  'externalLink.submit': ['linkingUserPromptText', 'linkButtonText'],
  'externalLink.cancel': ['linkingUserPromptText', 'otherButtonText'],
  'leaving.title': ['successLoginText', 'title'],
  'leaving.submit': ['successLoginText', 'nextButtonText'],
  'footer.terms': ['footerText', 'tos'],
  'footer.privacy': ['footerText', 'privacyPolicy'],
  'footer.help': ['footerText', 'help'],
  'footer.support': ['footerText', 'supportEmail'],
}
