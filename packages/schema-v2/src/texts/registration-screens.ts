// The screens of registration and of linking an account of another identity provider.
// Each member stands beside its greatest number of characters.

import { screenText } from './screen-text.ts'

export const registrationScreens = {
  registrationOptionText: screenText({
    title: 200, description: 500, userNameButtonText: 200, externalLoginDescription: 500, loginButtonText: 200,
  }),
  registrationUserText: screenText({
    title: 200, description: 500, descriptionOrgRegister: 500, firstnameLabel: 200, lastnameLabel: 200, emailLabel: 200,
    usernameLabel: 200, languageLabel: 200, genderLabel: 200, passwordLabel: 200, passwordConfirmLabel: 200,
    tosAndPrivacyLabel: 200, tosConfirm: 200, tosLinkText: 200, privacyConfirm: 200, privacyLinkText: 200,
    nextButtonText: 200, backButtonText: 200,
  }),
  registrationOrgText: screenText({
    title: 200, description: 500, orgnameLabel: 200, firstnameLabel: 200, lastnameLabel: 200, usernameLabel: 200,
    emailLabel: 200, passwordLabel: 200, passwordConfirmLabel: 200, tosAndPrivacyLabel: 200, tosConfirm: 200,
    tosLinkText: 200, privacyConfirm: 200, privacyLinkText: 200, saveButtonText: 200,
  }),
  linkingUserDoneText: screenText({
    title: 200, description: 500, cancelButtonText: 100, nextButtonText: 100,
  }),
  linkingUserPromptText: screenText({
    title: 200, description: 500, linkButtonText: 100, otherButtonText: 100,
  }),
  externalUserNotFoundText: screenText({
    title: 200, description: 500, linkButtonText: 100, autoRegisterButtonText: 100, tosAndPrivacyLabel: 200,
    tosConfirm: 200, tosLinkText: 200, privacyLinkText: 200, privacyConfirm: 200,
  }),
  externalRegistrationUserOverviewText: screenText({
    title: 200, description: 500, emailLabel: 200, usernameLabel: 200, firstnameLabel: 200, lastnameLabel: 200,
    nicknameLabel: 200, languageLabel: 200, phoneLabel: 200, tosAndPrivacyLabel: 200, tosConfirm: 200, tosLinkText: 200,
    privacyLinkText: 200, backButtonText: 200, nextButtonText: 200, privacyConfirm: 200,
  }),
}
