// The screens on which a person signs in and out: choice of account, login name, password, success.
// Each member stands beside its greatest number of characters.

import { screenText } from './screen-text.ts'

export const signInScreens = {
  selectAccountText: screenText({
    title: 200, description: 500, titleLinkingProcess: 200, descriptionLinkingProcess: 500, otherUser: 500,
    sessionStateActive: 100, sessionStateInactive: 100, userMustBeMemberOfOrg: 500,
  }),
  loginText: screenText({
    title: 200, description: 500, titleLinkingProcess: 200, descriptionLinkingProcess: 500, userMustBeMemberOfOrg: 500,
    loginNameLabel: 200, registerButtonText: 100, nextButtonText: 100, externalUserDescription: 500,
    userNamePlaceholder: 200, loginNamePlaceholder: 200,
  }),
  passwordText: screenText({
    title: 200, description: 500, passwordLabel: 200, resetLinkText: 100, backButtonText: 100, nextButtonText: 100,
    minLength: 100, hasUppercase: 100, hasLowercase: 100, hasNumber: 100, hasSymbol: 100, confirmation: 100,
  }),
  passwordlessText: screenText({
    title: 200, description: 500, loginWithPwButtonText: 100, validateTokenButtonText: 200, notSupported: 500,
    errorRetry: 500,
  }),
  passwordlessPromptText: screenText({
    title: 200, description: 500, descriptionInit: 500, passwordlessButtonText: 100, nextButtonText: 100,
    skipButtonText: 100,
  }),
  successLoginText: screenText({
    title: 200, autoRedirectDescription: 500, redirectedDescription: 100, nextButtonText: 200,
  }),
  logoutText: screenText({
    title: 200, description: 500, loginButtonText: 200,
  }),
  footerText: screenText({
    tos: 200, privacyPolicy: 200, help: 200, supportEmail: 200,
  }),
}
