// What follows the proof that may be the last: who has proven all that is due has completed a sign-in, and is known in this browser.
import type { Session, User } from '@symbolon/core-protocol'
import { rememberBrowser } from './attempts/known-browser.ts'
import { recordLogin } from './audit.ts'
import type { LoginContext } from './authenticator.ts'
import { due } from './due.ts'
import type { Visit } from './visit.ts'

/** @returns the `Set-Cookie` values that go with the answer, beside the session's */
export async function completeSignIn(user: User, session: Session, visit: Visit, context: LoginContext): Promise<readonly string[]> {
  const step = await due(session, user, context)
  await recordLogin(user, session, step, visit, context)
  return step === undefined ? [await rememberBrowser(user, visit.request, context)] : []
}
