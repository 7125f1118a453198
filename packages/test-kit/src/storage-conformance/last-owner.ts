// The last usable owner of an instance.
import { DirectoryConflict } from '@symbolon/core-protocol'
import type { DirectoryChange, DirectoryStore, Resource } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { human, machine, org, reference } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const names = ['directory'] as const

const member = (userId: string, ...roles: readonly string[]): Resource => ({
  kind: 'instanceMember',
  key: [userId],
  content: { userId, roles },
})
const owner = (userId: string): Resource => member(userId, 'IAM_OWNER')
const remove = (...resources: readonly Resource[]): DirectoryChange => ({ put: [], remove: resources.map(reference) })
const put = (...resources: readonly Resource[]): DirectoryChange => ({ put: resources, remove: [] })

const [ada, bea, carl] = [human('o1', 'ada', 'ada'), human('o1', 'bea', 'bea'), human('o2', 'carl', 'carl')]
const robot = machine('o1', 'robot', 'robot')
const inState = (state: string): Resource => human('o1', 'ada', 'ada', { state })

/** Everything that takes the owner ada away. */
const losses: readonly (readonly [string, DirectoryChange])[] = [
  ['the membership is removed', remove(owner('ada'))],
  ['the role is taken away', put(member('ada', 'IAM_OWNER_VIEWER'))],
  ['all roles are taken away', put(member('ada'))],
  ['the user is locked', put(inState('USER_STATE_LOCKED'))],
  ['the user is deactivated', put(inState('USER_STATE_INACTIVE'))],
  ['the user is removed', remove(ada)],
  ['the user becomes a service user', { ...put(machine('o1', 'ada', 'ada')), restores: true }],
  ['the organization is switched off', put(org('o1', 'ORG_STATE_INACTIVE'))],
  ['the organization is removed', remove(org('o1'))],
]

/** Registers the tests of the last usable owner. @param open opens an empty storage with the named stores */
export function lastOwnerTests(open: OpenFresh): void {
  describe('the last owner', () => {
    for (const [what, change] of losses) {
      test(`AD-14 stays: ${what}`, () =>
        withStores(open, names, async ({ directory }) => {
          await directory.apply(put(org('o1'), org('o2'), ada, carl, robot, owner('ada'), owner('robot')), 1000)
          const expected = [...change.put, ...change.remove].map((each) => ({ reason: 'last_owner', resource: reference(each) }))
          assert.deepEqual(await directory.findTaken(change), expected)
          await assert.rejects(directory.apply(change, 2000), (error) => {
            assert.ok(error instanceof DirectoryConflict)
            assert.deepEqual(error.refusals, expected)
            return true
          })
          assert.deepEqual(await contents(directory), [org('o1').content, ada.content, owner('ada').content])
        }))

      test(`AD-14 with another owner, this is done: ${what}`, () =>
        withStores(open, names, async ({ directory }) => {
          await directory.apply(put(org('o1'), org('o2'), ada, carl, owner('ada'), owner('carl')), 1000)
          assert.deepEqual(await directory.findTaken(change), [])
          await directory.apply(change, 2000)
          assert.notDeepEqual(await contents(directory), [org('o1').content, ada.content, owner('ada').content])
        }))
    }

    test('AD-14 an owner who cannot sign in does not count as another owner', () =>
      withStores(open, names, async ({ directory }) => {
        for (const other of [human('o1', 'bea', 'bea', { state: 'USER_STATE_LOCKED' }), machine('o1', 'bea', 'bea')]) {
          await directory.apply({ ...put(org('o1'), ada, other, owner('ada'), owner('bea')), restores: true }, 1000)
          await assert.rejects(directory.apply(remove(owner('ada')), 2000), DirectoryConflict)
        }
      }))

    test('a change may hand the role over', () =>
      withStores(open, names, async ({ directory }) => {
        await directory.apply(put(org('o1'), ada, owner('ada')), 1000)
        const handover = { put: [bea, owner('bea')], remove: [reference(owner('ada'))] }
        assert.deepEqual(await directory.findTaken(handover), [])
        await directory.apply(handover, 2000)
        assert.deepEqual(
          (await directory.list('instanceMember', undefined)).map(({ key }) => key),
          [['bea']],
        )
      }))

    test('an instance that has no usable owner may be changed', () =>
      withStores(open, names, async ({ directory }) => {
        await directory.apply(put(org('o1'), robot, owner('robot')), 1000)
        await directory.apply(remove(owner('robot')), 2000)
        assert.deepEqual(await directory.list('instanceMember', undefined), [])
      }))

    test('AD-14 of owners who remove each other at the same time one stays', () =>
      withStores(open, names, async ({ directory }) => {
        const count = 8
        const people = Array.from({ length: count }, (_, index) => human('o1', `p${index}`, `p${index}`))
        await directory.apply(put(org('o1'), ...people, ...people.map(({ key: [id = ''] }) => owner(id))), 1000)
        const outcomes = await together(count, async (index) => {
          const others = people.filter((_, each) => each !== index).map(({ key: [id = ''] }) => owner(id))
          // In different ways, which must not miss each other.
          const change =
            index % 2 === 0
              ? remove(...others)
              : put(...others.map(({ key: [id = ''] }) => human('o1', id, id, { state: 'USER_STATE_LOCKED' })))
          try {
            await directory.apply(change, 2000)
            return 'done'
          } catch (error) {
            assert.ok(error instanceof DirectoryConflict)
            return error.refusals[0]?.reason
          }
        })
        assert.ok(outcomes.includes('done'))
        const members = await directory.list('instanceMember', undefined)
        const users = await directory.find(members.map(({ key }) => ({ kind: 'humanUser', key })))
        assert.ok(users.some(({ content }) => content['state'] === undefined))
      }))

    test('AD-14 of two owners who remove each other one stays', () =>
      withStores(open, names, async ({ directory }) => {
        await directory.apply(put(org('o1'), ada, bea, owner('ada'), owner('bea')), 1000)
        const outcomes = await Promise.allSettled([
          directory.apply(remove(owner('ada')), 2000),
          directory.apply(remove(owner('bea')), 2000),
        ])
        assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
        assert.equal((await directory.list('instanceMember', undefined)).length, 1)
      }))
  })
}

/** The organization, the user and the owner ada, if they are stored. */
async function contents(directory: DirectoryStore): Promise<readonly unknown[]> {
  return (await directory.find([owner('ada'), ada, org('o1')])).map(({ content }) => content)
}
