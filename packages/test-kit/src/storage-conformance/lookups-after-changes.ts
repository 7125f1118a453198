// A lookup after a change never returns the state before it. Storages may cache lookups, but no caller may notice.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Resource, SigningKey, Stores } from '@symbolon/core-protocol'
import {
  domain,
  human,
  machine,
  machineKey,
  oidcApp,
  org,
  orgMember,
  project,
  projectGrant,
  publicKey,
  reference,
  userGrant,
} from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const names = [
  'clients',
  'directory',
  'identityProviders',
  'memberships',
  'passwords',
  'policies',
  'userAccounts',
  'userGrants',
  'userMetadata',
  'users',
] as const
type Looked = Pick<Stores, (typeof names)[number]>

const role: Resource = { kind: 'projectRole', key: ['p1', 'r'], orgId: 'o1', content: { projectId: 'p1', roleKey: 'r' } }
const redirect = { redirectUris: ['https://rp.test/cb'] }
const secret = { clientSecretHash: 'hash' }
const base: readonly Resource[] = [
  org('o1'),
  domain('o1', 'acme.test'),
  project('o1', 'p1'),
  role,
  oidcApp('o1', 'p1', 'a1', redirect),
  machine('o1', 'm1', 'robot', {}, secret),
  human('o1', 'u1', 'ada', { secrets: { passwordHash: 'hash' } }),
  userGrant('o1', 'u1', 'p1'),
  orgMember('o1', 'u1'),
]
const metadata = (value: string): Resource => ({
  kind: 'userMetadata',
  key: ['u1', 'k'],
  orgId: 'o1',
  content: { userId: 'u1', key: 'k', value },
})

const lookups: Readonly<Record<string, (stores: Looked) => unknown>> = {
  'clients.find of an app': ({ clients }) => clients.find('a1@client'),
  'clients.find of a service user': ({ clients }) => clients.find('m1'),
  'clients.find by a name': ({ clients }) => clients.find('robot'),
  'clients.listClientIds': ({ clients }) => clients.listClientIds('p1'),
  'clients.hasProject': ({ clients }) => clients.hasProject('p1'),
  'clients.admits': ({ clients }) => clients.admits('a1@client', 'u1'),
  'clients.hasOrigin': ({ clients }) => clients.hasOrigin('https://rp.test'),
  'clients.findBoundary': ({ clients }) => clients.findBoundary(),
  'clients.listShared': ({ clients }) => clients.listShared(['p1', 'a1@client', 'm1'], 'o1'),
  'clients.listShared of another organization': ({ clients }) => clients.listShared(['p1', 'a1@client', 'm1'], 'o2'),
  'clients.hasGrantFrom': ({ clients }) => clients.hasGrantFrom('o1', 'o2'),
  'identityProviders.listOfPolicy': ({ identityProviders }) => identityProviders.listOfPolicy('o1'),
  'memberships.list': ({ memberships }) => memberships.list('u1'),
  'policies.findLoginPolicy': ({ policies }) => policies.findLoginPolicy('o1'),
  'policies.findPasswordPolicy': ({ policies }) => policies.findPasswordPolicy('o1'),
  'policies.findSecurityPolicy': ({ policies }) => policies.findSecurityPolicy(),
  'userGrants.listRoles': ({ userGrants }) => userGrants.listRoles('u1', ['p1']),
  'userMetadata.list': ({ userMetadata }) => userMetadata.list('u1'),
  'users.find': ({ users }) => users.find('u1'),
  'users.findActive': ({ users }) => users.findActive('u1'),
}

type Change = (stores: Looked) => Promise<unknown>
const put =
  (...resources: readonly Resource[]): Change =>
  ({ directory }) =>
    directory.apply({ put: resources, remove: [] }, 2000)
const remove =
  (...resources: readonly Resource[]): Change =>
  ({ directory }) =>
    directory.apply({ put: [], remove: resources.map(reference) }, 2000)
const policy = (kind: 'orgPolicy' | 'instancePolicy', key: readonly string[], content: Resource['content']): Resource => ({
  kind,
  key,
  ...(kind === 'orgPolicy' ? { orgId: 'o1' } : {}),
  content,
})

const changes: readonly (readonly [string, Change, readonly string[]])[] = [
  [
    'an organization is switched off',
    put(org('o1', 'ORG_STATE_INACTIVE')),
    [
      'clients.find of an app',
      'clients.find of a service user',
      'clients.find by a name',
      'clients.listClientIds',
      'clients.hasProject',
      'clients.hasOrigin',
      'clients.listShared',
      'memberships.list',
      'userGrants.listRoles',
      'users.find',
      'users.findActive',
    ],
  ],
  [
    'an organization is removed',
    remove(org('o1')),
    [
      'clients.find of an app',
      'clients.find of a service user',
      'clients.find by a name',
      'clients.listClientIds',
      'clients.hasProject',
      'clients.admits',
      'clients.hasOrigin',
      'clients.listShared',
      'memberships.list',
      'userGrants.listRoles',
      'userMetadata.list',
      'users.find',
      'users.findActive',
    ],
  ],
  [
    'an organization gets another primary domain',
    put(domain('o1', 'acme.test', { isVerified: true }), domain('o1', 'other.test')),
    ['userGrants.listRoles', 'users.find', 'users.findActive'],
  ],
  [
    'a project asks for grants',
    put(project('o1', 'p1', { projectRoleCheck: true }), userGrant('o1', 'u1', 'p1', '', 'STATE_INACTIVE')),
    ['clients.admits', 'userGrants.listRoles'],
  ],
  [
    'an app changes',
    put(oidcApp('o1', 'p1', 'a1', { redirectUris: ['https://other.test/cb'] })),
    ['clients.find of an app', 'clients.hasOrigin'],
  ],
  [
    'an app is removed',
    remove(oidcApp('o1', 'p1', 'a1')),
    ['clients.find of an app', 'clients.listClientIds', 'clients.admits', 'clients.hasOrigin', 'clients.listShared'],
  ],
  [
    'a project is granted',
    put(projectGrant('o1', 'p1', 'g1', 'o2')),
    ['clients.hasGrantFrom', 'clients.listShared of another organization'],
  ],
  [
    'the instance trusts an organization',
    put(policy('instancePolicy', ['boundaryPolicy'], { trustedOrganizations: ['o2'] })),
    ['clients.findBoundary'],
  ],
  [
    'the instance demands a second factor of administrators',
    put(policy('instancePolicy', ['boundaryPolicy'], { forceMfaForAdministrators: true })),
    ['policies.findLoginPolicy'],
  ],
  [
    'the instance gets an owner',
    put({ kind: 'instanceMember', key: ['u1'], content: { userId: 'u1', roles: ['IAM_OWNER'] } }),
    ['clients.findBoundary', 'memberships.list'],
  ],
  [
    'a secret hash is replaced',
    ({ clients }) => clients.replaceSecretHash('m1', 'hash', 'digest'),
    ['clients.find of a service user', 'clients.find by a name'],
  ],
  ['a role is removed', remove(role), ['userGrants.listRoles']],
  ['a membership is removed', remove(orgMember('o1', 'u1')), ['memberships.list']],
  [
    'an organization gets policies',
    put(policy('orgPolicy', ['o1', 'loginPolicy'], { forceMfa: true })),
    ['identityProviders.listOfPolicy', 'policies.findLoginPolicy', 'policies.findPasswordPolicy'],
  ],
  [
    'the instance gets policies',
    put(
      policy('instancePolicy', ['loginPolicy'], { forceMfa: true }),
      policy('instancePolicy', ['securityPolicy'], { enableImpersonation: true }),
    ),
    ['identityProviders.listOfPolicy', 'policies.findLoginPolicy', 'policies.findPasswordPolicy', 'policies.findSecurityPolicy'],
  ],
  [
    'a new password is set',
    ({ passwords }) => passwords.set({ userId: 'u1', hash: 'new', replaces: 'any', seen: 'any', now: 2000 }),
    ['users.find', 'users.findActive'],
  ],
  [
    'people change their names',
    ({ userAccounts }) => userAccounts.change('u1', {}, { profile: { firstName: 'Augusta' } }, 2000),
    ['users.find', 'users.findActive'],
  ],
  ['metadata is added', put(metadata('eQ==')), ['userMetadata.list']],
]

async function answers(stores: Looked): Promise<Readonly<Record<string, unknown>>> {
  const entries = Object.entries(lookups).map(async ([name, lookup]) => [name, await lookup(stores)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

/** Registers the tests of lookups after changes. @param open opens an empty storage with the named stores */
export function lookupsAfterChangesTests(open: OpenFresh): void {
  describe('lookups after changes', () => {
    for (const [what, change, changed] of changes) {
      test(`see the change when ${what}`, () =>
        withStores(open, names, async (stores) => {
          await stores.directory.apply({ put: [...base, metadata('eA==')], remove: [] }, 1000)
          const before = await answers(stores)
          assert.deepEqual(await answers(stores), before)
          await change(stores)
          const after = await answers(stores)
          const different = Object.keys(lookups).filter((name) => !isDeepStrictEqual(after[name], before[name]))
          assert.deepEqual(different.toSorted(), changed.toSorted())
        }))
    }

    test('see a change of a flag or of a signing key', () =>
      withStores(open, ['features', 'signingKeys'], async ({ features, signingKeys }) => {
        const kids = async (): Promise<readonly string[]> => (await signingKeys.list()).map(({ kid }) => kid)
        assert.deepEqual((await features.get()).flags, {})
        assert.deepEqual(await kids(), [])
        const key: SigningKey = {
          kid: 'k1',
          algorithm: 'ES256',
          publicJwk: {},
          sealedPrivateJwk: 'sealed',
          createdAt: 1,
          activeFrom: 1,
          tokenLifetime: 1,
          keySetMaxAge: 1,
        }
        await signingKeys.insertFirst(key)
        assert.deepEqual(await kids(), ['k1'])
        await signingKeys.revoke('k1', 2, { ...key, kid: 'k2' })
        assert.deepEqual(
          (await signingKeys.list()).map(({ kid, revokedAt }) => [kid, revokedAt]),
          [
            ['k2', undefined],
            ['k1', 2],
          ],
        )
        await features.set({ oidcTokenExchange: true }, 1000)
        assert.deepEqual((await features.get()).flags, { oidcTokenExchange: true })
        await features.reset(1000)
        assert.deepEqual((await features.get()).flags, {})
      }))

    test('see that a key was deactivated or has expired', () =>
      withStores(open, names, async ({ clients, directory }) => {
        const pem = await publicKey('ES256')
        const list = async (now: number): Promise<readonly string[]> => (await clients.listKeys('m1', now)).map(({ keyId }) => keyId)
        const keys = (state: string): readonly Resource[] => [
          machineKey('o1', 'm1', 'k1', pem, { state }),
          machineKey('o1', 'm1', 'k2', pem, { expirationDate: '1970-01-01T00:00:05Z' }),
        ]
        await directory.apply({ put: [...base, ...keys('STATE_ACTIVE')], remove: [] }, 1000)
        assert.deepEqual(await list(4999), ['k1', 'k2'])
        assert.deepEqual(await list(5000), ['k1'])
        assert.deepEqual(await list(4999), ['k1', 'k2'])
        await directory.apply({ put: keys('STATE_INACTIVE'), remove: [] }, 2000)
        assert.deepEqual(await list(4999), ['k2'])
        await directory.apply({ put: [org('o1', 'ORG_STATE_INACTIVE')], remove: [] }, 3000)
        assert.deepEqual(await list(4999), [])
      }))

    test('never return the state before a change to a caller who asks after it', () =>
      withStores(open, names, async (stores) => {
        const { directory, clients, userGrants, users } = stores
        await directory.apply({ put: base, remove: [] }, 1000)
        let acknowledged = 0
        const named = (value: string | undefined): number => Number(value?.replace(/^\D+/, '') ?? 0)
        const allLookups: readonly (() => Promise<number>)[] = [
          async () => named((await users.findActive('u1'))?.userName),
          async () => named((await clients.find('m1'))?.name),
          async () => named((await clients.find('robot'))?.name),
          async () => named((await userGrants.listRoles('u1', ['p1']))[0]?.primaryDomain?.replace('.test', '')),
        ]
        /** Looks up while the change is in progress, at most eight times. */
        const lane = async (lookup: () => Promise<number>, change: number): Promise<void> => {
          for (let asked = 0; asked < 8 && acknowledged < change; asked += 1) {
            const least = acknowledged
            const seen = await lookup()
            assert.ok(seen >= least, `${seen} was answered after ${least} was acknowledged`)
            // A cached answer comes without a turn of the event loop.
            await new Promise((resolve) => setImmediate(resolve))
          }
        }
        for (let number = 1; number <= 12; number += 1) {
          const change = directory
            .apply(
              {
                put: [
                  human('o1', 'u1', `ada${number}`),
                  machine('o1', 'm1', 'robot', { user: { userName: 'robot', name: `Robot ${number}` } }),
                  domain('o1', `acme${number}.test`),
                ],
                remove: number === 1 ? [] : [{ kind: 'orgDomain', key: ['o1', `acme${number - 1}.test`] }],
              },
              1000 + number,
            )
            .then(() => {
              acknowledged = number
            })
          await Promise.all([change, together(12, (index) => lane(allLookups[index % allLookups.length] ?? (async () => 0), number))])
          assert.deepEqual(
            await Promise.all(allLookups.map((lookup) => lookup())),
            allLookups.map(() => number),
          )
        }
      }))
  })
}
