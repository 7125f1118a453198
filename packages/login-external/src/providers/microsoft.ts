// Microsoft Entra ID and Microsoft accounts. https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference
import { oidcClient } from '../client/oidc-client.ts'
import { ExternalSignInRefused } from '../identity/external-identity.ts'
import type { Claims } from '../identity/from-claims.ts'
import { providerFacts } from './provider.ts'
import type { ExternalProvider, ProviderOptions } from './provider.ts'

/** Options of {@link microsoft}. */
export interface MicrosoftOptions extends ProviderOptions {
  readonly clientId: string
  readonly clientSecret: string
  /**
   * Whose accounts may sign in: the id of one tenant, `organizations` for work and school accounts, `consumers` for personal accounts, or
   * `common` for all.
   */
  readonly tenant: string
  /** With `common` or `organizations`: the ids of the tenants whose accounts may sign in. Default: all. */
  readonly allowedTenants?: readonly string[]
  /**
   * The claim that identifies the account. Default: `sub`. `oid` is what the original product stored for providers of this kind, so
   * imported links need it.
   */
  readonly subject?: 'sub' | 'oid'
  /** Default: `openid`, `email`, `profile`. */
  readonly scopes?: readonly string[]
}

/** The tenant of personal accounts. */
const consumerTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'

/**
 * Signs users in with Microsoft accounts. An email address counts as verified only for a single configured tenant, or where the claim
 * `xms_edov` says so: elsewhere the administrator of any tenant can write any address into an account.
 *
 * @example microsoft({ tenant: 'organizations', clientId: '…', clientSecret: '…' })
 * @throws TypeError `external_provider_id`
 */
export function microsoft(options: MicrosoftOptions): ExternalProvider {
  const { clientId, clientSecret, tenant, allowedTenants, subject = 'sub', scopes = ['openid', 'email', 'profile'] } = options
  const facts = providerFacts(options, { id: 'microsoft', name: 'Microsoft', brand: 'microsoft' })
  const single = tenant !== 'common' && tenant !== 'organizations' && tenant !== 'consumers'
  const client = oidcClient(
    {
      issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
      clientId,
      clientSecret: async () => clientSecret,
      scopes,
      responseMode: 'query',
      reauthentication: { prompt: 'login' },
      userinfo: false,
      checkClaims: (claims) => checkTenant(claims, tenant, allowedTenants),
      externalIdOf: (claims) => (typeof claims[subject] === 'string' ? claims[subject] : undefined),
      isEmailVerified: ({ xms_edov: owned }) => single || owned === true || owned === 1 || owned === '1' || owned === 'true',
    },
    { idpId: facts.id, idpName: facts.name },
  )
  // The ids of accounts do not depend on which of their tenants is configured.
  return { ...facts, ...client, isSameIssuer: (other) => other.startsWith('https://login.microsoftonline.com/') }
}

/**
 * The issuer of the ID token was compared with the tenant in its claim `tid`; here that tenant is compared with the configuration.
 * https://learn.microsoft.com/en-us/entra/identity-platform/claims-validation#validate-the-tenant
 */
function checkTenant({ tid, iss }: Claims, tenant: string, allowed: readonly string[] | undefined): void {
  const ofTenant = typeof tid === 'string' && iss === `https://login.microsoftonline.com/${tid}/v2.0`
  const admitted =
    ofTenant &&
    (allowed === undefined || allowed.includes(tid)) &&
    (tenant === 'common' ||
      (tenant === 'organizations' && tid !== consumerTenant) ||
      (tenant === 'consumers' && tid === consumerTenant) ||
      tid === tenant)
  if (!admitted) throw new ExternalSignInRefused('wrong_tenant', 'The claim tid is not of a configured tenant.')
}
