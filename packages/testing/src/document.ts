// The document that makes users, clients and service users of a test: one organization with one project.
import type { OidcApp, OrgDocument } from '@symbolon/schema-v2'
import { defaultClientSecret, defaultPassword } from './options.ts'
import { hashOf } from './test-hashing.ts'
import type { TestClient, TestServiceUser, TestUser } from './options.ts'

type Org = NonNullable<OrgDocument['orgs']>[number]

/** The organization and the project of everything that a test adds. */
const testOrg = 'test'
const projectId = 'test'

/** The additions of a test. */
export interface Added {
  readonly users?: readonly TestUser[]
  readonly clients?: readonly TestClient[]
  readonly serviceUsers?: readonly TestServiceUser[]
}

/** @returns the `sub` of the user's tokens */
function userIdOf({ id, userName }: TestUser): string {
  return id ?? userName
}

/** @returns a document that adds these to what is there */
export function documentOf({ users = [], clients = [], serviceUsers = [] }: Added): OrgDocument {
  const granted = [
    ...users.map((user) => ({ userId: userIdOf(user), roles: user.roles ?? [] })),
    ...serviceUsers.map(({ userName, roles = [] }) => ({ userId: userName, roles })),
  ].filter(({ roles }) => roles.length > 0)
  return {
    orgs: [
      {
        orgId: testOrg,
        org: { name: 'Test' },
        domains: [{ orgId: testOrg, domainName: 'users.test', isVerified: true, isPrimary: true }],
        loginPolicy: { allowUsernamePassword: true, mfaInitSkipLifetime: '0s' },
        projects: [{ projectId, project: { name: 'Test' } }],
        projectRoles: [...new Set(granted.flatMap(({ roles }) => roles))].map((roleKey) => ({ projectId, roleKey, displayName: roleKey })),
        humanUsers: users.map(humanUserOf),
        machineUsers: serviceUsers.map(machineUserOf),
        userGrants: granted.map(({ userId, roles }) => ({ userId, projectId, roleKeys: [...roles] })),
        oidcApps: clients.map(oidcAppOf),
      },
    ],
  }
}

function humanUserOf(user: TestUser): NonNullable<Org['humanUsers']>[number] {
  const { userName, password = defaultPassword, email = `${userName}@users.test`, emailVerified = true } = user
  const { firstName = userName, lastName = 'Test' } = user
  return {
    userId: userIdOf(user),
    user: {
      userName,
      hashedPassword: { value: hashOf(password) },
      profile: { firstName, lastName, displayName: `${firstName} ${lastName}` },
      email: { email, isEmailVerified: emailVerified },
    },
  }
}

function machineUserOf({ userName, clientSecret, jwtAccessTokens }: TestServiceUser): NonNullable<Org['machineUsers']>[number] {
  return {
    userId: userName,
    user: { userName, name: userName, ...(jwtAccessTokens === true ? { accessTokenType: 'ACCESS_TOKEN_TYPE_JWT' } : {}) },
    clientSecret: clientSecret ?? defaultClientSecret,
  }
}

const authMethodTypes = {
  client_secret_basic: 'OIDC_AUTH_METHOD_TYPE_BASIC',
  client_secret_post: 'OIDC_AUTH_METHOD_TYPE_POST',
  none: 'OIDC_AUTH_METHOD_TYPE_NONE',
} as const satisfies Readonly<Record<NonNullable<TestClient['authentication']>, OidcApp['app']['authMethodType']>>

function oidcAppOf(client: TestClient): NonNullable<Org['oidcApps']>[number] {
  const { clientId, redirectUris, postLogoutRedirectUris = [], authentication = 'client_secret_basic', app = {} } = client
  return {
    appId: clientId,
    clientId,
    ...(authentication === 'none' ? {} : { clientSecret: client.clientSecret ?? defaultClientSecret }),
    app: {
      projectId,
      name: clientId,
      redirectUris: [...redirectUris],
      postLogoutRedirectUris: [...postLogoutRedirectUris],
      grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'],
      authMethodType: authMethodTypes[authentication],
      // Redirect URIs of tests are plain http.
      devMode: redirectUris.some((uri) => uri.startsWith('http://')),
      ...app,
    },
  }
}
