// The result of a form, in the query of the page that follows it: `done` or `error`. Both are bound to the session, so that a link from elsewhere
// cannot make the page report a result.
import type { Answer } from '@symbolon/core-protocol'
import { digest, equalDigests, readQuery, redirect, refusedRedirect } from '@symbolon/core-protocol'
import { accountPath } from '../ui/ui.ts'
import type { AccountError, AccountNotice, AccountPageBase } from '../ui/page.ts'
import { pathFor } from './visitor.ts'
import type { Visitor } from './visitor.ts'

const notices: Readonly<Record<AccountNotice, true>> = {
  account_deleted: true,
  session_ended: true,
  other_sessions_ended: true,
  profile_changed: true,
  phone_changed: true,
  phone_removed: true,
  authenticator_app_removed: true,
  application_revoked: true,
  invitation_accepted: true,
  invitation_declined: true,
  passkey_renamed: true,
  passkey_removed: true,
  identity_disconnected: true,
}
const errors: Readonly<Record<AccountError, true>> = {
  outdated_form: true,
  wrong_login_name: true,
  last_owner: true,
  outdated_profile: true,
  missing_name: true,
  invalid_phone: true,
  outdated_phone: true,
  factor_required: true,
  last_way_in: true,
}

/** Redirects to a page of the account, which reports the result. @param path of the account page unless given */
export function done(visitor: Visitor, notice: AccountNotice, path: string = accountPath): Answer {
  return redirect(withResult(visitor, path, 'done', notice))
}

/** Redirects to the page of a rejected form, which shows the reason. */
export function refused(visitor: Visitor, error: AccountError, path: string = accountPath): Answer {
  return refusedRedirect(withResult(visitor, path, 'error', error))
}

/** Reads what the last form did from the query of a page. */
export function readResult(visitor: Pick<Visitor, 'request' | 'csrf'>): Pick<AccountPageBase, 'notice' | 'error'> {
  const { done: notice = '', error = '', mark = '' } = readQuery(visitor.request).parameters
  if (isOneOf(notices, notice) && equalDigests(mark, markOf(visitor, notice))) return { notice }
  if (isOneOf(errors, error) && equalDigests(mark, markOf(visitor, error))) return { error }
  return {}
}

function withResult(visitor: Visitor, path: string, member: 'done' | 'error', result: AccountNotice | AccountError): string {
  const page = pathFor(visitor, path)
  return `${page}${page.includes('?') ? '&' : '?'}${member}=${result}&mark=${markOf(visitor, result)}`
}

function markOf({ csrf }: Pick<Visitor, 'csrf'>, result: string): string {
  return digest(`result ${csrf} ${result}`)
}

function isOneOf<Name extends string>(names: Readonly<Record<Name, true>>, name: string): name is Name {
  return Object.hasOwn(names, name)
}
