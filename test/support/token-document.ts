// The small organization, with an app for every kind of token. A test overrides the members that it names.
import type { OrgDocument } from '@symbolon/schema-v2'
import { acmeDocument, clientSecret, redirectUri } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'

type Org = NonNullable<OrgDocument['orgs']>[number]
type Apps = NonNullable<Org['oidcApps']>
type Users = NonNullable<Org['humanUsers']>
type Keys = NonNullable<Org['appKeys']>

/** What differs from the document; users, apps and keys by their ids. */
export interface Overrides {
  readonly orgState?: Org['orgState']
  readonly projectState?: 'STATE_ACTIVE' | 'STATE_INACTIVE' | 'STATE_REMOVED'
  readonly project?: Readonly<Record<string, unknown>>
  readonly users?: Readonly<Record<string, Partial<Users[number]>>>
  readonly apps?: Readonly<Record<string, Partial<Apps[number]>>>
  readonly keys?: Readonly<Record<string, Partial<Keys[number]>>>
}

/** In addition to the apps of `acmeDocument`: `es256`, `eddsa` and `jwt-es256` sign otherwise, `elsewhere` is of another project. */
export function tokenDocument(keys: readonly ClientKeyPair[] = [], overrides: Overrides = {}): OrgDocument {
  const [org] = acmeDocument(keys).orgs ?? []
  if (org === undefined) throw new Error('The fixture has no organization')
  const app = { projectId: 'portal', redirectUris: [redirectUri] }
  const apps: Apps = [
    ...(org.oidcApps ?? []),
    { appId: 'es256', clientId: 'es256', clientSecret, idTokenSigningAlg: 'ES256', app: { ...app, name: 'ES256' } },
    { appId: 'eddsa', clientId: 'eddsa', clientSecret, idTokenSigningAlg: 'EdDSA', app: { ...app, name: 'EdDSA' } },
    {
      appId: 'jwt-es256',
      clientId: 'jwt-es256',
      clientSecret,
      accessTokenSigningAlg: 'ES256',
      app: { ...app, name: 'JWT ES256', accessTokenType: 'OIDC_TOKEN_TYPE_JWT' },
    },
    { appId: 'implicit', clientId: 'implicit', clientSecret, app: { ...app, name: 'Implicit', grantTypes: ['OIDC_GRANT_TYPE_IMPLICIT'] } },
    { appId: 'elsewhere', clientId: 'elsewhere', clientSecret, app: { ...app, projectId: 'other', name: 'Elsewhere' } },
  ]
  return {
    orgs: [
      {
        ...org,
        ...(overrides.orgState === undefined ? {} : { orgState: overrides.orgState }),
        projects: [
          {
            projectId: 'portal',
            project: { name: 'Portal', ...overrides.project },
            ...(overrides.projectState === undefined ? {} : { state: overrides.projectState }),
          },
          { projectId: 'other', project: { name: 'Other' } },
        ],
        humanUsers: (org.humanUsers ?? []).map((user) => ({ ...user, ...overrides.users?.[user.userId] })),
        oidcApps: apps.map((each) => ({ ...each, ...overrides.apps?.[each.appId] })),
        apiApps: [
          {
            appId: 'api',
            clientId: 'api',
            clientSecret,
            app: { projectId: 'portal', name: 'API', authMethodType: 'API_AUTH_METHOD_TYPE_BASIC' },
          },
        ],
        appKeys: (org.appKeys ?? []).map((key) => ({ ...key, ...overrides.keys?.[key.id] })),
      },
    ],
  }
}
