// The redirection endpoint of the console. It redeems the code at the token endpoint of this same process, checks the ID token, and opens a
// session of the console. No token leaves the server. https://openid.net/specs/openid-connect-core-1_0.html#AuthResponse
import {
  define,
  digest,
  DisplayedError,
  equalDigests,
  fromRequest,
  InvalidJwt,
  namedCookieHeader,
  readQuery,
  redirect,
  token,
  tokenPath,
  verifyIdToken,
} from '@symbolon/core-protocol'
import type { AnyEndpoint, Context, ConsoleSession, HttpRequest, RequestContext, StoreName } from '@symbolon/core-protocol'
import { isFresh } from '@symbolon/login'
import { forgetPendingSignIn, readPendingSignIn } from './begin.ts'
import type { PendingSignIn } from './begin.ts'
import { callbackPath, consoleClientId, consoleClientSecret, consolePath } from '../client/client.ts'
import { withErrorPages } from '../visit/error-pages.ts'
import { consoleCookie, readConsoleSecret } from '../visit/session.ts'

/** Seconds. */
const sessionLifetime = 8 * 3600

/** `GET /ui/console/callback`. */
export const callback: AnyEndpoint = define({
  kind: 'endpoint',
  takes: 'form',
  name: 'callback of the console',
  path: callbackPath,
  methods: ['GET'],
  stores: [...token.stores, 'consoleSessions', 'sessions', 'users'] as const,
  cors: 'none',
  handle: async (request, context: Context<StoreName>, origin) =>
    await withErrorPages(request, context, async () => {
      const { parameters } = readQuery(request)
      const { state = '', code, error, iss } = parameters
      const pendingSignIn = await readPendingSignIn(request, state, context)
      const forgotten = forgetPendingSignIn(state, context.issuer)
      // A response that this browser did not ask for, or a second use of one: the first page decides again.
      if (pendingSignIn === undefined || (iss !== undefined && iss !== context.issuer)) return redirect(consolePath, [forgotten])
      if (error !== undefined || code === undefined) {
        context.log.info('console_sign_in_refused', { error })
        throw expired()
      }
      const idToken = await redeem(code, pendingSignIn, context, origin)
      const cookie = await openSession(idToken, pendingSignIn, request, { ...context, ...origin })
      return redirect(pendingSignIn.returnTo, [forgotten, cookie])
    }),
})

async function redeem(
  code: string,
  { codeVerifier }: PendingSignIn,
  context: Context<StoreName>,
  origin: Parameters<AnyEndpoint['handle']>[2],
): Promise<string> {
  const { issuer, vendor } = context
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: `${issuer}${callbackPath}`,
    code_verifier: codeVerifier,
  })
  const credentials = btoa(`${consoleClientId(vendor)}:${encodeURIComponent(consoleClientSecret(context))}`)
  const request = new Request(`${issuer}${tokenPath}`, { method: 'POST', headers: { authorization: `Basic ${credentials}` }, body })
  const answer = await token.handle(fromRequest(request), context, origin)
  const response: unknown = typeof answer.body === 'string' ? JSON.parse(answer.body) : undefined
  const idToken: unknown = typeof response === 'object' && response !== null ? Reflect.get(response, 'id_token') : undefined
  if (answer.status !== 200 || typeof idToken !== 'string') throw expired()
  return idToken
}

/** @returns the `Set-Cookie` value of the new session */
async function openSession(
  idToken: string,
  pendingSignIn: PendingSignIn,
  request: HttpRequest,
  context: RequestContext<StoreName>,
): Promise<string> {
  const verified = await verifyIdToken(idToken, 'enforced', context).catch((error: unknown) => {
    throw error instanceof InvalidJwt ? expired() : error
  })
  const { subject, clientId, sessionId, authentication, nonce } = verified
  if (clientId !== consoleClientId(context.vendor) || nonce === undefined || !equalDigests(nonce, pendingSignIn.nonce)) throw expired()
  if (sessionId === undefined || authentication === undefined) throw expired()
  const secret = context.randomToken()
  const now = context.now()
  const [ofProvider, user] = await Promise.all([context.stores.sessions.find(sessionId, now), context.stores.users.find(subject)])
  // A user who has just signed in with every factor is not asked for them again.
  const isProven = pendingSignIn.stepUp || (ofProvider !== undefined && user !== undefined && (await isFresh(ofProvider, user, context)))
  const session: ConsoleSession = {
    id: digest(secret),
    userId: subject,
    sessionId,
    authenticatedAt: authentication.at,
    acr: authentication.acr,
    ...(isProven ? { steppedUpAt: authentication.at } : {}),
    createdAt: now,
    lastUsedAt: now,
    expiresAt: now + sessionLifetime * 1000,
  }
  const replaced = readConsoleSecret(request, context.issuer)
  await context.stores.consoleSessions.insert(session, replaced === undefined ? undefined : digest(replaced))
  await context.audit({
    type: pendingSignIn.stepUp ? 'stepped_up' : 'console_signed_in',
    actorId: subject,
    clientId,
    subject: { kind: 'user', id: subject },
    ...(user === undefined ? {} : { orgId: user.orgId }),
    ...(context.remoteAddress === undefined ? {} : { remoteAddress: context.remoteAddress }),
    details: { acr: authentication.acr },
  })
  return namedCookieHeader(consoleCookie, secret, sessionLifetime, context.issuer)
}

function expired(): DisplayedError {
  return new DisplayedError('invalid_request', 'The sign-in to the console could not be completed. Open the console again.')
}
