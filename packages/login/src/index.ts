// The login: how users sign in.
export { defineAuthenticator, defineDetour, defineSignInStep } from './steps/contract.ts'
export type {
  AnyAuthenticator,
  AnyDetour,
  AnySignInStep,
  Authenticator,
  Detour,
  EnrolledFactor,
  PageRequest,
  SignInStep,
  SignInWaysOf,
  StepFacts,
} from './steps/contract.ts'
export type { LoginContext, LoginEndpoint, LoginStore, Visit } from './visit/visit.ts'
export { clientOf, continueSignIn, remoteAddressOf } from './steps/continue-sign-in.ts'
export { establishSession, keepSession, strengthenSession } from './steps/session.ts'
export type { EstablishedSession } from './steps/session.ts'
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
export { beginInternalSignIn } from './visit/internal-sign-in.ts'
export type { InternalSignIn } from './visit/internal-sign-in.ts'
export type { KnownSubject, StepSubject } from './visit/next-step.ts'
export { withFactorsOf } from './visit/visit.ts'
export type { Pages } from './visit/pages.ts'
export { password } from './password/password.ts'
export { passwordChange } from './password/password-change.ts'
export { readNewPassword, rulesOf } from './password/new-password.ts'
export type { ReadPassword } from './password/new-password.ts'
export { setPassword } from './password/set-password.ts'
export type { SetPassword } from './password/set-password.ts'
export { hasRecentProof } from './visit/recent-proof.ts'
export { totp } from './totp/totp.ts'
export { totpSetup } from './totp/totp-setup.ts'
export { beginTotpEnrolment, confirmTotpEnrolment, findTotpDraft, removeTotp } from './totp/enrolment.ts'
export type { EnrolmentContext, EnrolmentOutcome, TotpDraft } from './totp/enrolment.ts'
export { recoveryCodes } from './recovery-codes/recovery-codes.ts'
export { fewRecoveryCodes, recoveryCodeFile, recoveryCodeSetup } from './recovery-codes/recovery-code-setup.ts'
export { beginRecoveryCodes, findNewRecoveryCodes, saveRecoveryCodes } from './recovery-codes/code-set.ts'
export type { RecoveryCodeContext } from './recovery-codes/code-set.ts'
export { shownRecoveryCode } from './recovery-codes/code-format.ts'
export { mayChangeFactors, mayRemoveFactor } from './factors/factor-rules.ts'
export type { UserInBrowser } from './factors/user-in-browser.ts'
export { attemptCode } from './attempts/code-attempt.ts'
export type { CodeAttempt, CodeAttemptStore, CodeHolder } from './attempts/code-attempt.ts'
export { htmlAnswer } from './ui/html-answer.ts'
export type { HtmlPolicy } from './ui/html-answer.ts'
export { chooseLocale } from './ui/locale.ts'
export { assetsPath, loginPath } from './ui/ui.ts'
export type * from './ui/password-change.ts'
export type * from './ui/factor-setup.ts'
export type * from './ui/ui.ts'
export type * from './ui/external.ts'
export { mailDelivery } from './mail/delivery.ts'
export { mailAddress } from './mail/mail-address.ts'
export type * from './mail/mailer.ts'
