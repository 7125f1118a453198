// Changes of the directory that run at the same time and touch the same rows, and changes that name a resource twice.
import type { DirectoryStore, Resource } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findAsPut, human, machine, oidcApp, org, project, projectGrant, reference, userGrant } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const role = (roleKey: string): Resource => ({
  kind: 'projectRole',
  key: ['p1', roleKey],
  orgId: 'o1',
  content: { projectId: 'p1', roleKey },
})

/** The same resource with these roles. */
function withRoles(resource: Resource, roleKeys: readonly string[]): Resource {
  const { projectGrant: grant, ...content } = resource.content
  const given = grant === undefined ? { ...content, roleKeys } : { ...content, projectGrant: { ...(grant as object), roleKeys } }
  return { ...resource, content: given }
}

const put = (directory: DirectoryStore, ...resources: readonly Resource[]): Promise<void> =>
  directory.apply({ put: resources, remove: [] }, 2000)

/** Registers the tests of concurrent changes. @param open opens an empty storage with the named stores */
export function directoryRaceTests(open: OpenFresh): void {
  describe('directory, concurrent changes', () => {
    test('DB-07 changes of the same users in opposite orders all succeed', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await put(directory, org('o1'))
        const users = (name: string): readonly Resource[] =>
          Array.from({ length: 120 }, (_, index) => human('o1', `u${index}`, `${name}${index}`))
        await together(12, async (index) => {
          const some = users(`n${index}x`)
          await put(directory, ...(index % 2 === 0 ? some : some.toReversed()))
        })
        const names = (await directory.list('humanUser', 'o1')).map(({ content }) => (content['user'] as { userName: string }).userName)
        assert.equal(names.length, 120)
        // The rows of one change, not of several.
        assert.equal(new Set(names.map((name) => name.split('x')[0])).size, 1)
      }))

    test('DB-07 of names that are given at the same time only the one that stays is found', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await put(directory, org('o1'))
        const ids = Array.from({ length: 30 }, (_, index) => `u${index}`)
        // Some of the users are created by the first change, and others by the second one.
        for (const some of [ids.slice(0, 20), ids]) {
          await together(8, async (index) => {
            const named = some.map((id) => human('o1', id, `name${index}-${id}`))
            await put(directory, ...(index % 2 === 0 ? named : named.toReversed()))
          })
        }
        const names = (await directory.list('humanUser', 'o1')).map(({ content }) => (content['user'] as { userName: string }).userName)
        const found = await directory.search({ kind: 'humanUser', orgId: 'o1', text: 'name', limit: 500 })
        assert.deepEqual(found.map(({ word }) => word).toSorted(), names.toSorted())
        for (const name of names) {
          const other = `name${name.startsWith('name1') ? 2 : 1}${name.slice(5)}`
          assert.deepEqual(await directory.search({ kind: 'humanUser', orgId: 'o1', text: other, limit: 5 }), [])
        }
      }))

    test('DB-07 removals of the same resources in opposite orders all succeed', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        const users = Array.from({ length: 60 }, (_, index) => human('o1', `u${index}`, `n${index}`))
        const grants = users.map(({ key: [id = ''] }) => userGrant('o1', id, 'p1'))
        await put(directory, org('o1'), project('o1', 'p1'), role('r'), ...users, ...grants)
        const references = [...users, ...grants].map(reference)
        await together(8, async (index) => {
          await directory.apply({ put: [], remove: index % 2 === 0 ? references : references.toReversed() }, 2000)
        })
        assert.deepEqual(await directory.find(references), [])
      }))

    test('DB-07 of roles that are removed at the same time none stays in a grant', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        const removed = Array.from({ length: 10 }, (_, index) => `r${index}`)
        const grants = [projectGrant('o1', 'p1', 'g1', 'o2'), userGrant('o1', 'u1', 'p1'), userGrant('o2', 'u2', 'p1', 'g1')]
        const base = [org('o1'), org('o2'), human('o1', 'u1', 'ada'), human('o2', 'u2', 'bea'), project('o1', 'p1')]
        const roles = [...removed, 'kept'].map(role)
        await put(directory, ...base, ...roles, ...grants.map((grant) => withRoles(grant, [...removed, 'kept'])))
        await together(removed.length, async (index) => {
          await directory.apply({ put: [], remove: [{ kind: 'projectRole', key: ['p1', removed[index] ?? ''] }] }, 2000)
        })
        for (const grant of grants) assert.deepEqual(await findAsPut(directory, [reference(grant)]), [withRoles(grant, ['kept'])])
      }))

    test('of a resource that a change names twice, the last counts', () =>
      withStores(open, ['directory', 'passwords', 'clients'], async ({ directory, passwords, clients }) => {
        await put(directory, org('o1'), project('o1', 'p1'))
        await put(directory, human('o1', 'u1', 'taken'))
        const twice = [
          human('o1', 'u2', 'taken', { secrets: { passwordHash: 'first' } }),
          machine('o1', 'm1', 'robot'),
          oidcApp('o1', 'p1', 'a1', { redirectUris: ['https://one.test/cb'] }, { clientId: 'one' }),
          human('o1', 'u2', 'free', { secrets: { passwordHash: 'second' } }),
          machine('o1', 'm1', 'automaton'),
          oidcApp('o1', 'p1', 'a1', { redirectUris: ['https://two.test/cb'] }, { clientId: 'two' }),
        ]
        assert.deepEqual(await directory.findTaken({ put: twice, remove: [] }), [])
        await put(directory, ...twice)
        assert.deepEqual(await findAsPut(directory, twice.slice(3).map(reference)), twice.slice(3))
        assert.equal((await passwords.find('u2'))?.hash, 'second')
        assert.deepEqual([await clients.find('one'), (await clients.find('two'))?.name], [undefined, 'App a1'])
      }))
  })
}
