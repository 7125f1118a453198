// Pages of the people of an organization, with what begins a sign-in.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DirectoryStore, PersonCredentials } from '@symbolon/core-protocol'
import { human, link, machine, oidcIdp, org, passkeyResource } from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const passwordHash = '$2b$04$abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ01'

async function people(directory: DirectoryStore, orgId: string, limit: number): Promise<readonly PersonCredentials[]> {
  const found: PersonCredentials[] = []
  let from: string | undefined
  do {
    const page = await directory.pageOfPeople(orgId, limit, from)
    assert.ok(page.people.length <= limit)
    found.push(...page.people)
    from = page.next
  } while (from !== undefined)
  return found
}

/** Registers the tests of people. @param open opens an empty storage with the named stores */
export function peopleTests(open: OpenFresh): void {
  describe('pageOfPeople', () => {
    test('names each person of the organization once, with state, password, passkey and links, whatever the size of the pages', () =>
      withStores(open, ['directory', 'passkeys'], async ({ directory }) => {
        const users = [
          human('o1', 'u1', 'ada', { secrets: { passwordHash } }),
          human('o1', 'u2', 'bob', { state: 'USER_STATE_LOCKED' }),
          machine('o1', 'm1', 'robot'),
          human('o1', 'u3', 'cleo', { state: 'USER_STATE_INITIAL' }),
          human('o2', 'u4', 'dan', { secrets: { passwordHash } }),
        ]
        const second = passkeyResource('o1', 'u3', 'second-factor', { uvInitialized: false })
        await directory.apply({ put: [org('o1'), org('o2'), oidcIdp('o1', 'i1'), ...users], remove: [] }, 1000)
        const keys = [passkeyResource('o1', 'u2', 'sole'), second]
        await directory.apply({ put: [...keys, link('o1', 'u1', 'i1', 'x'), link('o1', 'u1', 'gone', 'y')], remove: [] }, 2000)
        const without = { password: false, passkeys: [], links: [] }
        for (const limit of [1, 2, 3, 100]) {
          const found = (await people(directory, 'o1', limit)).toSorted((one, other) => one.userId.localeCompare(other.userId))
          const [ada, ...others] = found
          assert.deepEqual(
            { ...ada, links: ada?.links.toSorted((one, other) => one.idpId.localeCompare(other.idpId)) },
            {
              userId: 'u1',
              state: 'active',
              password: true,
              passkeys: [],
              links: [
                { idpId: 'gone', providedUserId: 'y' },
                { idpId: 'i1', providedUserId: 'x', issuer: 'https://i1.test' },
              ],
            },
          )
          assert.deepEqual(others, [
            { ...without, userId: 'u2', state: 'locked', passkeys: ['sole'] },
            { ...without, userId: 'u3', state: 'initial' },
          ])
        }
        assert.deepEqual(await people(directory, 'nowhere', 10), [])
      }))

    test('reads no passkeys where nothing has any', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: [org('o1'), human('o1', 'u1', 'ada')], remove: [] }, 1000)
        assert.deepEqual(await people(directory, 'o1', 10), [{ userId: 'u1', state: 'active', password: false, passkeys: [], links: [] }])
      }))
  })
}
