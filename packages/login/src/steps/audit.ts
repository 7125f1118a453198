// What the audit trail says about a sign-in that is complete.
import type { DueStep, Session, User } from '@symbolon/core-protocol'
import type { LoginContext } from '../visit/authenticator.ts'
import type { Visit } from '../visit/visit.ts'

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
