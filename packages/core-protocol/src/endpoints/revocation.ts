// The revocation endpoint. https://www.rfc-editor.org/rfc/rfc7009
import { authenticateClient, clientAssertionAlgorithms, clientAuthenticationStores } from '../client-authentication/authenticate-client.ts'
import type { Context } from '../contract/context.ts'
import { define } from '../contract/part.ts'
import type { AnyEndpoint } from '../contract/part.ts'
import { OAuthError } from '../errors/oauth-error.ts'
import { readUniqueForm } from '../http/parameters.ts'
import { errorAnswer, json } from '../http/responses.ts'
import type { Client, ClientAuthenticationMethod } from '../ports/client.ts'
import { longestLifetime } from '../tokens/validity.ts'
import { readAccessToken } from '../tokens/read-access-token.ts'
import { findPersonalAccessToken, isPersonal } from '../tokens/verify-access-token.ts'

const stores = [...clientAuthenticationStores, 'accessTokens', 'personalAccessTokens', 'revocations', 'users'] as const
type RevocationContext = Context<(typeof stores)[number]>

const methods: readonly ClientAuthenticationMethod[] = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none']

/** The revocation endpoint, for access tokens and for every kind of token that a part declares. */
export const revocation: AnyEndpoint = define({
  kind: 'endpoint',
  takes: 'client_authentication',
  name: 'revocation endpoint',
  stores,
  path: '/oauth/v2/revoke',
  methods: ['POST'],
  member: 'revocation_endpoint',
  cors: 'registered',
  metadata: {
    revocation_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_signing_alg_values_supported: clientAssertionAlgorithms,
  },

  async handle(request, context: RevocationContext) {
    try {
      const parameters = await readUniqueForm(request)
      const client = await authenticateClient(request, parameters, methods, context)
      const token = parameters['token'] ?? ''
      if (token === '') throw new OAuthError('invalid_request', 'The token is missing.')
      await revoke(token, client, context)
      // "invalid tokens do not cause an error response since the client cannot handle such an error in a reasonable way."
      // https://www.rfc-editor.org/rfc/rfc7009#section-2.2
      // Clients ignore the body. Some libraries read each one as JSON, and fail where it is not JSON.
      return json(200, {})
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      context.log.info('revocation_refused', { error: error.error, description: error.description, reason: error.reason })
      return errorAnswer(error, request, context.issuer)
    }
  },
})

interface RevocableToken {
  readonly clientId: string
  /** The id to revoke: of the token, or of its authorization. */
  readonly id: string
  /** When everything that was issued from it has expired, milliseconds since the epoch. */
  readonly expiresAt: number
}

/**
 * The form of the token decides how it is revoked. The `token_type_hint` would only suggest where to look first: "If the server
 * is unable to locate the token using the given hint, it MUST extend its search across all of its supported token types."
 * Here each kind is recognised by its form, so that a hint is not needed. https://www.rfc-editor.org/rfc/rfc7009#section-2.1
 */
async function revoke(token: string, client: Client, context: RevocationContext): Promise<void> {
  const found = (await findAccessToken(token, context)) ?? (await findOtherKind(token, context))
  if (found === undefined) return await refusePersonal(token, context)
  // "whether the token was issued to the client making the revocation request. If this validation fails, the request is refused"
  if (found.clientId !== client.clientId) throw notIssuedToClient()
  const [ended] = await context.stores.revocations.add([found.id], found.expiresAt)
  // Recorded once: a client may send the same token without end.
  if (ended === undefined) return
  context.log.info('token_revoked', { clientId: client.clientId })
  const { clientId, orgId } = client
  await context.audit({ type: 'token_revoked', clientId, orgId, subject: { kind: 'token', id: found.id } })
}

/** Revokes this token only, not others of its authorization. It is remembered beyond its expiry: tokens exchanged for it may live longer. */
async function findAccessToken(token: string, context: RevocationContext): Promise<RevocableToken | undefined> {
  const found = await readAccessToken(token, context)
  return found === undefined
    ? undefined
    : { clientId: found.clientId, id: found.id, expiresAt: context.now() + longestLifetime(context) * 1000 }
}

/** "the authorization server SHOULD also invalidate all access tokens based on the same authorization grant" */
async function findOtherKind(token: string, context: RevocationContext): Promise<RevocableToken | undefined> {
  for (const kind of context.registry.tokenKinds.values()) {
    const owner = await kind.find(token)
    if (owner !== undefined) {
      return { clientId: owner.clientId, id: owner.authorizationId, expiresAt: context.now() + longestLifetime(context) * 1000 }
    }
  }
  return undefined
}

/** A personal access token was issued to no client. A 200 would claim that it is revoked, which it is not. */
async function refusePersonal(token: string, context: RevocationContext): Promise<void> {
  if (isPersonal(token) && (await findPersonalAccessToken(token, context)) !== undefined) throw notIssuedToClient()
}

function notIssuedToClient(): OAuthError {
  return new OAuthError('invalid_grant', 'The token was not issued to this client.')
}
