// The counters that end everything that was issued to a resource. Tokens, codes and sessions are compared with them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Resource, Stores } from '@symbolon/core-protocol'
import { domain, human, machine, oidcApp, org, project } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const names = ['directory', 'users', 'clients', 'passwords', 'personalAccessTokens'] as const
type Holding = Pick<Stores, (typeof names)[number]>

const token = (state?: string): Resource => ({
  kind: 'personalAccessToken',
  key: ['t1'],
  orgId: 'o1',
  content: { tokenId: 't1', userId: 'robot', ...(state === undefined ? {} : { state }) },
  secrets: { tokenDigest: 'digest of t1' },
})
const withHash = (passwordHash: string): Resource => human('o1', 'u1', 'ada', { secrets: { passwordHash, passwordSource: passwordHash } })

const everything: readonly Resource[] = [
  org('o1'),
  domain('o1', 'acme.test'),
  withHash('hash-1'),
  machine('o1', 'robot', 'robot'),
  token(),
  project('o1', 'p1'),
  oidcApp('o1', 'p1', 'a1'),
]

/** The counters of the user, the service user as user and as client, the app and the token, if they are active. */
async function counts({ users, clients, personalAccessTokens }: Holding): Promise<readonly (number | undefined)[]> {
  const found = [
    await users.find('u1'),
    await users.find('robot'),
    await clients.find('robot'),
    await clients.find('a1@client'),
    await personalAccessTokens.findById('t1', 0),
  ]
  return found.map((each) => each?.timesEnded)
}

/** Registers the tests of the counters of ended validity. @param open opens an empty storage with the named stores */
export function timesEndedTests(open: OpenFresh): void {
  describe('times ended', () => {
    const put = async ({ directory }: Holding, ...resources: readonly Resource[]): Promise<void> =>
      await directory.apply({ put: resources, remove: [] }, 1000)

    test('start at 0, and do not change when other members change', () =>
      withStores(open, names, async (stores) => {
        await put(stores, ...everything)
        assert.deepEqual(await counts(stores), [0, 0, 0, 0, 0])
        await put(stores, ...everything)
        await put(stores, human('o1', 'u1', 'ada', { user: { nickName: 'A' } }), oidcApp('o1', 'p1', 'a1', { devMode: true }))
        assert.deepEqual(await counts(stores), [0, 0, 0, 0, 0])
      }))

    test('grow when a password is replaced, not with a first one or a rehash', () =>
      withStores(open, names, async (stores) => {
        await put(stores, org('o1'), human('o1', 'u1', 'ada'), human('o1', 'u2', 'bob', { secrets: { passwordHash: 'hash-1' } }))
        await put(stores, withHash('hash-1'))
        assert.equal((await stores.users.find('u1'))?.timesEnded, 0)
        await stores.passwords.replaceHash('u1', 'hash-1', 'hash-1 rehashed')
        assert.equal((await stores.users.find('u1'))?.timesEnded, 0)
        await put(stores, withHash('hash-2'))
        assert.equal((await stores.users.find('u1'))?.timesEnded, 1)
        await put(stores, withHash('hash-2'))
        assert.equal((await stores.users.find('u1'))?.timesEnded, 1)
        assert.equal((await stores.users.find('u2'))?.timesEnded, 0)
      }))

    test('grow when a user is deactivated, and again when the user is reactivated', () =>
      withStores(open, names, async (stores) => {
        await put(stores, ...everything)
        let expected = 0
        for (const state of ['USER_STATE_INACTIVE', 'USER_STATE_LOCKED', 'USER_STATE_SUSPEND']) {
          await put(stores, human('o1', 'u1', 'ada', { state }), machine('o1', 'robot', 'robot', { state }))
          assert.equal((await stores.users.find('u1'))?.timesEnded, expected + 1, state)
          await put(stores, human('o1', 'u1', 'ada'), machine('o1', 'robot', 'robot'))
          expected += 2
          assert.deepEqual(await counts(stores), [expected, expected, expected, 0, 0], state)
        }
        await put(stores, human('o1', 'u1', 'ada', { state: 'USER_STATE_INACTIVE' }))
        await put(stores, human('o1', 'u1', 'ada', { state: 'USER_STATE_LOCKED' }))
        assert.equal((await stores.users.find('u1'))?.timesEnded, expected + 1, 'from off to off')
      }))

    test('grow with the state of the organization, project, app and token', () =>
      withStores(open, names, async (stores) => {
        await put(stores, ...everything)
        await put(stores, org('o1', 'ORG_STATE_INACTIVE'))
        await put(stores, org('o1'))
        assert.deepEqual(await counts(stores), [2, 2, 2, 2, 0])
        await put(stores, project('o1', 'p1', {}, 'STATE_INACTIVE'))
        await put(stores, project('o1', 'p1'))
        assert.deepEqual(await counts(stores), [2, 2, 2, 4, 0])
        await put(stores, oidcApp('o1', 'p1', 'a1', {}, { state: 'STATE_INACTIVE' }), token('STATE_INACTIVE'))
        await put(stores, oidcApp('o1', 'p1', 'a1'), token())
        assert.deepEqual(await counts(stores), [2, 2, 2, 6, 2])
      }))

    test('count each of many concurrent changes', () =>
      withStores(open, names, async (stores) => {
        await put(stores, ...everything)
        await together(20, async (index) => await put(stores, withHash(`new-${index}`)))
        assert.equal((await stores.users.find('u1'))?.timesEnded, 20)
      }))
  })
}
