// What follows a proof: the next page, or, when all that is due is proven, a sign-in that is complete. Then the browser is known, and the way
// leads back to the application.
import type { DueStep, Session, User } from '@symbolon/core-protocol'
import { ofUser, stillHeldBy } from '@symbolon/core-protocol'
import { rememberBrowser } from '../attempts/known-browser.ts'
import type { Established } from './session.ts'
import { goOn, toDispatcher } from './step.ts'
import { due } from '../visit/due-step.ts'
import type { Pages } from '../visit/pages.ts'
import { proven, type LoginContext, type Visit } from '../visit/visit.ts'

export async function goOnProven(
  user: User,
  { session, setCookie }: Established,
  visit: Visit,
  pages: Pages,
  context: LoginContext,
): Promise<Response> {
  const current = await context.stores.users.findActive(user.id)
  // Changed while the proof was checked: what it opened has ended, and the person is asked again.
  const { validity, createdAt: issuedAt } = session
  if (current === undefined || !stillHeldBy(ofUser(current), { validity, issuedAt })) return toDispatcher(visit, [setCookie])
  const step = await due(session, user, context)
  await recordLogin(user, session, step, visit, context)
  const cookies = step === undefined ? [setCookie, await rememberBrowser(user, visit.request, context)] : [setCookie]
  return goOn(proven(visit, { session, user, due: step }, context.now()), pages, cookies)
}

// What the audit trail says about a sign-in that is complete.

/** Of a user who has proven all that is due, and proved something anew for this sign-in. */
export async function recordLogin(
  user: User,
  session: Session,
  step: DueStep | undefined,
  { client: { clientId } }: Visit,
  context: LoginContext,
): Promise<void> {
  if (step !== undefined) {
    context.log.info('login_continues', { userId: user.id, sessionId: session.id, clientId, step })
    return
  }
  context.log.info('login_succeeded', { userId: user.id, sessionId: session.id, clientId })
  await context.audit({ type: 'login_succeeded', actorId: user.id, clientId, orgId: user.orgId, ...remoteOf(context) })
}

export function remoteOf({ remoteAddress }: LoginContext): { readonly remoteAddress?: string } {
  return remoteAddress === undefined ? {} : { remoteAddress }
}
