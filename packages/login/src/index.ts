// The login: how users sign in.
export { defineAuthenticator, defineDetour, defineSignInStep } from './steps/contract.ts'
export type {
  AnyAuthenticator,
  AnyDetour,
  AnySecondFactor,
  AnySignInStep,
  Authenticator,
  Detour,
  EnrolledFactor,
  FactorCheck,
  FactorSubject,
  PageRequest,
  SecondFactor,
  SecondFactors,
  SignInStep,
  SignInWaysOf,
  StepFacts,
} from './steps/contract.ts'
export type { LoginContext, LoginEndpoint, LoginStore, Visit } from './visit/visit.ts'
export { completeStep } from './steps/complete-step.ts'
export { clientOf, continueSignIn, remoteAddressOf } from './steps/continue-sign-in.ts'
export { establishSession, keepSession, strengthenSession } from './steps/session.ts'
export type { EstablishedSession } from './steps/session.ts'
export { createUser, storablePersonName } from './steps/create-user.ts'
export { dueSubject } from './steps/due-subject.ts'
export type { DueSubject } from './steps/due-subject.ts'
export { mayOffer } from './steps/offer.ts'
export { readUserName } from './steps/user-name.ts'
export type { UserNameRules } from './steps/user-name.ts'
export { defineFormStep, defineStep, finishStep, redirectToDispatcher, refuseForm } from './steps/step.ts'
export type { Step } from './steps/step.ts'
export { dueStepsOf, expiredRequest, LoginError, nextStepOf, openPage, openVisit } from './visit/visit.ts'
export { openForm } from './visit/posted-form.ts'
export type { PostedForm } from './visit/posted-form.ts'
export { formOf } from './visit/pages.ts'
export { otherUserPath, readFormError, withRequest } from './visit/paths.ts'
export type { FormRefusal } from './visit/paths.ts'
export { login } from './login.ts'
export type { LoginOptions } from './login.ts'
export { findDemandedOrganization } from './visit/demanded-organization.ts'
export { beginInternalSignIn } from './visit/internal-sign-in.ts'
export type { InternalSignIn } from './visit/internal-sign-in.ts'
export type { KnownSubject, StepSubject } from './visit/next-step.ts'
export { withFactorsOf } from './visit/visit.ts'
export type { Pages } from './visit/pages.ts'
export { password } from './password/password.ts'
export { passwordChange } from './password/password-change.ts'
export type { PasswordChangeOptions } from './password/password-change.ts'
export { readNewPassword, rulesOf } from './password/new-password.ts'
export type { ReadPassword } from './password/new-password.ts'
export { setPassword } from './password/set-password.ts'
export type { SetPassword } from './password/set-password.ts'
export { hasRecentProof } from './visit/recent-proof.ts'
export { totp } from './totp/totp.ts'
export { totpSetup } from './totp/totp-setup.ts'
export { removeTotp } from './totp/enrolment.ts'
export { recoveryCodes } from './recovery-codes/recovery-codes.ts'
export { fewRecoveryCodes, recoveryCodeSetup } from './recovery-codes/recovery-code-setup.ts'
export { demandedFactors } from './factors/factor-rules.ts'
export { attemptCode } from './attempts/code-attempt.ts'
export type { CodeAttempt, CodeAttemptStore, CodeHolder } from './attempts/code-attempt.ts'
export { htmlAnswer } from './ui/html-answer.ts'
export type { HtmlPolicy } from './ui/html-answer.ts'
export { chooseLocale } from './ui/locale.ts'
export type * from './ui/password-change.ts'
export type * from './ui/factor-setup.ts'
export { assetsPath, imagesPath, loginPath, themesPath } from './ui/ui.ts'
export type { Branding, CustomText } from '@symbolon/core-protocol'
export type * from './ui/mailed-code.ts'
export type * from './ui/ui.ts'
export type * from './ui/external.ts'
export { passkeyFormOf } from './ui/passkey.ts'
export type * from './ui/passkey.ts'
export { mailDelivery } from './mail/delivery.ts'
export { mailAddress } from './mail/mail-address.ts'
export type * from './mail/mailer.ts'
export type * from './mail/message.ts'
export { loginMail, messageStores, notifyUser } from './mail/login-mail.ts'
export type { LoginMail } from './mail/login-mail.ts'
export { recovery } from './recovery/recovery.ts'
export type { RecoveryOptions } from './recovery/recovery.ts'
export { invitation } from './recovery/invitation.ts'
export type { InvitationOptions } from './recovery/invitation.ts'
export { issueUserLink, userLinkStores } from './recovery/user-link.ts'
export type { UserLink, UserLinkContext, UserLinkKind } from './recovery/user-link.ts'
export { registration } from './registration/registration.ts'
export type { RegistrationOptions } from './registration/registration.ts'
