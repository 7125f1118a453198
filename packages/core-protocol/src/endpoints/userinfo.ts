// The userinfo endpoint. https://openid.net/specs/openid-connect-core-1_0.html#UserInfo
import { userClaimMetadata } from '../claims/user-claims.ts'
import { bearerToken } from '../http/bearer-token.ts'
import { checkLength, readForm, withoutEmpty } from '../http/parameters.ts'
import type { ParsedParameters } from '../http/parameters.ts'
import type { HttpRequest } from '../http/request.ts'
import { bearerErrorAnswer, json } from '../http/responses.ts'
import type { Answer } from '../http/responses.ts'
import { catching, whenKnown } from '../memory/awaitable.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import { OAuthError } from '../errors/oauth-error.ts'
import { define } from '../contract/part.ts'
import type { Context } from '../contract/context.ts'
import type { AnyEndpoint } from '../contract/part.ts'
import { claimsAtUserinfo } from '../tokens/claims-at-userinfo.ts'
import { accessTokenStores, verifyAccessToken } from '../tokens/verify-access-token.ts'

const stores = [...accessTokenStores, 'userGrants', 'userMetadata'] as const
type UserinfoContext = Context<(typeof stores)[number]>

/** The userinfo endpoint, for access tokens with the scope `openid`. */
export const userinfo: AnyEndpoint = define({
  kind: 'endpoint',
  takes: 'bearer_token',
  name: 'userinfo endpoint',
  stores,
  path: '/oidc/v1/userinfo',
  methods: ['GET', 'POST'],
  member: 'userinfo_endpoint',
  cors: 'registered',
  metadata: userClaimMetadata,

  handle: (request, context: UserinfoContext) =>
    catching(
      () => whenKnown(presentedToken(request), (token) => answerFor(token, context)),
      (error) => {
        if (!(error instanceof OAuthError)) throw error
        context.log.info('userinfo_refused', { error: error.error, description: error.description })
        return bearerErrorAnswer(error, context.issuer)
      },
    ),
})

/** @throws OAuthError invalid_token, insufficient_scope */
function answerFor(token: string | undefined, context: UserinfoContext): Awaitable<Answer> {
  if (token === undefined) return bearerErrorAnswer(undefined, context.issuer)
  return whenKnown(verifyAccessToken(token, context), (verified) => {
    if (verified === undefined) throw new OAuthError('invalid_token', 'The access token is invalid, expired or revoked.')
    if (!verified.scope.includes('openid')) throw new OAuthError('insufficient_scope', 'The access token lacks the scope openid.')
    return whenKnown(claimsAtUserinfo(verified, context), (claims) => json(200, claims))
  })
}

/**
 * "Clients MUST NOT use more than one method to transmit the token in each request."
 * https://www.rfc-editor.org/rfc/rfc6750#section-2. A token in the URL is not read: it would stand in logs and histories.
 */
function presentedToken(request: HttpRequest): Awaitable<string | undefined> {
  const inHeader = bearerToken(request)
  const isForm = request.method === 'POST' && /^application\/x-www-form-urlencoded\b/i.test(request.header('content-type') ?? '')
  return isForm ? readForm(request).then((form) => tokenOf(form, inHeader)) : inHeader
}

function tokenOf(form: ParsedParameters, inHeader: string | undefined): string | undefined {
  if (form.repeated.includes('access_token')) throw new OAuthError('invalid_request', 'The access token is repeated.')
  const inBody = withoutEmpty(form).parameters['access_token']
  if (inBody !== undefined) checkLength('access_token', inBody)
  if (inHeader !== undefined && inBody !== undefined) throw new OAuthError('invalid_request', 'The access token is given twice.')
  return inHeader ?? inBody
}
