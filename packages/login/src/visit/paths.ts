// The paths of the steps and their query parameters: `request` is the id of the authorization request, `error` and `until` describe the error
// in the last posted form. A rejected form responds with a redirect to its page, so that a reload sends nothing again.
// Only this server can create such a link, because the request id is secret.
import { loginPath } from '../ui/ui.ts'
import type { Page } from '../ui/ui.ts'
import type { FormError } from '../ui/form-error.ts'
import type { FormPage } from '../ui/form-page.ts'

/** The form of the login name. */
export const loginNamePath: string = `${loginPath}/login-name`
/** The form of the password. */
export const passwordPath: string = `${loginPath}/password`
/** The form of a new password. */
export const passwordChangePath: string = `${loginPath}/password-change`
/** The form of the code from an authenticator app. */
export const totpPath: string = `${loginPath}/totp`
/** The form that begins to set up an authenticator app. */
export const totpSetupPath: string = `${loginPath}/totp-setup`
/** The form of the first code of an authenticator app. */
export const totpEnrolmentPath: string = `${loginPath}/totp-enrolment`
/** The form of a recovery code. */
export const recoveryCodePath: string = `${loginPath}/recovery-code`
/** The form that makes recovery codes. */
export const recoveryCodeSetupPath: string = `${loginPath}/recovery-codes`
/** The form that downloads new recovery codes. */
export const recoveryCodeDownloadPath: string = `${loginPath}/recovery-codes/download`
/** The form that confirms that new recovery codes are saved. */
export const savedRecoveryCodesPath: string = `${loginPath}/recovery-codes/saved`
/** The account selection: page and form. */
export const accountsPath: string = `${loginPath}/accounts`
/** The login name page for a user other than the one that the dispatcher would ask. */
export const otherUserPath: string = `${loginPath}/other-user`

/** Starts an expired sign-in again. */
export const restartPath: string = `${loginPath}/restart`

/** The form by which a user skips an offered step. */
export const skipPath: string = `${loginPath}/skip`

/** The page for users who forgot their password, and its form. The paths of the recovery start with it. */
export const recoveryPath: string = `${loginPath}/recovery`
/** The mailed link by which users report a change that they did not make, and its form. */
export const changeReportPath: string = `${loginPath}/change-report`
/** The mailed link of an invitation, and its form. The paths of the invitation start with it. */
export const invitationPath: string = `${loginPath}/invitation`

/** The page for visitors without an account, and its form. The paths of the registration start with it. */
export const registrationPath: string = `${loginPath}/registration`

/** The form of the address that is to be confirmed. The paths of the verification start with it. */
export const emailVerificationPath: string = `${loginPath}/email-verification`
/** The form of a new address. The paths of the change start with it. */
export const emailChangePath: string = `${loginPath}/email-change`

/** Errors that the dispatcher shows on an error page instead of the page of the form. */
export type UserError = 'user_not_active' | 'wrong_user'

/** The error of a form. */
export interface FormRefusal {
  readonly error: FormError | UserError
  /** When the form may be posted again: milliseconds since the epoch. */
  readonly until?: number
  /** The authenticator whose page shows the error, where the dispatcher has a choice. */
  readonly factor?: string
}

/** The longest wait that a page shows, in milliseconds. No delay of this package is longer, so a longer one in a query is not ours. */
const longestWait = 3_600_000

const newPasswordErrors = [
  'missing_new_password',
  'passwords_differ',
  'password_unchanged',
  'password_too_short',
  'password_too_long',
  'password_without_lowercase',
  'password_without_uppercase',
  'password_without_digit',
  'password_without_symbol',
  'password_common',
  'password_personal',
  'password_predictable',
] as const satisfies readonly FormError[]

const errorsOfPages: Readonly<Record<Page['kind'], readonly FormError[]>> = {
  login_name: ['missing_login_name', 'passkey_refused', 'passkey_expired'],
  password: ['missing_password', 'invalid_credentials', 'too_many_attempts', 'busy', 'passkey_refused', 'passkey_expired'],
  first_factor: ['passkey_refused', 'passkey_expired'],
  password_change: ['missing_current_password', 'wrong_current_password', ...newPasswordErrors, 'too_many_attempts', 'busy'],
  recovery: ['missing_login_name', 'too_many_attempts'],
  mailed_code: ['missing_mailed_code', 'invalid_mailed_code', 'too_many_attempts'],
  email_address: ['invalid_email', 'email_unchanged', 'email_taken', 'setup_expired', 'too_many_attempts'],
  mailed_link: [],
  first_password: [...newPasswordErrors, 'too_many_attempts', 'busy', 'passkey_not_created', 'passkey_expired', 'passkey_exists'],
  registration: ['invalid_email', 'too_many_attempts'],
  registration_names: ['missing_name', 'invalid_user_name', 'user_name_taken'],
  one_time_code: ['missing_code', 'invalid_code', 'too_many_attempts'],
  passkey: ['passkey_refused', 'passkey_expired'],
  passkey_setup: ['passkey_not_created', 'passkey_expired', 'passkey_exists', 'passkey_limit'],
  totp_setup: ['setup_expired'],
  totp_enrolment: ['missing_code', 'invalid_code'],
  recovery_code: ['missing_recovery_code', 'invalid_recovery_code', 'too_many_attempts'],
  recovery_code_setup: ['setup_expired'],
  recovery_codes: ['codes_not_saved'],
  account_selection: [],
  external_account: ['missing_name', 'invalid_user_name', 'user_name_taken'],
  external_link: [],
  // Its refusals have names of the host's: see `readOwnRefusal`.
  own: [],
  part: [],
  error: [],
  form_post: [],
  leaving: [],
  sign_out: [],
  signed_out: [],
  welcome: [],
}

/** @returns the path with the id of the authorization request in its query */
export function withRequest(path: string, requestId: string): string {
  return `${path}?request=${encodeURIComponent(requestId)}`
}

/** @returns the path with the ids of the authorization request and of a flow in its query */
export function withFlow(path: string, requestId: string, flow: string): string {
  return `${withRequest(path, requestId)}&flow=${encodeURIComponent(flow)}`
}

/** @returns the path of a page of a flow to show again, with the error in its query */
export function withFlowRefusal(path: string, requestId: string, flow: string, refusal: FormRefusal): string {
  return `${withRefusal(path, requestId, refusal)}&flow=${encodeURIComponent(flow)}`
}

/** @returns the path of the page to show again, with the error in its query */
export function withRefusal(path: string, requestId: string, { error, until, factor }: FormRefusal): string {
  const page = factor === undefined ? withRequest(path, requestId) : withFactor(requestId, factor)
  return `${page}&error=${error}${until === undefined ? '' : `&until=${until}`}`
}

/** @returns the path of the dispatcher, which shows the page of an own step again, with the refusal in its query */
export function withOwnRefusal(requestId: string, step: string, refusal: string): string {
  // The dot keeps the names of hosts apart from ours.
  return `${withRequest(loginPath, requestId)}&error=${step}.${refusal}`
}

/** Reads why the form of a custom step was rejected. An unknown name, or a name of another step, is ignored. */
export function readOwnRefusal<R extends string>(
  { error }: Readonly<Record<string, string>>,
  step: string,
  refusals: readonly R[],
): R | undefined {
  return refusals.find((each) => error === `${step}.${each}`)
}

/** @returns the path of the dispatcher that shows the page of this second factor */
export function withFactor(requestId: string, factor: string): string {
  return `${withRequest(loginPath, requestId)}&factor=${encodeURIComponent(factor)}`
}

/** Reads the error about the user from the query of the dispatcher. */
export function readUserError({ error }: Readonly<Record<string, string>>): UserError | undefined {
  return error === 'user_not_active' || error === 'wrong_user' ? error : undefined
}

/**
 * Reads the error of the form that was posted last.
 *
 * @param kind the page to show: an error of another page is ignored
 * @param parameters the parameters of the query
 * @returns the members of the page; none when the wait is over
 */
export function readFormError(
  kind: Page['kind'],
  { error: errorCode, until }: Readonly<Record<string, string>>,
  now: number,
): Pick<FormPage, 'error' | 'retryAfter'> {
  const error = errorsOfPages[kind].find((each) => each === errorCode)
  if (error === undefined) return {}
  if (until === undefined) return { error }
  const wait = /^[0-9]{1,15}$/.test(until) ? Number(until) - now : 0
  return wait > 0 && wait <= longestWait ? { error, retryAfter: Math.ceil(wait / 1000) } : {}
}
