// The user at a page of a part: the sessions of the browser decide, by the rules of an authorization request. A browser without a session that
// suffices is led through the login and back to the page.
import { requireLogin } from '../endpoints/authorize.ts'
import type { RequestContext } from '../contract/context.ts'
import type { SignInAsked } from '../contract/login.ts'
import { readQuery } from '../http/parameters.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Answer } from '../http/responses.ts'
import { identifyUserAgent } from '../authorization/browser-sessions.ts'
import { interaction } from '../authorization/interaction.ts'
import type { Candidate } from '../authorization/interaction.ts'
import { countedFactors } from '../authorization/two-factors.ts'

/** The stores that `identifyVisitor` reads and writes. */
export const pageVisitorStores = ['sessions', 'users'] as const

/** The signed-in user at a page, or the answer that leads to a sign-in. */
export type PageVisitor =
  | {
      readonly visitor: Candidate
      /** The path of the page, for its forms and redirects: in a browser with several users it says which one. */
      readonly path: string
    }
  | { readonly answer: Answer }

/** The longest id of a user, in UTF-16 code units. */
const longestId = 200

/**
 * Identifies the user at a page of a part. If no session of the browser suffices, or there are several, the answer leads through the login and
 * back to `returnTo`, with the user in the parameter `account`.
 *
 * @param asked what the page demands of the session, such as `maxAge`, `twoFactors` or `organization`
 * @throws TypeError when `returnTo` is not a path of this server
 */
export async function identifyVisitor(
  asked: SignInAsked,
  request: HttpRequest,
  context: RequestContext<(typeof pageVisitorStores)[number]>,
): Promise<PageVisitor> {
  const login = requireLogin(context)
  const now = context.now()
  const account = readQuery(request).parameters['account'] ?? ''
  const named = account === '' || account.length > longestId ? {} : { subject: account }
  const demanded = { prompt: [], uiLocales: [], ...named, ...asked }
  const purpose = { request: demanded, client: undefined, id: undefined, createdAt: now }
  const { candidates } = await identifyUserAgent(request, context, (session, user) =>
    login.due(countedFactors(session, demanded, now, now), user, purpose),
  )
  const decision = interaction(demanded, candidates, { requestedAt: now, now, chosenSessionId: undefined })
  if (decision.kind === 'proceed') return { visitor: decision.candidate, path: withAccount(asked.returnTo, account) }
  // A user whose session is named and has ended may sign in as a different user.
  const isHere = candidates.some(({ user }) => user.id === account)
  const { subject: _subject, ...anyone } = demanded
  return { answer: await login.signIn({ ...(isHere ? demanded : anyone), returnsAccount: true, ...asked }, request, context) }
}

function withAccount(path: string, account: string): string {
  if (account === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ account })}`
}
