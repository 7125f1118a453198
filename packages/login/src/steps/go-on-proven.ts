// What follows a proof: the next page, or, when all that is due is proven, a sign-in that is complete. Then the browser is known, and the way
// leads back to the application.
import type { User } from '@symbolon/core-protocol'
import { ofUser, stillHeldBy } from '@symbolon/core-protocol'
import { rememberBrowser } from '../attempts/known-browser.ts'
import { recordLogin } from './audit.ts'
import type { LoginContext } from '../visit/authenticator.ts'
import { due } from '../visit/due.ts'
import type { Established } from './session.ts'
import type { Pages } from '../visit/pages.ts'
import { goOn, toDispatcher } from './step.ts'
import { proven, type Visit } from '../visit/visit.ts'

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
