// Any OpenID Provider, configured in code or described by a document.
import { identityProviderCallbackPath, idpSecretPurpose } from '@symbolon/core-protocol'
import type { IdentityProvider, IdentityProviderMapping, Sealing } from '@symbolon/core-protocol'
import { oidcClient } from '../client/oidc-client.ts'
import { fitsPath, providerFacts, sharedCallbackPath } from './provider.ts'
import type { ExternalProvider, ProviderOptions } from './provider.ts'

/** Options of {@link oidc}. */
export interface OidcOptions extends ProviderOptions {
  readonly id: string
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  /** Absent for a public client. */
  readonly clientSecret?: string
  /** Default: `openid`, `email`, `profile`. */
  readonly scopes?: readonly string[]
  /** Where the display name comes from. Default: the claim `name`. */
  readonly displayNameMapping?: IdentityProviderMapping
  /** Where the user name comes from. Default: the claim `preferred_username`. */
  readonly usernameMapping?: IdentityProviderMapping
}

/** What users of a relying party are asked for unless it is configured. */
const usualScopes = ['openid', 'email', 'profile'] as const

/**
 * Signs users in at an OpenID Provider. Its issuer must serve a discovery document.
 *
 * @example oidc({ id: 'acme', name: 'Acme', issuer: 'https://login.acme.example', clientId: '…', clientSecret: '…' })
 * @throws TypeError `external_provider_id`
 */
export function oidc(options: OidcOptions): ExternalProvider {
  const { issuer, clientId, clientSecret, scopes = usualScopes, displayNameMapping, usernameMapping } = options
  const facts = providerFacts(options, options)
  const client = oidcClient(
    { ...usual, issuer, clientId, clientSecret: async () => clientSecret, scopes },
    {
      idpId: facts.id,
      idpName: facts.name,
      ...(displayNameMapping === undefined ? {} : { displayNameMapping }),
      ...(usernameMapping === undefined ? {} : { usernameMapping }),
    },
  )
  return { ...facts, ...client }
}

/**
 * The identity provider of a document. It has a separate redirect URI: the organization that configured it may be hostile to other organizations.
 *
 * @param shares whether it keeps the redirect URI of the original product while it sends `iss`
 * @returns undefined for a provider that no sign-in can use: one that sends JWTs, or whose id fits into no path
 */
export function storedProvider(stored: IdentityProvider, shares: boolean, sealing: Sealing): ExternalProvider | undefined {
  const { id, orgId, kind, name, issuer, clientId, sealedSecret, scopes, displayNameMapping, usernameMapping, rules } = stored
  if (kind !== 'oidc' || clientId === undefined || !URL.canParse(issuer) || !fitsPath(id)) return undefined
  const client = oidcClient(
    {
      ...usual,
      issuer,
      clientId,
      clientSecret: async () => (sealedSecret === undefined ? undefined : await sealing.open(sealedSecret, idpSecretPurpose(id))),
      scopes: scopes.length === 0 ? usualScopes : scopes,
    },
    {
      idpId: id,
      idpName: name,
      ...(displayNameMapping === undefined ? {} : { displayNameMapping }),
      ...(usernameMapping === undefined ? {} : { usernameMapping }),
    },
  )
  return {
    id,
    ...(orgId === undefined ? {} : { orgId }),
    name,
    rules,
    callbackPath: identityProviderCallbackPath(id),
    ...(shares ? { sharedCallbackPath } : {}),
    ...client,
  }
}

const usual = { responseMode: 'query', reauthentication: 'auth_time', userinfo: true } as const
