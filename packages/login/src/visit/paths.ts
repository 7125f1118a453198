// The paths of the steps, all under `/ui/login`.
import { loginPath, type FormError, type FormPage, type Page } from '../ui/ui.ts'

export const loginNamePath: string = `${loginPath}/login-name`
export const passwordPath: string = `${loginPath}/password`
export const totpPath: string = `${loginPath}/totp`
export const accountsPath: string = `${loginPath}/accounts`
export const otherUserPath: string = `${loginPath}/other-user`

/** @returns where the dispatcher shows the page that is due, with what was wrong with the form */
export function withRefusal(path: string, requestId: string, { error, until }: Refusal): string {
  return `${withRequest(path, requestId)}&error=${error}${until === undefined ? '' : `&until=${until}`}`
}

/** @returns the path with the id of the authorization request in its query */
export function withRequest(path: string, requestId: string): string {
  return `${path}?request=${encodeURIComponent(requestId)}`
}

// What was wrong with a form, on its way through the redirect that follows it: a code, and for how long to wait. It stands in the query of
// the page, so that a reload shows it again and sends nothing. Nobody else can make such a link: the id of the request is secret.

/** Errors that take the place of the page. */
export type RefusedUser = 'user_not_active' | 'wrong_user'

export interface Refusal {
  readonly error: FormError | RefusedUser
  /** Milliseconds since the epoch. */
  readonly until?: number
}

/** Longer than any wait of ours: whatever says more was not made here. */
const longestWait = 3_600_000

const errorsOf: Readonly<Record<Page['kind'], readonly FormError[]>> = {
  login_name: ['missing_login_name'],
  password: ['missing_password', 'invalid_credentials', 'too_many_attempts', 'busy'],
  one_time_code: ['missing_code', 'invalid_code', 'too_many_attempts'],
  account_selection: [],
  error: [],
  form_post: [],
  leaving: [],
  sign_out: [],
  signed_out: [],
  welcome: [],
}

export function readRefusedUser({ error }: Readonly<Record<string, string>>): RefusedUser | undefined {
  return error === 'user_not_active' || error === 'wrong_user' ? error : undefined
}

/**
 * The members of a page with a form that say what was wrong with the last one.
 * @param parameters of the query
 * @returns nothing for an error that is none of this page, and for a wait that is over
 */
export function refusalOf(
  kind: Page['kind'],
  { error: told, until }: Readonly<Record<string, string>>,
  now: number,
): Pick<FormPage, 'error' | 'retryAfter'> {
  const error = errorsOf[kind].find((each) => each === told)
  if (error === undefined) return {}
  if (until === undefined) return { error }
  const wait = /^[0-9]{1,15}$/.test(until) ? Number(until) - now : 0
  return wait > 0 && wait <= longestWait ? { error, retryAfter: Math.ceil(wait / 1000) } : {}
}
