// Identity providers as a sign-in sees them: of both kinds, with the redirect URI to register, and whether users are offered them. The objects
// themselves are `oidcIdps` and `jwtIdps` of organizations and `oidcIdps` of the instance, the links of users `userLinks`.
import { identityProviderCallbackPath } from '@symbolon/core-protocol'
import type { Resource, ResourceReference } from '@symbolon/core-protocol'
import { isJsonObject } from '@symbolon/schema-v2'
import type { OidcIdp } from '@symbolon/schema-v2'
import type { Management } from './context.ts'
import { requireList } from './rights.ts'

/** An identity provider of an organization, or of the instance. */
export interface IdentityProviderSummary {
  /** `oidc`: in the list `oidcIdps`; `jwt`: in `jwtIdps`, which no sign-in uses. */
  readonly kind: 'oidc' | 'jwt'
  readonly idpId: string
  /** The organization that has it; absent: it belongs to the instance. */
  readonly orgId?: string
  readonly name: string
  readonly issuer: string
  /** To be registered at the provider; absent for a provider that no sign-in uses. */
  readonly redirectUri?: string
  /** Whether the login policy of the place that was asked for lists it, and allows identity providers. */
  readonly offered: boolean
}

/**
 * Where identity providers are listed: those that the login policy of an organization may list, which are its own and those of the instance; or
 * all, as the login policy of the instance may list them.
 */
export interface IdentityProviderPlace {
  readonly orgId?: string
}

/**
 * Lists identity providers, those of the instance first. The login policy of the instance may offer any of them, that of an organization none
 * of another organization.
 * @throws RestError permission_denied
 */
export async function listIdentityProviders(
  place: IdentityProviderPlace,
  management: Management,
): Promise<readonly IdentityProviderSummary[]> {
  for (const kind of providerKinds) requireList(kind, place, management)
  const { context } = management
  const offered = await findOffered(place, management)
  const found: Resource[] = [...(await context.stores.directory.list('instanceOidcIdp', undefined))]
  for (const kind of providerKinds) {
    for (let after: readonly string[] | undefined; ; after = found.at(-1)?.key) {
      const page = await context.stores.directory.page({ kind, ...place, limit: pageSize, ...(after === undefined ? {} : { after }) })
      found.push(...page)
      if (page.length < pageSize) break
    }
  }
  return found.map((resource) => summaryOf(resource, offered, context.issuer))
}

const providerKinds = ['oidcIdp', 'jwtIdp'] as const
const pageSize = 200

/** The ids that the login policy of the place offers: the one of the organization if it has one, else that of the instance. */
async function findOffered({ orgId }: IdentityProviderPlace, { context }: Management): Promise<ReadonlySet<string>> {
  const references: readonly ResourceReference[] = [
    ...(orgId === undefined ? [] : [{ kind: 'orgPolicy', key: [orgId, 'loginPolicy'] } as const]),
    { kind: 'instancePolicy', key: ['loginPolicy'] },
  ]
  const stored = await context.stores.directory.find(references)
  const policy = stored.find(({ kind }) => kind === 'orgPolicy') ?? stored.find(({ kind }) => kind === 'instancePolicy')
  const { allowExternalIdp = false, idps = [] } = policy?.content ?? {}
  if (allowExternalIdp !== true || !Array.isArray(idps)) return new Set()
  return new Set(idps.flatMap((entry: unknown) => (isJsonObject(entry) && typeof entry['idpId'] === 'string' ? [entry['idpId']] : [])))
}

function summaryOf(
  { kind, key: [idpId = ''], orgId, content }: Resource,
  offered: ReadonlySet<string>,
  issuer: string,
): IdentityProviderSummary {
  const { name, issuer: itsIssuer } = isJsonObject(content['idp']) ? content['idp'] : {}
  return {
    kind: kind === 'jwtIdp' ? 'jwt' : 'oidc',
    idpId,
    ...(orgId === undefined ? {} : { orgId }),
    name: typeof name === 'string' ? name : idpId,
    issuer: typeof itsIssuer === 'string' ? itsIssuer : '',
    ...(kind !== 'jwtIdp' ? { redirectUri: `${issuer}${identityProviderCallbackPath(idpId)}` } : {}),
    offered: offered.has(idpId),
  }
}

/** What is known of a provider before it is configured. */
export interface IdentityProviderPreset {
  readonly id: 'google' | 'microsoft' | 'gitlab' | 'okta' | 'oidc'
  readonly name: string
  /** The issuer. `{tenant}` and `{domain}` stand for what the operator fills in; empty where nothing is known. */
  readonly issuer: string
  readonly scopes: readonly string[]
  readonly usernameMapping: NonNullable<NonNullable<OidcIdp['idp']>['usernameMapping']>
  /** Where the client is registered. */
  readonly registration?: string
}

const scopes = ['openid', 'email', 'profile']

/** The presets: values for the member `idp` of a new entry of `oidcIdps`. */
export const identityProviderPresets: readonly IdentityProviderPreset[] = [
  {
    id: 'google',
    name: 'Google',
    issuer: 'https://accounts.google.com',
    scopes,
    usernameMapping: 'OIDC_MAPPING_FIELD_EMAIL',
    registration: 'https://console.cloud.google.com/apis/credentials',
  },
  {
    id: 'microsoft',
    name: 'Microsoft',
    // One tenant: with `common`, the administrator of any tenant could write any address into an account.
    issuer: 'https://login.microsoftonline.com/{tenant}/v2.0',
    scopes,
    usernameMapping: 'OIDC_MAPPING_FIELD_PREFERRED_USERNAME',
    registration: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
  },
  {
    id: 'gitlab',
    name: 'GitLab',
    issuer: 'https://gitlab.com',
    scopes,
    usernameMapping: 'OIDC_MAPPING_FIELD_PREFERRED_USERNAME',
    registration: 'https://gitlab.com/-/user_settings/applications',
  },
  {
    id: 'okta',
    name: 'Okta',
    issuer: 'https://{domain}.okta.com',
    scopes,
    usernameMapping: 'OIDC_MAPPING_FIELD_PREFERRED_USERNAME',
  },
  { id: 'oidc', name: '', issuer: '', scopes, usernameMapping: 'OIDC_MAPPING_FIELD_PREFERRED_USERNAME' },
]
