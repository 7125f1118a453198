// What is composed and could never act. Each is refused at the start: later it would show as a refused request of a user, or not at all.
import { fitsClientMetadata, similarName } from '@symbolon/core-protocol'
import type { AnyGrant, Client, ClientMetadataMembers, ProviderMetadata } from '@symbolon/core-protocol'
import { CompositionError } from './composition-error.ts'
import { needsLogin } from './endpoints.ts'
import type { ProviderOptions } from './options.ts'

/**
 * @param options with the parts whose feature flags are off
 * @throws CompositionError grants_missing, tokens_unissued, login_unused
 */
export function checkUsable({ endpoints = [], grants: given, login }: Pick<ProviderOptions, 'endpoints' | 'grants' | 'login'>): void {
  const grants = given ?? []
  const redeems = grants.find(isRenewal)
  if (redeems !== undefined && !grants.some((grant) => !isRenewal(grant) && isForApplications(grant)))
    throw new CompositionError(
      'tokens_unissued',
      `No composed grant issues the tokens that '${redeems.name}' redeems. Compose a further grant for applications, such as authorizationCode().`,
    )
  if (login !== undefined && !needsLogin(endpoints, grants))
    throw new CompositionError(
      'login_unused',
      'No user would ever see the login: no grant has a response type, and no endpoint shows pages. Pass grants: [authorizationCode()], or leave login out.',
    )
  if (given?.length === 0)
    throw new CompositionError(
      'grants_missing',
      'The list grants is empty, so that no client could get tokens. Compose a grant, such as authorizationCode(), or leave grants out.',
    )
}

/** Whether the grant redeems tokens that other grants issue. */
function isRenewal({ tokenKinds = [] }: AnyGrant): boolean {
  return tokenKinds.length > 0
}

/** Service users get no tokens of further kinds: they can ask again at any time. */
function isForApplications(grant: AnyGrant): boolean {
  return (
    grant.kind === 'front_channel_grant' || grant.clientKinds === undefined || grant.clientKinds.some((kind) => kind !== 'service_user')
  )
}

/** What is composed, as far as a client can name it. */
export interface ComposedGrants {
  readonly metadata: Pick<ProviderMetadata, 'grant_types_supported' | 'response_types_supported'>
  readonly grants: readonly AnyGrant[]
  readonly clientMetadata: ClientMetadataMembers
}

/**
 * Checks the grant types, response types and metadata of a client that is written down in code.
 * @throws CompositionError client_unusable
 */
export function checkClientUsable(
  { clientId, kind, grantTypes, responseTypes, metadata: own = {} }: Client,
  { metadata, grants, clientMetadata }: ComposedGrants,
): void {
  const refuse = (member: string, value: string, problem: string): CompositionError =>
    new CompositionError('client_unusable', `The client '${clientId}' lists ${member} '${value}', ${problem}`)
  const unknown = (member: string, listed: readonly string[], known: readonly string[]): CompositionError | undefined => {
    const value = listed.find((each) => !known.includes(each))
    if (value === undefined) return undefined
    const similar = similarName(value, known)
    const advice = similar === undefined ? `Composed are: ${known.join(', ') || 'none'}.` : `Did you mean '${similar}'?`
    return refuse(member, value, `which is not composed. ${advice}`)
  }
  const problem =
    unknown('the grant type', grantTypes, metadata.grant_types_supported) ??
    (kind === 'oidc' ? unknown('the response type', responseTypes, metadata.response_types_supported) : undefined) ??
    unknown('the client metadata', Object.keys(own), [...clientMetadata.keys()])
  if (problem !== undefined) throw problem
  for (const [name, value] of Object.entries(own)) {
    if (!fitsClientMetadata(clientMetadata, name, value))
      throw refuse('the client metadata', name, 'with a value that its part refuses. Correct the value.')
  }
  const barred = grants.find(
    (grant) => grant.kind === 'grant' && grantTypes.includes(grant.grantType) && grant.clientKinds?.includes(kind) === false,
  )
  if (barred?.grantType !== undefined)
    throw refuse('the grant type', barred.grantType, 'which no application may use. Service users stand in documents: see documents().')
}
