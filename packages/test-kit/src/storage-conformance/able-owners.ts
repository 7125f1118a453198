// The last owner of an instance who is able to sign in.
import { DirectoryConflict } from '@symbolon/core-protocol'
import type { DirectoryChange, DirectoryStore, OtherWays, Resource } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { human, link, oidcIdp, org, passkeyResource, reference } from './fixtures.ts'
import { passkey } from './passkeys.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const names = ['directory', 'passkeys', 'passwords', 'policies', 'userAccounts', 'userLinks'] as const

const owner = (userId: string): Resource => ({ kind: 'instanceMember', key: [userId], content: { userId, roles: ['IAM_OWNER'] } })
const remove = (...resources: readonly Resource[]): DirectoryChange => ({ put: [], remove: resources.map(reference) })
const put = (...resources: readonly Resource[]): DirectoryChange => ({ put: resources, remove: [] })

type Members = Readonly<Record<string, unknown>>
const ofInstance = (content: Members): Resource => ({ kind: 'instancePolicy', key: ['loginPolicy'], content })
const ofOrg = (content: Members, orgId = 'o1'): Resource => ({ kind: 'orgPolicy', key: [orgId, 'loginPolicy'], orgId, content })

const passwords = { allowUsernamePassword: true }
const passkeys = { passwordlessType: 'PASSWORDLESS_TYPE_ALLOWED' }
const accounts = { allowExternalIdp: true, idps: [{ idpId: 'i1' }] }
const all = { ...passwords, ...passkeys, ...accounts }
/** Factors that no user can set up here. */
const noFactor = { forceMfa: true, secondFactors: ['SECOND_FACTOR_TYPE_UNSPECIFIED'] }

const withPassword = (userId: string): Resource => human('o1', userId, userId, { secrets: { passwordHash: `hash of ${userId}` } })
const bare = (userId: string): Resource => human('o1', userId, userId)
const [ada, bea] = [withPassword('ada'), withPassword('bea')]
const [key, account, provider] = [passkeyResource('o1', 'ada', 'key'), link('o1', 'ada', 'i1', 'sub'), oidcIdp('o1', 'i1')]
const anyWay: OtherWays = { password: true, externalAccount: true }

/** What is stored, with the owner ada, and a change after which ada cannot sign in. */
const losses: readonly (readonly [string, readonly Resource[], DirectoryChange])[] = [
  ['the instance admits passwords no longer', [ada], put(ofInstance(passkeys))],
  ['the instance admits passkeys no longer', [bare('ada'), key], put(ofInstance(passwords))],
  [
    'the instance admits no accounts elsewhere any more',
    [bare('ada'), provider, account, ofInstance(accounts)],
    put(ofInstance(passwords)),
  ],
  [
    'the instance lists another identity provider',
    [bare('ada'), provider, account, ofInstance(accounts)],
    put(ofInstance({ ...accounts, idps: [{ idpId: 'i2' }] })),
  ],
  ['the instance demands a second factor that it does not admit', [ada], put(ofInstance({ ...passwords, ...noFactor }))],
  ['the organization gets its own policy', [ada], put(ofOrg(passkeys))],
  ['the organization changes its policy', [ada, ofOrg(all)], put(ofOrg({ ...all, allowUsernamePassword: false }))],
  ['the organization loses its policy', [ada, ofOrg(passwords), ofInstance(passkeys)], remove(ofOrg(passwords))],
  ['the passkey is removed', [ada, key, ofInstance(passkeys)], remove(key)],
  ['the passkey becomes a security key', [bare('ada'), key], put(passkeyResource('o1', 'ada', 'key', { discoverable: false }))],
  ['the account elsewhere is disconnected', [ada, provider, account, ofInstance(accounts)], remove(account)],
  ['the identity provider is removed', [bare('ada'), provider, account, ofInstance(accounts)], remove(provider)],
  ['the identity provider becomes a gateway', [bare('ada'), provider, account, ofInstance(accounts)], put({ ...provider, kind: 'jwtIdp' })],
]

/** Registers the tests of the last owner who is able to sign in. @param open opens an empty storage with the named stores */
export function ableOwnerTests(open: OpenFresh): void {
  describe('the last owner who is able to sign in', () => {
    for (const [what, stored, change] of losses) {
      const parts = [...change.put, ...change.remove]

      test(`AD-14 stays able: ${what}`, () =>
        withStores(open, names, async ({ directory }) => {
          await directory.apply(put(org('o1'), ...stored, bare('bea'), owner('ada'), owner('bea')), 1000)
          const before = await everything(directory)
          const expected = parts.map((each) => ({ reason: 'last_owner', resource: reference(each) }))
          assert.deepEqual(await directory.findTaken(change), expected)
          await assert.rejects(directory.apply(change, 2000), (error) => {
            assert.ok(error instanceof DirectoryConflict)
            assert.deepEqual(error.refusals, expected)
            return true
          })
          assert.deepEqual(await everything(directory), before)
        }))

      test(`AD-14 this is done where another owner is able to sign in: ${what}`, () =>
        withStores(open, names, async ({ directory }) => {
          const others = [org('o2'), ofOrg(passwords, 'o2'), { ...bea, orgId: 'o2' }, owner('bea')]
          await directory.apply(put(org('o1'), ...stored, ...others, owner('ada')), 1000)
          const before = await everything(directory)
          assert.deepEqual(await directory.findTaken(change), [])
          await directory.apply(change, 2000)
          assert.notDeepEqual(await everything(directory), before)
        }))

      test(`AD-14 this is done where no owner was able to sign in before: ${what}`, () =>
        withStores(open, names, async ({ directory }) => {
          await directory.apply(put(org('o1'), ...stored, bare('bea'), owner('bea')), 1000)
          assert.deepEqual(await directory.findTaken(change), [])
          await directory.apply(change, 2000)
        }))
    }

    test('AD-14 the owner who is able to sign in is not removed where the others are not', () =>
      withStores(open, names, async ({ directory, userAccounts }) => {
        await directory.apply(put(org('o1'), ada, bare('bea'), owner('ada'), owner('bea')), 1000)
        for (const change of [remove(owner('ada')), remove(ada), put(human('o1', 'ada', 'ada', { state: 'USER_STATE_LOCKED' }))]) {
          assert.equal((await directory.findTaken(change))[0]?.reason, 'last_owner')
          await assert.rejects(directory.apply(change, 2000), DirectoryConflict)
        }
        assert.equal(await userAccounts.remove('ada', 1500), 'last_owner')
        assert.equal(await userAccounts.remove('bea', 1500), 'removed')
      }))

    test('a change may bring the way to sign in that it makes necessary', () =>
      withStores(open, names, async ({ directory }) => {
        await directory.apply(put(org('o1'), ada, owner('ada')), 1000)
        const change = put(ofInstance(passkeys), key)
        assert.deepEqual(await directory.findTaken(change), [])
        await directory.apply(change, 2000)
        assert.equal((await directory.find([key])).length, 1)
      }))

    test('a change that is not applied may give the role to a user who is not stored, or a password that is not hashed', () =>
      withStores(open, names, async ({ directory }) => {
        await directory.apply(put(org('o1'), ada, bare('bea'), owner('ada'), owner('bea')), 1000)
        const leaves = remove(owner('ada')).remove
        assert.deepEqual(await directory.findTaken({ put: [owner('new')], remove: leaves }), [])
        assert.deepEqual(await directory.findTaken({ put: [{ ...bare('bea'), orgId: 'o1' }], remove: leaves }), [])
        assert.equal((await directory.findTaken({ put: [], remove: leaves })).length, 1)
      }))

    test('AD-14 the last way in of the last owner is not removed by the owner either, whatever the page counts', () =>
      withStores(open, names, async (stores) => {
        const { directory } = stores
        await directory.apply(put(org('o1'), provider, ada, account, owner('ada'), key), 1000)
        await directory.apply(put(ofInstance(passkeys)), 1500)
        assert.equal(await stores.passkeys.remove('ada', 'key', anyWay), 'last_owner')
        const reset = { userId: 'ada', hash: 'new', replaces: 'any', seen: 'any', removesFactors: true, now: 2000 } as const
        assert.equal(await stores.passwords.set(reset), undefined)
        assert.equal((await stores.passwords.find('ada'))?.hash, 'hash of ada')
        assert.equal(await stores.passkeys.insert(passkey('second', 'ada'), 10, 'any'), 'inserted')
        assert.equal(await stores.passkeys.remove('ada', 'key', anyWay), 'removed')

        await directory.apply(put(ofInstance(all), oidcIdp('o1', 'i2'), link('o1', 'ada', 'i2', 'sub')), 3000)
        await directory.apply(put(ofInstance(accounts)), 3000)
        const left = { password: true, passkey: true }
        assert.equal(await stores.userLinks.removeUnlessLast('ada', 'i1', 'sub', left), 'last_owner')
        assert.notEqual(await stores.userLinks.find('i1', 'sub'), undefined)
        assert.equal(await stores.userLinks.removeUnlessLast('ada', 'i2', 'sub', left), 'removed')
      }))

    test('AD-14 of a policy and the removal of credentials at the same time, one is refused', () =>
      withStores(open, names, async (stores) => {
        const { directory } = stores
        await directory.apply(put(org('o1'), owner('ada'), owner('bea'), ada, bare('bea')), 1000)
        for (let round = 0; round < 5; round++) {
          const mine = passkey(`ada-${round}`, 'ada')
          await directory.apply(put(ofInstance({ ...passwords, ...passkeys }), ada), 1000)
          await stores.passkeys.insert(mine, 100, 'any')
          for (const { credentialId } of await stores.passkeys.list('ada'))
            if (credentialId !== mine.credentialId) await stores.passkeys.remove('ada', credentialId, anyWay)
          const outcomes = await together(2, async (index) => {
            if (index === 0) return await stores.passkeys.remove('ada', mine.credentialId, anyWay)
            try {
              await directory.apply(put(ofInstance(passkeys)), 2000)
              return 'removed'
            } catch (error) {
              assert.ok(error instanceof DirectoryConflict)
              return error.refusals[0]?.reason
            }
          })
          assert.deepEqual(outcomes.map(String).toSorted(), ['last_owner', 'removed'])
        }
      }))
  })
}

/** All that the changes of these tests may touch. */
async function everything(directory: DirectoryStore): Promise<readonly unknown[]> {
  const lists = [
    ...(['humanUser', 'userLink', 'passkey', 'oidcIdp', 'jwtIdp', 'orgPolicy'] as const).map((kind) => directory.list(kind, 'o1')),
    ...(['instanceMember', 'instancePolicy'] as const).map((kind) => directory.list(kind, undefined)),
  ]
  return (await Promise.all(lists)).flat()
}
