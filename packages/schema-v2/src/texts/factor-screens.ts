// The screens of second factors: offer, set-up, check.
// Each member stands beside its greatest number of characters.

import { screenText } from './screen-text.ts'

export const factorScreens = {
  initMfaPromptText: screenText({
    title: 200, description: 500, otpOption: 200, u2fOption: 200, skipButtonText: 100, nextButtonText: 100,
  }),
  initMfaOtpText: screenText({
    title: 200, description: 500, descriptionOtp: 500, secretLabel: 200, codeLabel: 200, nextButtonText: 100,
    cancelButtonText: 100,
  }),
  initMfaU2fText: screenText({
    title: 200, description: 500, tokenNameLabel: 200, notSupported: 500, registerTokenButtonText: 100, errorRetry: 500,
  }),
  initMfaDoneText: screenText({
    title: 200, description: 500, cancelButtonText: 100, nextButtonText: 100,
  }),
  mfaProvidersText: screenText({
    chooseOther: 500, otp: 200, u2f: 200,
  }),
  verifyMfaOtpText: screenText({
    title: 200, description: 500, codeLabel: 200, nextButtonText: 100,
  }),
  verifyMfaU2fText: screenText({
    title: 200, description: 500, validateTokenText: 500, notSupported: 500, errorRetry: 500,
  }),
}
