// The introspection endpoint: whether an access token is active, and its claims. https://www.rfc-editor.org/rfc/rfc7662
import { namesRole, scopesHeldIn } from '../claims/held-scopes.ts'
import { asksForReservedClaims, reservedClaims } from '../claims/reserved-claims.ts'
import { userClaimMetadata, userClaims } from '../claims/user-claims.ts'
import type { Claims } from '../ports/claims.ts'
import { authenticateClient, clientAssertionAlgorithms, clientAuthenticationStores } from '../client-authentication/authenticate-client.ts'
import type { Context } from '../contract/context.ts'
import { define } from '../contract/part.ts'
import type { AnyEndpoint } from '../contract/part.ts'
import type { BoundIntrospectionFormat } from '../contract/registry.ts'
import { asksForOwnClaims, ownClaims } from '../claims/define-claims.ts'
import { OAuthError } from '../errors/oauth-error.ts'
import { whenKnown } from '../memory/awaitable.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import { preferredType } from '../http/accept.ts'
import { readUniqueForm } from '../http/parameters.ts'
import type { HttpRequest } from '../http/request.ts'
import { errorAnswer, json } from '../http/responses.ts'
import type { Answer } from '../http/responses.ts'
import type { Client, ClientAuthenticationMethod } from '../ports/client.ts'
import { allRolesScope, readReservedScope } from '../scope/reserved-scope.ts'
import { shownAudience } from '../tokens/audience.ts'
import { isRelated } from '../tokens/boundary.ts'
import { accessTokenStores, verifyAccessToken } from '../tokens/verify-access-token.ts'
import type { VerifiedAccessToken } from '../tokens/verify-access-token.ts'

const stores = [...accessTokenStores, ...clientAuthenticationStores, 'userGrants', 'userMetadata'] as const
type IntrospectionContext = Context<(typeof stores)[number]>

const methods: readonly ClientAuthenticationMethod[] = ['client_secret_basic', 'private_key_jwt']

/** The introspection endpoint, for clients that authenticate by a secret or a key. */
export const introspection: AnyEndpoint = define({
  kind: 'endpoint',
  takes: 'client_authentication',
  name: 'introspection endpoint',
  stores,
  path: '/oauth/v2/introspect',
  methods: ['POST'],
  member: 'introspection_endpoint',
  // A caller needs a secret, which a web page cannot keep.
  cors: 'none',
  metadata: {
    ...userClaimMetadata,
    introspection_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_signing_alg_values_supported: clientAssertionAlgorithms,
  },

  handle: (request, context: IntrospectionContext) =>
    readUniqueForm(request)
      .then((parameters) =>
        whenKnown(authenticateClient(request, parameters, methods, context), (caller) =>
          answerFor(requireApp(caller), parameters['token'] ?? '', context, formatFor(request, context)),
        ),
      )
      .catch((error: unknown) => {
        if (!(error instanceof OAuthError)) throw error
        context.log.info('introspection_refused', { error: error.error, description: error.description, reason: error.reason })
        return errorAnswer(error, request, context.issuer)
      }),
})

/** @throws OAuthError invalid_request */
function answerFor(
  caller: Client,
  token: string,
  context: IntrospectionContext,
  format: BoundIntrospectionFormat | undefined,
): Awaitable<Answer> {
  if (token === '') throw new OAuthError('invalid_request', 'The token is missing.')
  return whenKnown(verifyAccessToken(token, context), (verified) =>
    // One answer for whatever is wrong: "the authorization server SHOULD NOT include any additional information about an
    // inactive token, including why the token is inactive". https://www.rfc-editor.org/rfc/rfc7662#section-2.2
    verified === undefined || !isMeantFor(caller, verified)
      ? whenKnown(inFormat({ active: false }, caller, format), (answer): Answer => ({ ...answer, unsuccessful: true }))
      : whenKnown(describe(verified, caller, context), (claims) => inFormat(claims, caller, format)),
  )
}

/** JSON, or the format that the caller asks for. */
function inFormat(claims: Claims, caller: Client, format: BoundIntrospectionFormat | undefined): Awaitable<Answer> {
  if (format === undefined) return json(200, claims)
  const present = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
  return format
    .encode({ claims: present, caller })
    .then((body) => ({ status: 200, fields: { 'content-type': format.mediaType, 'cache-control': 'no-store' }, body }))
}

/** https://www.rfc-editor.org/rfc/rfc9701#section-4 */
function formatFor(request: HttpRequest, { registry: { introspectionFormats: formats } }: Context): BoundIntrospectionFormat | undefined {
  return formats.size === 0 ? undefined : formats.get(preferredType(request.header('accept') ?? '', [...formats.keys()]) ?? '')
}

/**
 * Only apps protect resources. A service user could scan for tokens, so it is refused like a client that failed to authenticate:
 * "To prevent token scanning attacks, the endpoint MUST also require some form of authorization."
 * https://www.rfc-editor.org/rfc/rfc7662#section-2.1
 */
function requireApp(client: Client): Client {
  if (client.kind === 'service_user') throw new OAuthError('invalid_client', 'Client authentication failed.', 'a service user')
  return client
}

/** A personal access token is issued to no app: every API of the instance may accept it. */
function isMeantFor(caller: Client, { client, audience }: VerifiedAccessToken): boolean {
  if (client === undefined) return caller.kind === 'api'
  return audience.includes(caller.clientId) || (caller.projectId !== undefined && audience.includes(caller.projectId))
}

function namesOf({ clientId, projectId }: Client): readonly string[] {
  return projectId === undefined ? [clientId] : [clientId, projectId]
}

/** https://www.rfc-editor.org/rfc/rfc7662#section-2.2 */
function describe(verified: VerifiedAccessToken, caller: Client, context: IntrospectionContext): Awaitable<Claims> {
  const { client, user, audience, scope } = verified
  const asserted = { place: 'introspection', scope: assertedScope(verified, context.vendor), audience, client: caller } as const
  const own = { place: 'introspection', scope, audience, client, names: [] } as const
  const asksFurther = asksForOwnClaims(own, context) || asksForReservedClaims(asserted, context.vendor)
  if (asksFurther || namesRole(scope, context)) return describeFurther(verified, { asserted, own }, caller, context)
  return whenKnown(audienceFor(verified, caller, context), (aud) => ({
    ...userClaims(user, scope),
    ...protocolMembers(verified, { scope, aud }, context.issuer),
  }))
}

/** What claims are asked of parts and of roles. */
interface FurtherClaims {
  readonly asserted: Parameters<typeof reservedClaims>[1]
  readonly own: Parameters<typeof ownClaims>[1]
}

/** Claims about the user come first, so that none of them can replace a member of the protocol. */
async function describeFurther(
  verified: VerifiedAccessToken,
  { asserted, own }: FurtherClaims,
  caller: Client,
  context: IntrospectionContext,
): Promise<Claims> {
  const { user, scope } = verified
  // Only an API of the role's project learns it. Other APIs would mistake it for a role of theirs.
  const held = scopesHeldIn(user.id, scope, caller.projectId === undefined ? [] : [caller.projectId], context)
  // The API that asks is another application than the client of the token: what is for the client is not for every API.
  const scopeForCaller = asksForMetadata(asserted.scope, context)
    ? whenKnown(isRelated(caller, user, context), (related) => (related ? asserted.scope : withoutMetadata(asserted.scope, context)))
    : asserted.scope
  const [visibleScope, added, reserved, aud] = await Promise.all([
    held,
    ownClaims(user, own, context),
    whenKnown(scopeForCaller, (forCaller) => reservedClaims(user, { ...asserted, scope: forCaller }, context)),
    audienceFor(verified, caller, context),
  ])
  return { ...added, ...userClaims(user, scope), ...reserved, ...protocolMembers(verified, { scope: visibleScope, aud }, context.issuer) }
}

function asksForMetadata(scope: readonly string[], context: Context): boolean {
  return withoutMetadata(scope, context).length < scope.length
}

function withoutMetadata(scope: readonly string[], { vendor }: Context): readonly string[] {
  return scope.filter((each) => readReservedScope(each, vendor)?.kind !== 'metadata')
}

/** The caller is a member in any case: by its project, or because it accepts a personal access token. */
function audienceFor(
  { client, audience, origin }: VerifiedAccessToken,
  caller: Client,
  context: Context<'clients'>,
): Awaitable<readonly string[]> {
  if (client === undefined) return [...audience, ...namesOf(caller)]
  return whenKnown(shownAudience({ audience, client, origin }, context), (shown) =>
    origin !== undefined || shown.includes(caller.clientId) ? shown : [...shown, caller.clientId],
  )
}

function protocolMembers(
  { id, client, user, issuedAt, expiresAt, actor }: VerifiedAccessToken,
  { scope, aud }: { readonly scope: readonly string[]; readonly aud: readonly string[] },
  iss: string,
): Claims {
  const iat = Math.floor(issuedAt / 1000)
  return {
    active: true,
    iss,
    sub: user.id,
    aud,
    // JSON leaves out what is undefined.
    client_id: client?.clientId,
    username: user.loginName,
    scope: scope.join(' '),
    token_type: 'Bearer',
    jti: id,
    iat,
    nbf: iat,
    exp: expiresAt === undefined ? undefined : Math.floor(expiresAt / 1000),
    act: actor,
  }
}

/** A personal access token has no role scopes. The API that accepts it gets the roles of its project. */
function assertedScope({ client, scope }: VerifiedAccessToken, vendor: string): readonly string[] {
  return client === undefined ? [...scope, allRolesScope(vendor)] : scope
}
