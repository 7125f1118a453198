// The user at a page of a part: the sessions of the browser decide, by the rules of an authorization request. A browser without a session that
// suffices is led through the login and back to the page.
import { requireLogin } from '../endpoints/authorize.ts'
import type { RequestContext } from '../contract/context.ts'
import type { SignInAsked } from '../contract/login.ts'
import { DisplayedError } from '../errors/oauth-error.ts'
import type { Client } from '../ports/client.ts'
import { readQuery } from '../http/parameters.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Answer } from '../http/responses.ts'
import { identifyUserAgent } from '../authorization/browser-sessions.ts'
import { interaction, mayAnswer } from '../authorization/interaction.ts'
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
  | {
      readonly answer: Answer
      /** The user for whom a step of the login denies the request of the application. */
      readonly denied?: Candidate
    }

/** The application that a page acts for. */
export interface PageApplication {
  readonly client: Client
  /** The scope that the application asks for. */
  readonly scope: readonly string[]
}

/** The longest id of a user, in UTF-16 code units. */
const longestId = 200

/**
 * Identifies the user at a page of a part. If no session of the browser suffices, or there are several, the answer leads through the login and
 * back to `returnTo`, with the user in the parameter `account`.
 *
 * @param asked what the page demands of the session, such as `maxAge`, `twoFactors` or `organization`
 * @param application where the user decides about an application: steps of the login know it, and can ask for consent or deny the request
 * @throws TypeError when `returnTo` is not a path of this server
 */
export async function identifyVisitor(
  asked: SignInAsked,
  request: HttpRequest,
  context: RequestContext<(typeof pageVisitorStores)[number]>,
  application?: PageApplication,
): Promise<PageVisitor> {
  const login = requireLogin(context)
  const now = context.now()
  const account = readQuery(request).parameters['account'] ?? ''
  const named = account === '' || account.length > longestId ? {} : { subject: account }
  const ofApplication = application === undefined ? {} : { applicationId: application.client.clientId, scope: application.scope }
  const demanded = { prompt: [], uiLocales: [], ...named, ...asked, ...ofApplication }
  const purpose = { request: demanded, client: application?.client, id: undefined, createdAt: now }
  const { candidates } = await identifyUserAgent(request, context, (session, user) =>
    login.due(countedFactors(session, demanded, now, now), user, purpose),
  )
  const decision = interaction(demanded, candidates, { requestedAt: now, now, chosenSessionId: undefined })
  if (decision.kind === 'proceed') return { visitor: decision.candidate, path: withAccount(asked.returnTo, account) }
  const denied =
    decision.kind === 'error' ? candidates.find((each) => mayAnswer(each.user, demanded) && each.answer === 'denied') : undefined
  if (application !== undefined && denied !== undefined) {
    const error = new DisplayedError('access_denied', 'A step of the sign-in denies the request.')
    return { answer: await login.displayError(error, request), denied }
  }
  // A user whose session is named and has ended may sign in as a different user.
  const isHere = candidates.some(({ user }) => user.id === account)
  const { subject: _subject, ...anyone } = demanded
  return {
    answer: await login.signIn({ ...(isHere ? demanded : anyone), returnsAccount: true, ...asked, ...ofApplication }, request, context),
  }
}

function withAccount(path: string, account: string): string {
  if (account === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ account })}`
}
