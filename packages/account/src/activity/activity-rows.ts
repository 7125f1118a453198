// The events of the audit trail as their user sees them. Pure. It names no other user and no network of another user.
import type { AuditEventType, StoredAuditEvent } from '@symbolon/core-protocol'
import { coarseNetworkOf, parseAddress, personOf } from '@symbolon/core-protocol'
import type { ActivityKind, ActivityRow } from '../ui/activity.ts'

/** The kind of each type of event. Types that are not listed are not shown. */
const kinds: Partial<Record<AuditEventType, ActivityKind>> = {
  login_succeeded: 'signed_in',
  login_failed: 'sign_in_failed',
  second_factor_failed: 'second_step_failed',
  second_factor_added: 'app_added',
  second_factor_removed: 'app_removed',
  recovery_codes_made: 'recovery_codes_made',
  passkey_added: 'passkey_added',
  passkey_removed: 'passkey_removed',
  factors_removed: 'factors_removed',
  user_impersonated: 'impersonated',
  authorization_code_reused: 'token_reused',
  password_changed: 'password_changed',
  recovery_started: 'recovery_started',
  change_reported: 'change_reported',
  user_link_issued: 'link_issued',
  session_ended: 'signed_out',
  token_revoked: 'access_removed',
  refresh_token_reused: 'token_reused',
  resource_created: 'account_created',
  resource_changed: 'account_changed',
}

const linkKinds: Partial<Record<AuditEventType, ActivityKind>> = {
  resource_created: 'account_connected',
  resource_removed: 'account_disconnected',
}

/** Kinds of events that an administrator of the account may cause. */
const administrative: ReadonlySet<ActivityKind> = new Set(['password_changed', 'link_issued', 'account_created', 'account_changed'])

/**
 * The rows of the events, the newest first. Events of one kind that follow one another from one network are one row.
 *
 * @param events in any order
 */
export function activityRows(events: readonly StoredAuditEvent[], limit: number): readonly ActivityRow[] {
  const rows: ActivityRow[] = []
  for (const event of events.toSorted((a, b) => (a.id < b.id ? 1 : -1))) {
    const row = rowOf(event)
    if (row === undefined) continue
    const last = rows.at(-1)
    if (last !== undefined && isSame(last, row)) rows[rows.length - 1] = { ...last, count: last.count + 1 }
    else if (rows.length === limit) break
    else rows.push(row)
  }
  return rows
}

function rowOf(event: StoredAuditEvent): ActivityRow | undefined {
  const { type, at, actorId, subject, remoteAddress } = event
  const kind = (subject?.kind === 'userLink' ? linkKinds : kinds)[type]
  if (kind === undefined) return undefined
  const isOwn = actorId !== undefined && actorId === personOf(event)
  const address = isOwn && remoteAddress !== undefined ? parseAddress(remoteAddress) : undefined
  return {
    kind,
    at,
    count: 1,
    byAdministrator: !isOwn && administrative.has(kind),
    ...(address === undefined ? {} : { network: coarseNetworkOf(address) }),
  }
}

function isSame(one: ActivityRow, other: ActivityRow): boolean {
  return one.kind === other.kind && one.network === other.network && one.byAdministrator === other.byAdministrator
}
