// Continues the sign-in after a factor was verified: leads to the page of the next step, or completes the sign-in when no step is due.
import type { Answer, DueStep, Session, User } from '@symbolon/core-protocol'
import { ofUser, stillHeldBy } from '@symbolon/core-protocol'
import { rememberBrowser } from '../attempts/known-browser.ts'
import type { Pages } from '../visit/pages.ts'
import { dueStepsFor } from '../visit/due-of-session.ts'
import { withSession } from '../visit/visit.ts'
import type { LoginContext, Visit } from '../visit/visit.ts'
import type { EstablishedSession } from './session.ts'
import { finishStep, redirectToDispatcher } from './step.ts'

/**
 * Continues the sign-in with a session that was just established or renewed. When the sign-in is complete, it is recorded, the browser is
 * remembered as known to the user, and the response leads back to the application.
 *
 * @param user as read before the factor was verified
 */
export async function continueSignIn(
  user: User,
  { session, setCookie }: EstablishedSession,
  visit: Visit,
  pages: Pages,
  context: LoginContext,
): Promise<Answer> {
  const current = await context.stores.users.findActive(user.id)
  const { validity, createdAt: issuedAt } = session
  // The user was changed or deactivated while the factor was verified: the session has ended, and the dispatcher starts over.
  if (current === undefined || !stillHeldBy(ofUser(current), { validity, issuedAt })) return redirectToDispatcher(visit, [setCookie])
  const { required, ...rest } = await dueStepsFor(visit.purpose, session, current, context)
  await recordSignIn(user, session, required, visit, context)
  const cookies = required === undefined ? [setCookie, await rememberBrowser(user, visit.request, context)] : [setCookie]
  return finishStep(withSession(visit, { session, user: current, due: required, ...rest }, context.now()), pages, cookies)
}

/** The remote address of the request as a member of an audit event. */
export function remoteAddressOf({ remoteAddress }: Pick<LoginContext, 'remoteAddress'>): { readonly remoteAddress?: string } {
  return remoteAddress === undefined ? {} : { remoteAddress }
}

/** The application of the sign-in as a member of an audit event. */
export function clientOf({ client: { clientId } }: Visit): { readonly clientId?: string } {
  return clientId === undefined ? {} : { clientId }
}

/** Records a completed sign-in: the user has passed every required step, and at least one of them in this request. */
async function recordSignIn(user: User, session: Session, due: DueStep | undefined, visit: Visit, context: LoginContext): Promise<void> {
  const { clientId } = visit.client
  if (due !== undefined) {
    context.log.info('login_continues', { userId: user.id, sessionId: session.id, clientId, step: due })
    return
  }
  context.log.info('login_succeeded', { userId: user.id, sessionId: session.id, clientId })
  await context.audit({ type: 'login_succeeded', actorId: user.id, ...clientOf(visit), orgId: user.orgId, ...remoteAddressOf(context) })
}
