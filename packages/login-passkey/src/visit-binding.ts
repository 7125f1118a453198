// What the challenges of a sign-in are bound to, and how the refusal of a sign-in with a passkey alone is reported and recorded.
import type { Answer } from '@symbolon/core-protocol'
import { clientOf, refuseForm, remoteAddressOf } from '@symbolon/login'
import type { FormError, LoginContext, Visit } from '@symbolon/login'
import type { ChallengeBinding } from './webauthn/challenge.ts'
import { CeremonyRefused } from './webauthn/refusal.ts'

/** Binds challenges to the pending request, its browser, and the user who has to respond. */
export function bindingOf({ pending }: Visit, userId?: string): ChallengeBinding {
  return { requestId: pending.id, browser: pending.browser ?? '', ...(userId === undefined ? {} : { userId }) }
}

/** A refused ceremony, for the form that shows it. */
export interface Refusal {
  readonly visit: Visit
  /** The error that the page shows, unless its challenge has expired. */
  readonly error: FormError
  /** The user who was asked; absent before a user has signed in. */
  readonly user?: { readonly id: string; readonly orgId: string }
  /** The path of the page, where the dispatcher would show a different page. */
  readonly path?: string
}

/**
 * Refuses a form whose ceremony failed. The page has one text for all reasons but an expired challenge; log and audit trail record the reason.
 *
 * @throws the error itself if it is not a refused ceremony
 */
export async function refuseCeremony(error: unknown, refusal: Refusal, context: LoginContext): Promise<Answer> {
  if (!(error instanceof CeremonyRefused)) throw error
  const { reason } = error
  const { visit, user, path } = refusal
  context.log.info('login_failed', { reason, method: 'passkey', userId: user?.id, clientId: visit.client.clientId })
  // A page that stayed open too long does not count as an attempt.
  if (reason !== 'challenge_expired') {
    await context.audit({
      type: 'login_failed',
      ...clientOf(visit),
      ...(user === undefined ? {} : { subject: { kind: 'user', id: user.id }, orgId: user.orgId }),
      ...remoteAddressOf(context),
      details: { method: 'passkey', reason },
    })
  }
  const shown = reason === 'challenge_expired' ? 'passkey_expired' : refusal.error
  return refuseForm(visit, { error: shown }, path)
}
