// Searches in the directory: which names and ids they cover, and that a text is never a pattern.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DirectoryQuery, DirectorySearch, DirectoryStore } from '@symbolon/core-protocol'
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

type Selection = Omit<DirectorySearch, 'limit'>

async function found(directory: DirectoryStore, selection: Selection, limit = 10): Promise<readonly string[]> {
  return (await directory.search({ ...selection, limit })).map(({ key: [id = ''] }) => id)
}

async function listed(directory: DirectoryStore, selection: Omit<DirectoryQuery, 'limit'>): Promise<readonly string[]> {
  return (await directory.page({ ...selection, limit: 10 })).map(({ key: [id = ''] }) => id)
}

/** All pages of a search, with the words by which each resource was found. */
async function pages(directory: DirectoryStore, selection: Selection, limit: number): Promise<readonly (readonly string[])[]> {
  const read: (readonly string[])[] = []
  let after: DirectorySearch['after']
  for (;;) {
    const page = await directory.search({ ...selection, limit, ...(after === undefined ? {} : { after }) })
    if (page.length === 0) return read
    read.push(page.map(({ word, key: [id = ''] }) => `${word} ${id}`))
    const last = page.at(-1)
    after = { word: last?.word ?? '', id: last?.key[0] ?? '' }
  }
}

const people = { kind: 'humanUser', orgId: 'o1' } as const

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
      assert.deepEqual(await found(directory, { ...people, text: 'ANN' }), ['u1', 'u2', 'u3'])
      assert.deepEqual(await found(directory, { ...people, text: ' first@ma' }), ['u1'])
      assert.deepEqual(await found(directory, { ...people, text: 'zoe mil' }), ['u1'])
      assert.deepEqual(await found(directory, { ...people, text: 'Uvw' }), ['Uvwx'])
      assert.deepEqual(await found(directory, { kind: 'machineUser', orgId: 'o1', text: 'Robot' }), ['m2', 'm1'])
      assert.deepEqual(await found(directory, { kind: 'humanUser', text: 'ann' }), ['u1', 'u5', 'u2', 'u3'])
    })

    withBase('users are found by the beginning of any word of the name', async (directory) => {
      assert.deepEqual(await found(directory, { ...people, text: 'MILL' }), ['u1'])
      assert.deepEqual(await found(directory, { ...people, text: 'off dan' }), ['Uvwx'])
      assert.deepEqual(await found(directory, { ...people, text: 'mail.test' }), [])
      assert.deepEqual(await found(directory, { ...people, text: 'iller' }), [])
      assert.deepEqual(await found(directory, { ...people, text: 'other' }), [])
    })

    withBase('a resource is found once, by the first of its words', async (directory) => {
      await directory.apply({ put: [human('o1', 'u6', 'max', { user: named('Max', 'Maxwell') })], remove: [] }, 1000)
      assert.deepEqual(await pages(directory, { ...people, text: 'ma' }, 1), [['max maxwell u6']])
      assert.deepEqual(await pages(directory, { ...people, text: 'ann' }, 2), [['ann u1', 'ann smith u2'], ['annabel u3']])
    })

    withBase('what is a pattern in SQL stands for itself', async (directory) => {
      assert.deepEqual(await found(directory, { ...people, text: '50%' }), ['Uvwx'])
      assert.deepEqual(await found(directory, { ...people, text: 'dan_o' }), ['Uvwx'])
      for (const text of ['%', '_', 'a%', '\\', "' or 1=1 --"]) assert.deepEqual(await found(directory, { ...people, text }), [])
    })

    withBase('names of any length are found by their beginning', async (directory) => {
      const long = 'x'.repeat(150)
      await directory.apply(
        { put: [project('o1', 'p3', { name: `${long} one` }), project('o1', 'p4', { name: '\u{1F600}'.repeat(200) })], remove: [] },
        1000,
      )
      assert.deepEqual(await found(directory, { kind: 'project', orgId: 'o1', text: `${long} two` }), ['p3'])
      assert.deepEqual(await found(directory, { kind: 'project', orgId: 'o1', text: '\u{1F600}'.repeat(120) }), ['p4'])
    })

    withBase('a list is narrowed to a state', async (directory) => {
      assert.deepEqual(await listed(directory, { ...people, state: 'locked' }), ['u2'])
      assert.deepEqual(await found(directory, { ...people, state: 'active', text: 'ann' }), ['u1', 'u3'])
      assert.deepEqual(await listed(directory, { kind: 'machineUser', orgId: 'o1', state: 'inactive' }), ['m2'])
      assert.deepEqual(await listed(directory, { kind: 'project', orgId: 'o1', state: 'inactive' }), ['p2'])
      assert.deepEqual(await listed(directory, { kind: 'project', orgId: 'o1', state: 'locked' }), [])
      assert.deepEqual(await listed(directory, { kind: 'org', state: 'active' }), ['o1'])
      assert.deepEqual(await found(directory, { kind: 'org', state: 'inactive', text: 'o' }), ['o2'])
    })

    withBase('a user who is locked and unlocked again is found in the new state alone', async (directory) => {
      const inState = async (state: 'active' | 'locked', place: { readonly orgId?: string } = people): Promise<readonly string[]> =>
        await found(directory, { kind: 'humanUser', ...place, state, text: 'zoe' })
      for (const state of ['USER_STATE_LOCKED', 'USER_STATE_ACTIVE']) {
        await directory.apply({ put: [human('o1', 'u1', 'ann', { user: named('Zoe', 'Miller'), state })], remove: [] }, 2000)
        const isLocked = state === 'USER_STATE_LOCKED'
        for (const place of [{ orgId: 'o1' }, {}]) {
          assert.deepEqual(await inState('locked', place), isLocked ? ['u1'] : [])
          assert.deepEqual(await inState('active', place), isLocked ? [] : ['u1'])
        }
      }
    })

    withBase('a list and a search are narrowed to ids', async (directory) => {
      assert.deepEqual(await listed(directory, { kind: 'org', ids: ['o2', 'none'] }), ['o2'])
      assert.deepEqual(await listed(directory, { kind: 'project', orgId: 'o2', ids: ['p1'] }), [])
      assert.deepEqual(await found(directory, { ...people, text: 'ann', ids: ['u3', 'u5'] }), ['u3'])
    })

    withBase('projects, applications and organizations are found by name and id', async (directory) => {
      assert.deepEqual(await found(directory, { kind: 'project', orgId: 'o1', text: 'CAFE\u0301' }), ['p1'])
      assert.deepEqual(await found(directory, { kind: 'project', orgId: 'o1', text: 'p' }), ['p1', 'p2'])
      assert.deepEqual(await found(directory, { kind: 'oidcApp', orgId: 'o1', text: 'web' }), ['a1'])
      assert.deepEqual(await found(directory, { kind: 'apiApp', orgId: 'o1', of: { projectId: 'p1' }, text: 'api' }), ['a2'])
      assert.deepEqual(await found(directory, { kind: 'apiApp', orgId: 'o1', of: { projectId: 'p2' }, text: 'api' }), [])
      assert.deepEqual(await found(directory, { kind: 'org', text: 'org o2' }), ['o2'])
    })

    withBase('a changed name is found under the new name alone', async (directory) => {
      await directory.apply({ put: [human('o1', 'u1', 'ann', { user: named('Yann', 'Tiger') })], remove: [] }, 2000)
      assert.deepEqual(await found(directory, { ...people, text: 'yann' }), ['u1'])
      assert.deepEqual(await found(directory, { ...people, text: 'zoe' }), [])
      assert.deepEqual(await found(directory, { ...people, text: 'first@' }), [])
    })

    withBase('a name that becomes longer, shorter or different is found in its new form', async (directory) => {
      const rename = async (...names: readonly [first: string, last: string]): Promise<void> =>
        await directory.apply({ put: [human('o1', 'u1', 'ann', { user: named(...names) })], remove: [] }, 2000)
      // Each of these words begins like one that comes before it, or no longer does.
      await rename('Mill', 'Miller')
      assert.deepEqual(await pages(directory, { ...people, text: 'mill' }, 1), [['mill miller u1']])
      assert.deepEqual(await pages(directory, { ...people, text: 'mille' }, 1), [['miller u1']])
      await rename('Zoe', 'Miller')
      assert.deepEqual(await pages(directory, { ...people, text: 'mill' }, 1), [['miller u1']])
      assert.deepEqual(await pages(directory, { ...people, text: 'mi' }, 1), [['miller u1']])
      await rename('Zoe', 'Mi Miller')
      assert.deepEqual(await pages(directory, { ...people, text: 'mi' }, 1), [['mi miller u1']])
      assert.deepEqual(await pages(directory, { ...people, text: 'mil' }, 1), [['miller u1']])
    })

    withBase('a user who becomes a service user is found as that alone', async (directory) => {
      await directory.apply({ put: [machine('o1', 'u1', 'worker')], remove: [], restores: true }, 2000)
      assert.deepEqual(await found(directory, { ...people, text: 'zoe' }), [])
      assert.deepEqual(await found(directory, { ...people, text: 'u1' }), [])
      assert.deepEqual(await found(directory, { kind: 'machineUser', orgId: 'o1', text: 'u1' }), ['u1'])
    })

    withBase('what an organization owned is not found after its removal', async (directory) => {
      await directory.apply({ put: [], remove: [{ kind: 'org', key: ['o1'] }] }, 2000)
      for (const kind of ['humanUser', 'machineUser', 'project', 'oidcApp', 'apiApp'] as const)
        for (const text of ['a', 'u', 'w', 'p', 'm']) assert.deepEqual(await found(directory, { kind, orgId: 'o1', text }), [])
      // The ids are free for other resources of an organization with the same id.
      await directory.apply({ put: [org('o1'), human('o1', 'u1', 'eve')], remove: [], restores: true }, 3000)
      assert.deepEqual(await found(directory, { ...people, text: 'e' }), ['u1'])
      assert.deepEqual(await found(directory, { kind: 'humanUser', text: 'ann' }), ['u5'])
    })

    withBase('a search in the instance finds the users of large and of small organizations in one order', async (directory) => {
      const texts = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
      const many = texts.flatMap((orgId, index) => [
        org(orgId),
        ...Array.from({ length: 699 }, (_, number) =>
          human(orgId, `${orgId}-${number}`, `${orgId}${number}`, { user: named(`Kim ${number % 9}`, `Lee${(number * 3 + index) % 11}`) }),
        ),
      ])
      for (let from = 0; from < many.length; from += 100) await directory.apply({ put: many.slice(from, from + 100), remove: [] }, 2000)
      await directory.apply({ put: [human('o2', 'u9', 'kimmy', { user: named('Kim', 'Zo') })], remove: [] }, 2000)
      const all = (await pages(directory, { kind: 'humanUser', text: 'kim' }, 450)).flat()
      assert.equal(all.length, texts.length * 699 + 1)
      assert.deepEqual(all, all.toSorted())
      const place = all.findIndex((each) => each.endsWith(' u9'))
      assert.equal(all[place], 'kim zo u9')
      const rare = await pages(directory, { kind: 'humanUser', text: 'lee4', state: 'active' }, 60)
      assert.deepEqual(rare.flat(), rare.flat().toSorted())
      const called = many.filter(({ content }) => JSON.stringify(content).includes('"Lee4"'))
      assert.equal(rare.flat().length, called.length)
      const gone = many.filter(({ kind, key: [id = ''] }) => kind === 'humanUser' && id.endsWith('5'))
      await directory.apply({ put: [], remove: gone.map(({ kind, key }) => ({ kind, key })) }, 3000)
      assert.equal((await pages(directory, { kind: 'humanUser', text: 'kim' }, 500)).flat().length, all.length - gone.length)
    })

    withBase('what was removed is not found, also after its id was given to something else', async (directory) => {
      await directory.apply(
        {
          put: [],
          remove: [
            { kind: 'project', key: ['p1'] },
            { kind: 'humanUser', key: ['u1'] },
          ],
        },
        2000,
      )
      assert.deepEqual(await found(directory, { kind: 'oidcApp', text: 'web' }), [])
      await directory.apply(
        {
          put: [human('o1', 'u1', 'eve'), project('o1', 'p1', { name: 'New' }), oidcApp('o1', 'p1', 'a1', { name: 'Late' })],
          remove: [],
          restores: true,
        },
        3000,
      )
      assert.deepEqual(await found(directory, { ...people, text: 'ann' }), ['u2', 'u3'])
      assert.deepEqual(await found(directory, { kind: 'oidcApp', text: 'web' }), [])
      assert.deepEqual(await found(directory, { kind: 'oidcApp', text: 'late' }), ['a1'])
    })

    withBase('a kind without names cannot be searched', async (directory) => {
      await assert.rejects(directory.search({ kind: 'userGrant', orgId: 'o1', limit: 5, text: 'a' }), TypeError)
      await assert.rejects(directory.search({ kind: 'project', of: { userId: 'u1' }, limit: 5, text: 'a' }), TypeError)
      await assert.rejects(directory.page({ kind: 'orgMember', orgId: 'o1', limit: 5, state: 'active' }), TypeError)
    })
  })
}
