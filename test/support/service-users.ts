// Service users with secrets and keys, the tokens that they ask for, and the assertions that they sign.
import type { OrgDocument } from '@symbolon/schema-v2'
import type { ClientKeyPair } from '@symbolon/test-kit'
import { acmeWith } from './acme.ts'
import { basicHeader, postToken } from './code-flow.ts'
import type { Fields, TokenAnswer } from './code-flow.ts'
import { signJws } from './jws.ts'
import type { TestProvider } from './provider.ts'

type Members = Readonly<Record<string, unknown>>
type Org = NonNullable<OrgDocument['orgs']>[number]
type MachineUser = NonNullable<Org['machineUsers']>[number]
type MachineKey = NonNullable<Org['machineKeys']>[number]

export const robotSecret = 'the secret of the robot: 100% of 32+ characters'
export const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** What differs from the document; service users and keys by their ids. */
export interface ServiceUserOverrides {
  readonly orgState?: Org['orgState']
  readonly users?: Readonly<Record<string, Partial<MachineUser>>>
  readonly keys?: Readonly<Record<string, Partial<MachineKey>>>
  /** Additional members of the organization. */
  readonly more?: Parameters<typeof acmeWith>[0]
}

/**
 * `robot` gets opaque access tokens, `robot-jwt` and `robot-es256` JWTs; all have the secret. The keys are the robot's.
 * `twin` is the user name of two service users of different organizations.
 */
export function serviceUserDocument(keys: readonly ClientKeyPair[] = [], overrides: ServiceUserOverrides = {}): OrgDocument {
  const jwt = { accessTokenType: 'ACCESS_TOKEN_TYPE_JWT' } as const
  const users: readonly MachineUser[] = [
    { userId: 'robot', user: { userName: 'robbie', name: 'Robbie' }, clientSecret: robotSecret },
    { userId: 'robot-jwt', user: { userName: 'robot-jwt', name: 'Robot JWT', ...jwt }, clientSecret: robotSecret },
    {
      userId: 'robot-es256',
      user: { userName: 'robot-es256', name: 'Robot ES256', ...jwt },
      clientSecret: robotSecret,
      accessTokenSigningAlg: 'ES256',
    },
    { userId: 'without-secret', user: { userName: 'without-secret', name: 'Without a secret' } },
    { userId: 'twin-1', user: { userName: 'twin', name: 'Twin' }, clientSecret: robotSecret },
  ]
  const document = acmeWith({
    ...(overrides.orgState === undefined ? {} : { orgState: overrides.orgState }),
    machineUsers: users.map((user) => ({ ...user, ...overrides.users?.[user.userId] })),
    machineKeys: keys.map(({ id, publicKey }) => ({
      keyId: id,
      userId: 'robot',
      type: 'KEY_TYPE_JSON' as const,
      publicKey,
      ...overrides.keys?.[id],
    })),
    ...overrides.more,
  })
  const another: Org = {
    orgId: 'another',
    org: { name: 'Another' },
    domains: [{ orgId: 'another', domainName: 'another.example', isVerified: true, isPrimary: true }],
    machineUsers: [{ userId: 'twin-2', user: { userName: 'twin', name: 'Twin' }, clientSecret: robotSecret }],
    projects: [
      { projectId: 'their-project', project: { name: 'Theirs' } },
      { projectId: 'sleeping', project: { name: 'Sleeping' }, state: 'STATE_INACTIVE' },
    ],
  }
  return { orgs: [...(document.orgs ?? []), another] }
}

/** Asks for a token by the client credentials grant, with the secret in the Basic header unless the fields or headers say otherwise. */
export async function requestByCredentials(
  provider: TestProvider,
  fields: Fields = {},
  headers: Fields = { authorization: basicHeader('robot', robotSecret) },
): Promise<TokenAnswer> {
  return await postToken(provider, { grant_type: 'client_credentials', scope: 'openid', ...fields }, headers)
}

/** The claims of an honest assertion of the robot; a member that is undefined is left out. */
export function grantClaims(provider: TestProvider, claims: Members = {}): Members {
  const now = Math.floor(provider.clock.now() / 1000)
  return { iss: 'robot', sub: 'robot', aud: provider.issuer, iat: now, exp: now + 60, jti: crypto.randomUUID(), ...claims }
}

export async function grantAssertion(
  provider: TestProvider,
  key: ClientKeyPair,
  claims: Members = {},
  header: Members = {},
): Promise<string> {
  return await signJws({ alg: key.algorithm, kid: key.id, ...header }, grantClaims(provider, claims), key.privateKey)
}

/** Asks for tokens by the JWT profile grant. */
export async function requestByAssertion(
  provider: TestProvider,
  assertion: string,
  fields: Fields = {},
  headers: Fields = {},
): Promise<TokenAnswer> {
  return await postToken(provider, { grant_type: jwtBearer, scope: 'openid', assertion, ...fields }, headers)
}
