// The token endpoint. https://www.rfc-editor.org/rfc/rfc6749#section-3.2
import { idTokenMetadata } from '../claims/user-claims.ts'
import {
  assertionReplayed,
  carriesClientCredentials,
  clientAssertionAlgorithms,
  clientAuthenticationStores,
  proveClient,
} from '../client-authentication/authenticate-client.ts'
import type { Context } from '../contract/context.ts'
import { isSelfAuthenticating } from '../contract/grant.ts'
import type { GrantParameters } from '../contract/grant.ts'
import { define } from '../contract/part.ts'
import type { AnyEndpoint } from '../contract/part.ts'
import type { BoundGrant } from '../contract/registry.ts'
import { OAuthError, TooManyRequests } from '../errors/oauth-error.ts'
import { checkUnique, readForm, withoutEmpty } from '../http/parameters.ts'
import type { Parameters, ParsedParameters } from '../http/parameters.ts'
import type { HttpRequest } from '../http/request.ts'
import { errorAnswer, json, tooManyRequestsAnswer } from '../http/responses.ts'
import { whenKnown } from '../memory/awaitable.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import type { Authorization } from '../ports/authorization.ts'
import { issueTokens, issuingStores } from '../tokens/issue-tokens.ts'
import { countTokens, tokensIssued } from '../tokens/issued-metric.ts'

const stores = [...clientAuthenticationStores, ...issuingStores] as const
type TokenContext = Context<(typeof stores)[number]>

/** The path of the token endpoint. */
export const tokenPath = '/oauth/v2/token'

/** The token endpoint. It authenticates the client, lets the composed grant decide, and issues the tokens. */
export const token: AnyEndpoint = define({
  kind: 'endpoint',
  takes: 'client_authentication',
  name: 'token endpoint',
  stores,
  path: tokenPath,
  methods: ['POST'],
  member: 'token_endpoint',
  cors: 'registered',
  metrics: [tokensIssued],
  metadata: { ...idTokenMetadata, token_endpoint_auth_signing_alg_values_supported: clientAssertionAlgorithms },

  async handle(request, context: TokenContext, { admitTokens }) {
    try {
      const sent = await readForm(request)
      // The grant declares which parameters may repeat. `grant_type` itself may not.
      checkUnique(sent, context.registry.grants.get(sent.parameters['grant_type'] ?? '')?.repeatable)
      const form = withoutEmpty(sent)
      const { parameters } = form
      const grant = findGrant(parameters, context)
      const authorization = await authorize(form, grant, request, context)
      const refused = admitTokens?.(authorization.client)
      if (refused !== undefined) throw new TooManyRequests(refused.retryAfter)
      const selection = authorization.tokens ?? ['access_token', 'id_token', 'refresh_token']
      const response = await issueTokens(authorization, selection, context, grant.refuse)
      countTokens(response, grant.grantType, context.metrics)
      context.log.info('token_issued', {
        grantType: grant.grantType,
        clientId: authorization.client.clientId,
        userId: authorization.subject,
      })
      return json(200, response)
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      context.log.info('token_refused', { error: error.error, description: error.description, reason: error.reason })
      return error instanceof TooManyRequests ? tooManyRequestsAnswer(error) : errorAnswer(error, request, context.issuer)
    }
  },
})

function findGrant(parameters: Parameters, context: TokenContext): BoundGrant {
  const grantType = parameters['grant_type']
  if (grantType === undefined) throw new OAuthError('invalid_request', 'The grant_type is missing.')
  const grant = context.registry.grants.get(grantType)
  if (grant === undefined) throw new OAuthError('unsupported_grant_type', 'The grant_type is not supported.')
  return grant
}

function authorize(form: ParsedParameters, grant: BoundGrant, request: HttpRequest, context: TokenContext): Awaitable<Authorization> {
  const parameters = withLists(form, grant.repeatable)
  if (isSelfAuthenticating(grant)) {
    // "if client credentials are present in the request, the authorization server MUST validate them": none are accepted unverified.
    // https://www.rfc-editor.org/rfc/rfc7523#section-3.1
    if (carriesClientCredentials(request, form.parameters))
      throw new OAuthError('invalid_request', 'The grant_type takes no client authentication.')
    return grant.authorize({ parameters, client: undefined })
  }
  return whenKnown(proveClient(request, form.parameters, grant.clientAuthenticationMethods, context), ({ client, assertion }) => {
    // https://www.rfc-editor.org/rfc/rfc6749#section-5.2
    if (!client.grantTypes.includes(grant.grantType)) throw new OAuthError('unauthorized_client', 'The client may not use this grant_type.')
    if (grant.clientKinds?.includes(client.kind) === false)
      throw new OAuthError('unauthorized_client', 'This kind of client may not use this grant_type.')
    if (assertion === undefined) return grant.authorize({ parameters, client })
    // A grant may end what it refuses. A copy of a request must not get that far, or an attacker who has only seen the request could end its tokens.
    return whenKnown(context.stores.assertionIds.has(assertion.id), async (isUsed) => {
      if (isUsed) throw assertionReplayed()
      return { ...(await grant.authorize({ parameters, client })), clientAssertion: assertion }
    })
  })
}

function withLists({ parameters, pairs }: ParsedParameters, repeatable: readonly string[] = []): GrantParameters {
  // Schemas are given an ordinary object, whatever was sent.
  if (repeatable.length === 0) return { ...parameters }
  const lists = repeatable
    .filter((name) => name in parameters)
    .map((name) => [name, pairs.filter(([each]) => each === name).map(([, value]) => value)] as const)
  return { ...parameters, ...Object.fromEntries(lists) }
}
