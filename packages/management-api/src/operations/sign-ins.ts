// How many people signed in, and how many failed to, day by day.
import type { RequestContext } from '@symbolon/core-protocol'
import { may } from '@symbolon/permissions'
import { RestError } from '@symbolon/rest'
import { noteAsked } from './context.ts'
import type { Management } from './context.ts'

/** No day is counted further, so that the answer takes a few milliseconds on the largest instance. */
export const mostSignIns = 500

const day = 86_400_000

/** The sign-ins of one day. */
export interface SignInDay {
  /** In UTC, e.g. `2026-01-31`. */
  readonly date: string
  /** Up to `mostSignIns`. */
  readonly succeeded: number
  readonly failed: number
}

/**
 * Counts the sign-ins of the last days, the present one included.
 * @param query with `orgId`: those of this organization alone
 * @returns the oldest day first
 * @throws RestError permission_denied
 */
export async function listSignIns(
  { orgId, days }: { readonly orgId?: string; readonly days: number },
  management: Management,
  { stores, now }: Pick<RequestContext<'auditEvents'>, 'now' | 'stores'>,
): Promise<readonly SignInDay[]> {
  const place = orgId === undefined ? {} : { orgId }
  noteAsked(management, { action: 'list', subject: 'event' })
  const refusal = may(management.rights, 'list', 'event', place)
  if (refusal !== undefined) throw new RestError('permission_denied', refusal.message)
  const first = (Math.floor(now() / day) - days + 1) * day
  const times = Array.from({ length: days + 1 }, (_, index) => first + index * day)
  const counted = { ...place, times, most: mostSignIns }
  const [succeeded, failed] = await Promise.all([
    stores.auditEvents.countBetween({ type: 'login_succeeded', ...counted }),
    stores.auditEvents.countBetween({ type: 'login_failed', ...counted }),
  ])
  return succeeded.map((count, index) => ({
    date: new Date(first + index * day).toISOString().slice(0, 10),
    succeeded: count,
    failed: failed[index] ?? 0,
  }))
}
