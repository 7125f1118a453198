// The paths of the steps, all under `/ui/login`.
import type { Refusal } from './refusal.ts'
import { loginPath } from '../ui/ui.ts'

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
