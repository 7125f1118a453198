// Texts of the login pages, one entry per language. Every member of a screen is an optional text, declared with its greatest number of
// characters. Older files still hold link addresses of the registration screens, which are unknown members.
import type * as v from 'valibot'
import type { LeafSchema } from './json/leaf.ts'
import { message, required } from './json/message.ts'
import type { MessageSchema } from './json/message.ts'
import { filledText, text } from './json/text.ts'
import { presence } from './state.ts'

/** A screen of the login pages in the document: every member is a text with a greatest length. */
type ScreenTextSchema<TName extends string> = MessageSchema<Readonly<Record<TName, LeafSchema<string>>>>

/** @param lengths the maximum number of characters of each member */
function screenText<TName extends string>(lengths: Readonly<Record<TName, number>>): ScreenTextSchema<TName> {
  const fields = Object.fromEntries(Object.entries<number>(lengths).map(([name, max]) => [name, text(max)]))
  // fromEntries loses the names, which the parameter's type fixes.
  return message(fields as Record<TName, LeafSchema<string>>)
}

/**
 * The screens on which a person signs in and out: choice of account, login name, password, success. Each member has its maximum
 * number of characters.
 */
const signInScreens = {
  selectAccountText: screenText({
    title: 200,
    description: 500,
    titleLinkingProcess: 200,
    descriptionLinkingProcess: 500,
    otherUser: 500,
    sessionStateActive: 100,
    sessionStateInactive: 100,
    userMustBeMemberOfOrg: 500,
  }),
  loginText: screenText({
    title: 200,
    description: 500,
    titleLinkingProcess: 200,
    descriptionLinkingProcess: 500,
    userMustBeMemberOfOrg: 500,
    loginNameLabel: 200,
    registerButtonText: 100,
    nextButtonText: 100,
    externalUserDescription: 500,
    userNamePlaceholder: 200,
    loginNamePlaceholder: 200,
  }),
  passwordText: screenText({
    title: 200,
    description: 500,
    passwordLabel: 200,
    resetLinkText: 100,
    backButtonText: 100,
    nextButtonText: 100,
    minLength: 100,
    hasUppercase: 100,
    hasLowercase: 100,
    hasNumber: 100,
    hasSymbol: 100,
    confirmation: 100,
  }),
  passwordlessText: screenText({
    title: 200,
    description: 500,
    loginWithPwButtonText: 100,
    validateTokenButtonText: 200,
    notSupported: 500,
    errorRetry: 500,
  }),
  passwordlessPromptText: screenText({
    title: 200,
    description: 500,
    descriptionInit: 500,
    passwordlessButtonText: 100,
    nextButtonText: 100,
    skipButtonText: 100,
  }),
  successLoginText: screenText({
    title: 200,
    autoRedirectDescription: 500,
    redirectedDescription: 100,
    nextButtonText: 200,
  }),
  logoutText: screenText({
    title: 200,
    description: 500,
    loginButtonText: 200,
  }),
  footerText: screenText({
    tos: 200,
    privacyPolicy: 200,
    help: 200,
    supportEmail: 200,
  }),
}

/**
 * The screens on which a person sets up or changes an account: initialisation, verification, user name, password. Each member has
 * its maximum number of characters.
 */
const accountScreens = {
  usernameChangeText: screenText({
    title: 200,
    description: 500,
    usernameLabel: 200,
    cancelButtonText: 100,
    nextButtonText: 100,
  }),
  usernameChangeDoneText: screenText({
    title: 200,
    description: 500,
    nextButtonText: 100,
  }),
  initPasswordText: screenText({
    title: 200,
    description: 500,
    codeLabel: 200,
    newPasswordLabel: 200,
    newPasswordConfirmLabel: 200,
    nextButtonText: 100,
    resendButtonText: 100,
  }),
  initPasswordDoneText: screenText({
    title: 200,
    description: 500,
    nextButtonText: 100,
    cancelButtonText: 100,
  }),
  emailVerificationText: screenText({
    title: 200,
    description: 500,
    codeLabel: 200,
    nextButtonText: 100,
    resendButtonText: 100,
  }),
  emailVerificationDoneText: screenText({
    title: 200,
    description: 500,
    nextButtonText: 100,
    cancelButtonText: 100,
    loginButtonText: 100,
  }),
  initializeUserText: screenText({
    title: 200,
    description: 500,
    codeLabel: 200,
    newPasswordLabel: 200,
    newPasswordConfirmLabel: 200,
    resendButtonText: 100,
    nextButtonText: 100,
  }),
  initializeDoneText: screenText({
    title: 200,
    description: 500,
    cancelButtonText: 100,
    nextButtonText: 100,
  }),
  passwordChangeText: screenText({
    title: 200,
    description: 500,
    oldPasswordLabel: 200,
    newPasswordLabel: 200,
    newPasswordConfirmLabel: 200,
    cancelButtonText: 100,
    nextButtonText: 100,
    expiredDescription: 500,
  }),
  passwordChangeDoneText: screenText({
    title: 200,
    description: 500,
    nextButtonText: 100,
  }),
  passwordResetDoneText: screenText({
    title: 200,
    description: 500,
    nextButtonText: 100,
  }),
  passwordlessRegistrationText: screenText({
    title: 200,
    description: 500,
    tokenNameLabel: 200,
    notSupported: 500,
    registerTokenButtonText: 100,
    errorRetry: 500,
  }),
  passwordlessRegistrationDoneText: screenText({
    title: 200,
    description: 500,
    nextButtonText: 100,
    cancelButtonText: 100,
    descriptionClose: 100,
  }),
}

/** The screens of second factors: offer, set-up, check. Each member has its maximum number of characters. */
const factorScreens = {
  initMfaPromptText: screenText({
    title: 200,
    description: 500,
    otpOption: 200,
    u2fOption: 200,
    skipButtonText: 100,
    nextButtonText: 100,
  }),
  initMfaOtpText: screenText({
    title: 200,
    description: 500,
    descriptionOtp: 500,
    secretLabel: 200,
    codeLabel: 200,
    nextButtonText: 100,
    cancelButtonText: 100,
  }),
  initMfaU2fText: screenText({
    title: 200,
    description: 500,
    tokenNameLabel: 200,
    notSupported: 500,
    registerTokenButtonText: 100,
    errorRetry: 500,
  }),
  initMfaDoneText: screenText({
    title: 200,
    description: 500,
    cancelButtonText: 100,
    nextButtonText: 100,
  }),
  mfaProvidersText: screenText({
    chooseOther: 500,
    otp: 200,
    u2f: 200,
  }),
  verifyMfaOtpText: screenText({
    title: 200,
    description: 500,
    codeLabel: 200,
    nextButtonText: 100,
  }),
  verifyMfaU2fText: screenText({
    title: 200,
    description: 500,
    validateTokenText: 500,
    notSupported: 500,
    errorRetry: 500,
  }),
}

/**
 * The screens of registration and of linking an account of another identity provider. Each member has its maximum number of
 * characters.
 */
const registrationScreens = {
  registrationOptionText: screenText({
    title: 200,
    description: 500,
    userNameButtonText: 200,
    externalLoginDescription: 500,
    loginButtonText: 200,
  }),
  registrationUserText: screenText({
    title: 200,
    description: 500,
    descriptionOrgRegister: 500,
    firstnameLabel: 200,
    lastnameLabel: 200,
    emailLabel: 200,
    usernameLabel: 200,
    languageLabel: 200,
    genderLabel: 200,
    passwordLabel: 200,
    passwordConfirmLabel: 200,
    tosAndPrivacyLabel: 200,
    tosConfirm: 200,
    tosLinkText: 200,
    privacyConfirm: 200,
    privacyLinkText: 200,
    nextButtonText: 200,
    backButtonText: 200,
  }),
  registrationOrgText: screenText({
    title: 200,
    description: 500,
    orgnameLabel: 200,
    firstnameLabel: 200,
    lastnameLabel: 200,
    usernameLabel: 200,
    emailLabel: 200,
    passwordLabel: 200,
    passwordConfirmLabel: 200,
    tosAndPrivacyLabel: 200,
    tosConfirm: 200,
    tosLinkText: 200,
    privacyConfirm: 200,
    privacyLinkText: 200,
    saveButtonText: 200,
  }),
  linkingUserDoneText: screenText({
    title: 200,
    description: 500,
    cancelButtonText: 100,
    nextButtonText: 100,
  }),
  linkingUserPromptText: screenText({
    title: 200,
    description: 500,
    linkButtonText: 100,
    otherButtonText: 100,
  }),
  externalUserNotFoundText: screenText({
    title: 200,
    description: 500,
    linkButtonText: 100,
    autoRegisterButtonText: 100,
    tosAndPrivacyLabel: 200,
    tosConfirm: 200,
    tosLinkText: 200,
    privacyLinkText: 200,
    privacyConfirm: 200,
  }),
  externalRegistrationUserOverviewText: screenText({
    title: 200,
    description: 500,
    emailLabel: 200,
    usernameLabel: 200,
    firstnameLabel: 200,
    lastnameLabel: 200,
    nicknameLabel: 200,
    languageLabel: 200,
    phoneLabel: 200,
    tosAndPrivacyLabel: 200,
    tosConfirm: 200,
    tosLinkText: 200,
    privacyLinkText: 200,
    backButtonText: 200,
    nextButtonText: 200,
    privacyConfirm: 200,
  }),
}

/**
 * Texts of the login pages, one entry per language. Every leaf is optional text. Members that older files still hold (link addresses of
 * the registration screens) are unknown members.
 */
export const loginTextsSchema = message({
  language: required(filledText(200)),
  ...signInScreens,
  ...accountScreens,
  ...factorScreens,
  ...registrationScreens,
  state: presence(),
})
/** What `loginTextsSchema` reads. */
export type LoginTexts = v.InferOutput<typeof loginTextsSchema>
