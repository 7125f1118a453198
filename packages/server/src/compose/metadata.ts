// The discovery document as a fold over what the parts declare. https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
import { claimNamesOf, claimScopes, isObject, reservedClaimNames, signingAlgorithms } from '@symbolon/core-protocol'
import type { AnyEndpoint, AnyGrant, AnyUsers, Part, ProviderMetadata } from '@symbolon/core-protocol'
import { CompositionError } from './composition-error.ts'

/** @throws CompositionError duplicate_member when two parts give one member different values */
export function foldMetadata(
  { issuer, vendor }: { readonly issuer: string; readonly vendor: string },
  parts: readonly Pick<Part, 'metadata'>[],
  endpoints: readonly AnyEndpoint[],
  grants: readonly AnyGrant[],
  users?: AnyUsers,
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
  const own = basis(issuer)
  const folded = {
    ...own,
    jwks_uri: `${issuer}/oauth/v2/keys`,
    ...defaults,
    ...[own, ...published, ...ofGrants, ...declared].reduce(unite),
  }
  return { ...folded, ...ofUsers(folded, users, vendor) }
}

/** What core does whatever is composed. */
function basis(issuer: string): Omit<ProviderMetadata, 'jwks_uri' | keyof typeof defaults> {
  return {
    issuer,
    scopes_supported: [],
    response_types_supported: [],
    grant_types_supported: [],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: signingAlgorithms,
    claim_types_supported: ['normal'],
  }
}

/**
 * The scopes and claims that the parts declare, as far as the users can have them. Stored users have every standard claim, and roles, metadata and an
 * organization.
 */
function ofUsers(
  { scopes_supported: scopes, claims_supported: claims = [] }: ProviderMetadata,
  users: AnyUsers | undefined,
  vendor: string,
): Pick<ProviderMetadata, 'scopes_supported' | 'claims_supported'> {
  const possible = users === undefined || users.stored === 'all' ? claimScopes : (users.scopes ?? claimScopes)
  const absent = claimScopes.filter((scope) => !possible.includes(scope))
  const absentClaims = absent.flatMap(claimNamesOf)
  const reserved = claims.length === 0 || users?.stored === 'none' ? [] : reservedClaimNames(vendor)
  return {
    scopes_supported: scopes.filter((scope) => !absent.includes(scope)),
    ...(claims.length === 0 ? {} : { claims_supported: [...claims.filter((name) => !absentClaims.includes(name)), ...reserved] }),
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
