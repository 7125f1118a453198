// Issues authorization codes. https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
import { digest, longestLifetime, ofClient, ofUser, uniteHolders, validityOf } from '@symbolon/core-protocol'
import type { AuthorizationAnswer, Context, GrantedRequest } from '@symbolon/core-protocol'

/** @returns the response parameter `code`; the code itself is not stored, its digest is */
export async function issueAuthorizationCode(granted: GrantedRequest, context: Context<'authorizationCodes'>): Promise<AuthorizationAnswer> {
  const { request, client, session, user, acr, amr } = granted
  const code = context.randomToken()
  const issuedAt = context.now()
  await context.stores.authorizationCodes.insert({
    digest: digest(code),
    authorizationId: context.randomToken().slice(0, 22),
    clientId: client.clientId,
    redirectUri: request.redirectUri,
    userId: session.userId,
    sessionId: session.id,
    scope: request.scope,
    ...(request.nonce === undefined ? {} : { nonce: request.nonce }),
    ...(request.codeChallenge === undefined ? {} : { codeChallenge: request.codeChallenge }),
    ...(request.claims === undefined ? {} : { claims: request.claims }),
    authenticatedAt: session.authenticatedAt,
    amr,
    acr,
    issuedAt,
    validity: validityOf(uniteHolders(ofUser(user), ofClient(client))),
    expiresAt: issuedAt + context.lifetimes.authorizationCode * 1000,
    // A reuse is recognised for as long as anything that the code gave out could live.
    rememberedUntil: issuedAt + longestLifetime(context) * 1000,
  })
  return { parameters: { code } }
}
