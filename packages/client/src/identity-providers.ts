// Identity providers as a sign-in sees them. The objects themselves are in the lists `oidcIdps` and `jwtIdps`.
import type { OidcIdp } from '@symbolon/schema-v2'
import { listAt } from './send.ts'
import type { Send } from './send.ts'

/** An identity provider of an organization, or of the instance. */
export interface IdentityProvider {
  /** `oidc`: in the list `oidcIdps`; `jwt`: in `jwtIdps`, which no sign-in uses. */
  readonly kind: 'oidc' | 'jwt'
  readonly idpId: string
  /** The organization that has it; absent: it belongs to the instance. */
  readonly orgId?: string
  readonly name: string
  readonly issuer: string
  /** To be registered at the provider; absent for a provider that no sign-in uses. */
  readonly redirectUri?: string
  /** Whether users are offered it, by the login policy of the organization or of the instance. */
  readonly offered: boolean
}

/** The known values of a common identity provider: values for the member `idp` of a new entry of `oidcIdps`. */
export interface IdentityProviderPreset {
  readonly id: string
  readonly name: string
  /** `{tenant}` and `{domain}` are placeholders for the operator's values; empty where nothing is known. */
  readonly issuer: string
  readonly scopes: readonly string[]
  readonly usernameMapping: NonNullable<NonNullable<OidcIdp['idp']>['usernameMapping']>
  /** Where the client is registered. */
  readonly registration?: string
}

/** @returns a function that reads the identity providers at a path */
export function identityProviders(send: Send, path: string): () => Promise<readonly IdentityProvider[]> {
  return async () => await listAt(send, path)
}

/** @returns the presets of identity providers */
export async function identityProviderPresets(send: Send): Promise<readonly IdentityProviderPreset[]> {
  return await listAt(send, '/identityProviderPresets')
}
