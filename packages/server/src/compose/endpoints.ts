// The endpoints of a composition: those that were given, and those that its grants bring with them.
import { authorizationServerMetadata, authorize, authorizeResume, discovery, keys, token } from '@symbolon/core-protocol'
import type { AnyEndpoint, AnyGrant, AnyLogin } from '@symbolon/core-protocol'
import { pathOf } from './issuer-path.ts'
import { CompositionError } from './composition-error.ts'

/**
 * Discovery, the same document as the metadata of RFC 8414, and the key set are always there; the authorization endpoint when a grant has a
 * response type, the token endpoint when one has a grant type.
 * @throws CompositionError duplicate_path when two different endpoints claim one path
 */
export function foldEndpoints(
  issuer: string,
  given: readonly AnyEndpoint[],
  grants: readonly AnyGrant[],
  login: AnyLogin | undefined,
): readonly AnyEndpoint[] {
  const path = pathOf(issuer)
  const endpoints = new Set<AnyEndpoint>([
    discovery,
    keys,
    authorizationServerMetadata(path),
    ...(grants.some(hasResponseType) ? [authorize, authorizeResume] : []),
    ...(grants.some((grant) => grant.grantType !== undefined) ? [token] : []),
    ...(needsLogin(given, grants) ? (login?.endpoints ?? []) : []),
    ...given,
  ])
  const owners = new Map<string, AnyEndpoint>()
  for (const endpoint of endpoints) {
    const owner = owners.get(endpoint.path)
    if (owner !== undefined) {
      throw new CompositionError('duplicate_path', `Both '${owner.name}' and '${endpoint.name}' claim the path ${endpoint.path}.`)
    }
    owners.set(endpoint.path, endpoint)
  }
  return [...endpoints]
}

/** See `Registry.assertionAudiences`. */
export function assertionAudiences(issuer: string, endpoints: readonly AnyEndpoint[]): readonly string[] {
  const authenticating = endpoints.filter(({ takes, member }) => takes === 'client_authentication' && member !== undefined)
  return [issuer, ...authenticating.map(({ path }) => issuer + path)]
}

/** Whether people will see pages: those of the authorization endpoint, or of an endpoint that says so. */
export function needsLogin(given: readonly AnyEndpoint[], grants: readonly AnyGrant[]): boolean {
  return grants.some(hasResponseType) || given.some(({ takes }) => takes === 'browser' || takes === 'form')
}

/** Whether the grant begins at the authorization endpoint. */
export function hasResponseType(grant: AnyGrant): boolean {
  return (grant.responseTypes ?? []).length > 0
}
