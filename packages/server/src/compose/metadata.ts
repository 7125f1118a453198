// The discovery document as a fold over what the parts declare. https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
import { isObject, reservedClaimNames, signingAlgorithms, userClaimNames } from '@symbolon/core-protocol'
import type { AnyEndpoint, AnyGrant, Part, ProviderMetadata } from '@symbolon/core-protocol'
import { CompositionError } from './composition-error.ts'

/** @throws CompositionError duplicate_member when two parts give one member different values */
export function foldMetadata(
  { issuer, vendor }: { readonly issuer: string; readonly vendor: string },
  parts: readonly Pick<Part, 'metadata'>[],
  endpoints: readonly AnyEndpoint[],
  grants: readonly AnyGrant[],
): ProviderMetadata {
  const declared = parts.map((part) => part.metadata ?? {})
  const published = endpoints.filter(({ member }) => member !== undefined).map(({ member, path }) => ({ [member ?? '']: issuer + path }))
  const ofGrants = grants.map((grant) => ({
    ...(grant.grantType === undefined ? {} : { grant_types_supported: [grant.grantType] }),
    ...(grant.responseTypes === undefined ? {} : { response_types_supported: grant.responseTypes.map(({ responseType }) => responseType) }),
    ...(grant.grantType === undefined || grant.clientAuthenticationMethods.length === 0
      ? {}
      : { token_endpoint_auth_methods_supported: grant.clientAuthenticationMethods }),
  }))
  const own = basis(issuer, vendor)
  const folded = [own, ...published, ...ofGrants, ...declared].reduce(unite)
  return { ...own, jwks_uri: `${issuer}/oauth/v2/keys`, ...defaults, ...folded }
}

/** What core does whatever is composed. */
function basis(issuer: string, vendor: string): Omit<ProviderMetadata, 'jwks_uri' | keyof typeof defaults> {
  return {
    issuer,
    scopes_supported: ['openid', 'profile', 'email', 'phone', 'address'],
    response_types_supported: [],
    grant_types_supported: [],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: signingAlgorithms,
    claim_types_supported: ['normal'],
    claims_supported: [
      'sub',
      'iss',
      'aud',
      'azp',
      'exp',
      'iat',
      'auth_time',
      'nonce',
      'acr',
      'amr',
      'sid',
      'at_hash',
      'c_hash',
      ...userClaimNames,
      ...reservedClaimNames(vendor),
    ],
  }
}

/** What holds unless a part declares something else. Members whose default in the specification differs are always written. */
const defaults = { request_parameter_supported: false, request_uri_parameter_supported: false }

type Members = Readonly<Record<string, unknown>>

/** Lists are united, and so are objects member by member, such as the aliases of endpoints; anything else has one value. */
function unite(all: Members, more: Members): Members {
  const united: Record<string, unknown> = { ...all }
  for (const [name, value] of Object.entries(more)) {
    const before = united[name]
    if (Array.isArray(value) && (before === undefined || Array.isArray(before))) united[name] = [...new Set([...(before ?? []), ...value])]
    else if (before === undefined || before === value) united[name] = value
    else if (isObject(before) && isObject(value)) united[name] = unite(before, value)
    else
      throw new CompositionError(
        'duplicate_member',
        `Two parts declare different values for the discovery member ${name}. Compose only one of them.`,
      )
  }
  return united
}
