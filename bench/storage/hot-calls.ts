// The store calls of token, introspection and userinfo requests.
import type { AccessToken, AuthorizationCode, RefreshTokenFamily, Resource, Session, StoreName, Stores } from '@symbolon/core-protocol'
import { anyDigest, anyNumber, digestOf, known, newDigest, newNumber, numberOf } from './subject.ts'

export interface Call {
  /** Creates what that many runs consume. */
  prepare?(runs: number): Promise<void>
  run(): unknown
}

export const storeNames = [
  'accessTokens',
  'assertionIds',
  'authorizationCodes',
  'clients',
  'directory',
  'issuance',
  'personalAccessTokens',
  'refreshTokens',
  'revocations',
  'sessions',
  'userGrants',
  'users',
] as const satisfies readonly StoreName[]

const now = 1_700_000_000_000
const later = now + 43_200_000

const organization: readonly Resource[] = [
  { kind: 'org', key: ['acme'], orgId: 'acme', content: { orgId: 'acme', org: { name: 'Acme' } } },
  { kind: 'orgDomain', key: ['acme', 'acme.test'], orgId: 'acme', content: { domainName: 'acme.test', isVerified: true, isPrimary: true } },
  { kind: 'project', key: ['shop'], orgId: 'acme', content: { projectId: 'shop', project: { name: 'Shop' } } },
  { kind: 'projectRole', key: ['shop', 'admin'], orgId: 'acme', content: { projectId: 'shop', roleKey: 'admin' } },
  {
    kind: 'oidcApp',
    key: ['web'],
    orgId: 'acme',
    content: { appId: 'web', clientId: 'web@shop', app: { projectId: 'shop', name: 'Web', redirectUris: ['https://rp.test/cb'] } },
  },
  { kind: 'humanUser', key: ['ada'], orgId: 'acme', content: { userId: 'ada', user: { userName: 'ada', profile: { firstName: 'Ada' } } } },
  { kind: 'machineUser', key: ['robot'], orgId: 'acme', content: { userId: 'robot', user: { userName: 'robot', name: 'Robot' } } },
  { kind: 'userGrant', key: ['ada', 'shop', ''], orgId: 'acme', content: { userId: 'ada', projectId: 'shop', roleKeys: ['admin'] } },
  {
    kind: 'personalAccessToken',
    key: ['pat'],
    orgId: 'acme',
    content: { tokenId: 'pat', userId: 'robot', scopes: ['openid'] },
    secrets: { tokenDigest: 'digest-of-pat' },
  },
]

function token(digest: string, number: number): AccessToken {
  return {
    id: `${digest}.${now}.0123456789abcdef.${digest}`,
    number,
    digest,
    authorizationId: digest,
    clientId: 'web@shop',
    subject: 'ada',
    sessionId: 'session',
    scope: ['openid', 'email', 'profile'],
    audience: ['shop', 'web@shop'],
    issuedAt: now,
    expiresAt: later,
  }
}

function code(digest: string): AuthorizationCode {
  return {
    digest,
    authorizationId: digest,
    clientId: 'web@shop',
    redirectUri: 'https://rp.test/cb',
    userId: 'ada',
    sessionId: 'session',
    scope: ['openid'],
    authenticatedAt: now,
    amr: ['pwd'],
    acr: '1',
    issuedAt: now,
    expiresAt: later,
    rememberedUntil: later,
  }
}

function family(id: string): RefreshTokenFamily {
  return {
    id,
    authorizationId: id,
    clientId: 'web@shop',
    subject: 'ada',
    scope: ['openid', 'offline_access'],
    audience: ['shop'],
    issuedAt: now,
    endsAt: later,
  }
}

function session(id: string): Session {
  return { id, userId: 'ada', authenticatedAt: now, factors: [{ method: 'pwd', at: now }], createdAt: now, expiresAt: later }
}

export async function hotCalls(stores: Partial<Stores>): Promise<Readonly<Record<string, Call>>> {
  if (!holdsAll(stores)) throw new TypeError('A store is missing')
  await stores.directory.apply({ put: organization, remove: [] }, now)
  const digests = Array.from({ length: known }, (_, index) => digestOf(index))
  await Promise.all(digests.map((digest, index) => stores.issuance.commit({ accessToken: token(digest, numberOf(index)) })))
  await Promise.all(digests.map((digest) => stores.sessions.insert(session(digest), digest, undefined)))

  const codes: string[] = []
  const lines = new Map(digests.slice(0, 64).map((id) => [id, 0]))
  for (const id of lines.keys())
    await stores.issuance.commit({ refreshToken: { family: family(id), digest: '0', expiresAt: later, familiesKept: 1000 } })
  let turn = 0
  /** Uses each refresh token family in turn. */
  const rotate = async (): Promise<unknown> => {
    const id = digestOf(turn % lines.size)
    const use = lines.get(id) ?? 0
    turn += 1
    lines.set(id, use + 1)
    const redeems = {
      kind: 'rotation',
      family: id,
      clientId: 'web@shop',
      digest: `${use}`,
      successor: `${use + 1}`,
      now,
      expiresAt: later,
      repeatableUntil: later,
    } as const
    return stores.issuance.commit({ redeems, accessToken: token(newDigest(), newNumber()) })
  }

  return {
    'clients.find': { run: () => stores.clients.find('web@shop') },
    'users.findActive': { run: () => stores.users.findActive('ada') },
    'userGrants.listRoles': { run: () => stores.userGrants.listRoles('ada', ['shop']) },
    'accessTokens.find, database': { run: () => stores.accessTokens.find(anyNumber()) },
    'accessTokens.find, memory': { run: () => stores.accessTokens.find(numberOf(known - 1)) },
    'personalAccessTokens.find': { run: () => stores.personalAccessTokens.find('digest-of-pat', now) },
    'revocations.includesAny': { run: () => stores.revocations.includesAny([anyDigest(), 'authorization', 'session']) },
    'sessions.find': { run: () => stores.sessions.find(anyDigest(), now) },
    'refreshTokens.find': { run: () => stores.refreshTokens.find(digestOf(1), now) },
    'issuance.commit': { run: () => stores.issuance.commit({ accessToken: token(newDigest(), newNumber()) }) },
    'authorizationCodes.insert': { run: () => stores.authorizationCodes.insert(code(newDigest())) },
    'issuance.commit of a code': {
      async prepare(runs) {
        codes.push(...Array.from({ length: runs }, newDigest))
        await Promise.all(codes.map((digest) => stores.authorizationCodes.insert(code(digest))))
      },
      run: () => {
        const redeems = { kind: 'code', digest: codes.pop() ?? '', clientId: 'web@shop', now } as const
        return stores.issuance.commit({ redeems, accessToken: token(newDigest(), newNumber()) })
      },
    },
    'issuance.commit of a refresh': { run: rotate },
    'assertionIds.add': { run: () => stores.assertionIds.add(newDigest(), later) },
    'revocations.add': { run: () => stores.revocations.add([newDigest()], later) },
  }
}

function holdsAll(stores: Partial<Stores>): stores is Pick<Stores, (typeof storeNames)[number]> {
  return storeNames.every((name) => stores[name] !== undefined)
}
