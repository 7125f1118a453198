// The screens on which a person sets up or changes an account: initialisation, verification, user name, password.
// Each member stands beside its greatest number of characters.

import { screenText } from './screen-text.ts'

export const accountScreens = {
  usernameChangeText: screenText({
    title: 200, description: 500, usernameLabel: 200, cancelButtonText: 100, nextButtonText: 100,
  }),
  usernameChangeDoneText: screenText({
    title: 200, description: 500, nextButtonText: 100,
  }),
  initPasswordText: screenText({
    title: 200, description: 500, codeLabel: 200, newPasswordLabel: 200, newPasswordConfirmLabel: 200,
    nextButtonText: 100, resendButtonText: 100,
  }),
  initPasswordDoneText: screenText({
    title: 200, description: 500, nextButtonText: 100, cancelButtonText: 100,
  }),
  emailVerificationText: screenText({
    title: 200, description: 500, codeLabel: 200, nextButtonText: 100, resendButtonText: 100,
  }),
  emailVerificationDoneText: screenText({
    title: 200, description: 500, nextButtonText: 100, cancelButtonText: 100, loginButtonText: 100,
  }),
  initializeUserText: screenText({
    title: 200, description: 500, codeLabel: 200, newPasswordLabel: 200, newPasswordConfirmLabel: 200,
    resendButtonText: 100, nextButtonText: 100,
  }),
  initializeDoneText: screenText({
    title: 200, description: 500, cancelButtonText: 100, nextButtonText: 100,
  }),
  passwordChangeText: screenText({
    title: 200, description: 500, oldPasswordLabel: 200, newPasswordLabel: 200, newPasswordConfirmLabel: 200,
    cancelButtonText: 100, nextButtonText: 100, expiredDescription: 500,
  }),
  passwordChangeDoneText: screenText({
    title: 200, description: 500, nextButtonText: 100,
  }),
  passwordResetDoneText: screenText({
    title: 200, description: 500, nextButtonText: 100,
  }),
  passwordlessRegistrationText: screenText({
    title: 200, description: 500, tokenNameLabel: 200, notSupported: 500, registerTokenButtonText: 100, errorRetry: 500,
  }),
  passwordlessRegistrationDoneText: screenText({
    title: 200, description: 500, nextButtonText: 100, cancelButtonText: 100, descriptionClose: 100,
  }),
}
