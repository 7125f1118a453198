// Searches in the directory: which names and ids they look at, and that a text is never a pattern.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DirectoryQuery, DirectoryStore } from '@symbolon/core-protocol'
import { apiApp, human, machine, oidcApp, org, project } from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const named = (firstName: string, lastName: string): Readonly<Record<string, unknown>> => ({ profile: { firstName, lastName } })

const base = [
  org('o1'),
  org('o2', 'ORG_STATE_INACTIVE'),
  human('o1', 'u1', 'ann', { user: { ...named('Zoe', 'Miller'), email: { email: 'First@Mail.test' } } }),
  human('o1', 'u2', 'Bob', { user: named('Ann', 'Smith'), state: 'USER_STATE_LOCKED' }),
  human('o1', 'u3', 'cleo', { user: { profile: { firstName: 'C', lastName: 'D', displayName: 'Ａｎｎabel' } } }),
  human('o1', 'Uvwx', 'dan_o', { user: named('50% off', 'Dan') }),
  human('o2', 'u5', 'ann', { user: named('Ann', 'Other') }),
  machine('o1', 'm1', 'robot'),
  machine('o1', 'm2', 'ann-robot', { state: 'USER_STATE_INACTIVE' }),
  project('o1', 'p1', { name: 'Café' }),
  project('o1', 'p2', { name: 'Annex' }, 'STATE_INACTIVE'),
  oidcApp('o1', 'p1', 'a1', { name: 'Web' }),
  apiApp('o1', 'p1', 'a2', { name: 'Web API' }),
]

type Selection = Pick<DirectoryQuery, 'kind' | 'orgId' | 'search' | 'state' | 'after' | 'of'>

async function found(directory: DirectoryStore, selection: Selection, limit = 10): Promise<readonly string[]> {
  return (await directory.page({ ...selection, limit })).map(({ key: [id = ''] }) => id)
}

const people = { kind: 'humanUser', orgId: 'o1' } as const
const prefix = (text: string): Pick<DirectoryQuery, 'search'> => ({ search: { text, match: 'prefix' } })
const contains = (text: string): Pick<DirectoryQuery, 'search'> => ({ search: { text, match: 'contains' } })

/** Registers the tests of searches. @param open opens an empty storage with the named stores */
export function directorySearchTests(open: OpenFresh): void {
  const withBase = (name: string, check: (directory: DirectoryStore) => Promise<void>): void => {
    test(name, () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: base, remove: [] }, 1000)
        await check(directory)
      }),
    )
  }

  describe('directory search', () => {
    withBase('users are found by the beginning of user name, email address, display name and id', async (directory) => {
      assert.deepEqual(await found(directory, { ...people, ...prefix('ANN') }), ['u1', 'u2', 'u3'])
      assert.deepEqual(await found(directory, { ...people, ...prefix(' first@ma') }), ['u1'])
      assert.deepEqual(await found(directory, { ...people, ...prefix('zoe mil') }), ['u1'])
      assert.deepEqual(await found(directory, { ...people, ...prefix('Uvw') }), ['Uvwx'])
      assert.deepEqual(await found(directory, { ...people, ...prefix('miller') }), [])
      assert.deepEqual(await found(directory, { kind: 'machineUser', orgId: 'o1', ...prefix('Robot') }), ['m1', 'm2'])
      assert.deepEqual(await found(directory, { kind: 'humanUser', ...prefix('ann') }), ['u1', 'u2', 'u3', 'u5'])
    })

    withBase('a text is found anywhere in a name', async (directory) => {
      assert.deepEqual(await found(directory, { ...people, ...contains('MILL') }), ['u1'])
      assert.deepEqual(await found(directory, { ...people, ...contains('vw') }), ['Uvwx'])
      assert.deepEqual(await found(directory, { ...people, ...contains('other') }), [])
    })

    withBase('what is a pattern in SQL stands for itself', async (directory) => {
      assert.deepEqual(await found(directory, { ...people, ...contains('%') }), ['Uvwx'])
      assert.deepEqual(await found(directory, { ...people, ...contains('n_o') }), ['Uvwx'])
      assert.deepEqual(await found(directory, { ...people, ...contains('_') }), ['Uvwx'])
      assert.deepEqual(await found(directory, { ...people, ...contains('\\') }), [])
      for (const text of ['%', '_', 'a%', '\\', "' or 1=1 --"]) assert.deepEqual(await found(directory, { ...people, ...prefix(text) }), [])
    })

    withBase('pages of a search follow one another', async (directory) => {
      const query = { ...people, ...prefix('ann') }
      assert.deepEqual(await found(directory, query, 2), ['u1', 'u2'])
      assert.deepEqual(await found(directory, { ...query, after: ['u2'] }, 2), ['u3'])
    })

    withBase('a list is narrowed to a state', async (directory) => {
      assert.deepEqual(await found(directory, { ...people, state: 'locked' }), ['u2'])
      assert.deepEqual(await found(directory, { ...people, state: 'active', ...prefix('ann') }), ['u1', 'u3'])
      assert.deepEqual(await found(directory, { kind: 'machineUser', orgId: 'o1', state: 'inactive' }), ['m2'])
      assert.deepEqual(await found(directory, { kind: 'project', orgId: 'o1', state: 'inactive' }), ['p2'])
      assert.deepEqual(await found(directory, { kind: 'project', orgId: 'o1', state: 'locked' }), [])
      assert.deepEqual(await found(directory, { kind: 'org', state: 'active' }), ['o1'])
    })

    withBase('projects, applications and organizations are found by name and id', async (directory) => {
      assert.deepEqual(await found(directory, { kind: 'project', orgId: 'o1', ...prefix('CAFE\u0301') }), ['p1'])
      assert.deepEqual(await found(directory, { kind: 'project', orgId: 'o1', ...prefix('p') }), ['p1', 'p2'])
      assert.deepEqual(await found(directory, { kind: 'oidcApp', orgId: 'o1', ...prefix('web') }), ['a1'])
      assert.deepEqual(await found(directory, { kind: 'apiApp', orgId: 'o1', of: { projectId: 'p1' }, ...contains('api') }), ['a2'])
      assert.deepEqual(await found(directory, { kind: 'org', ...prefix('org o2') }), ['o2'])
    })

    withBase('a changed name is found under the new name alone', async (directory) => {
      await directory.apply({ put: [human('o1', 'u1', 'ann', { user: named('Yann', 'Tiger') })], remove: [] }, 2000)
      assert.deepEqual(await found(directory, { ...people, ...prefix('yann') }), ['u1'])
      assert.deepEqual(await found(directory, { ...people, ...prefix('zoe') }), [])
      assert.deepEqual(await found(directory, { ...people, ...prefix('first@') }), [])
    })

    withBase('a kind without names cannot be searched', async (directory) => {
      await assert.rejects(directory.page({ kind: 'userGrant', orgId: 'o1', limit: 5, ...prefix('a') }), TypeError)
      await assert.rejects(directory.page({ kind: 'orgMember', orgId: 'o1', limit: 5, state: 'active' }), TypeError)
    })
  })
}
