// Which users may sign in to an application: `hasProjectCheck` and `projectRoleCheck` of the project.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { human, machine, oidcApp, org, project, projectGrant, reference, userGrant } from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const people = [org('o1'), org('o2'), human('o1', 'own', 'own'), human('o2', 'other', 'other')]

/** Registers the tests of admission to applications. @param open opens an empty storage with the named stores */
export function clientAdmissionTests(open: OpenFresh): void {
  describe('clients.admits', () => {
    test('admits every user if the project checks nothing', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        await directory.apply(
          {
            put: [...people, machine('o1', 'm1', 'robot'), project('o1', 'p1'), oidcApp('o1', 'p1', 'a1')],
            remove: [],
          },
          1000,
        )
        assert.equal(await clients.admits('a1@client', 'own'), true)
        assert.equal(await clients.admits('a1@client', 'other'), true)
        assert.equal(await clients.admits('m1', 'own'), true)
        assert.equal(await clients.admits('a1@client', 'absent-user'), false)
        assert.equal(await clients.admits('unknown', 'own'), false)
      }))

    test('hasProjectCheck admits the organization that owns the project or holds an active grant of it', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        await directory.apply(
          {
            put: [...people, project('o1', 'p1', { hasProjectCheck: true }), oidcApp('o1', 'p1', 'a1')],
            remove: [],
          },
          1000,
        )
        assert.equal(await clients.admits('a1@client', 'own'), true)
        assert.equal(await clients.admits('a1@client', 'other'), false)
        await directory.apply({ put: [projectGrant('o1', 'p1', 'g1', 'o2', 'STATE_INACTIVE')], remove: [] }, 1000)
        assert.equal(await clients.admits('a1@client', 'other'), false)
        await directory.apply({ put: [projectGrant('o1', 'p1', 'g1', 'o2')], remove: [] }, 1000)
        assert.equal(await clients.admits('a1@client', 'other'), true)
      }))

    test('projectRoleCheck admits users with an active grant, direct or through a granted project', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        await directory.apply(
          {
            put: [...people, project('o1', 'p1', { projectRoleCheck: true }), oidcApp('o1', 'p1', 'a1')],
            remove: [],
          },
          1000,
        )
        assert.equal(await clients.admits('a1@client', 'own'), false)
        await directory.apply(
          {
            put: [userGrant('o1', 'own', 'p1'), projectGrant('o1', 'p1', 'g1', 'o2'), userGrant('o2', 'other', 'p1', 'g1')],
            remove: [],
          },
          1000,
        )
        assert.equal(await clients.admits('a1@client', 'own'), true)
        assert.equal(await clients.admits('a1@client', 'other'), true)
        await directory.apply(
          {
            put: [userGrant('o1', 'own', 'p1', '', 'STATE_INACTIVE'), projectGrant('o1', 'p1', 'g1', 'o2', 'STATE_INACTIVE')],
            remove: [],
          },
          1000,
        )
        assert.equal(await clients.admits('a1@client', 'own'), false)
        assert.equal(await clients.admits('a1@client', 'other'), false)
      }))

    test('a user grant of an organization without the project admits no user', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        await directory.apply(
          {
            put: [
              ...people,
              org('o3'),
              project('o1', 'p1', { projectRoleCheck: true }),
              oidcApp('o1', 'p1', 'a1'),
              projectGrant('o1', 'p1', 'g3', 'o3'),
              userGrant('o2', 'other', 'p1'),
              userGrant('o2', 'own', 'p1', 'g3'),
            ],
            remove: [],
          },
          1000,
        )
        assert.equal(await clients.admits('a1@client', 'other'), false)
        assert.equal(await clients.admits('a1@client', 'own'), false)
      }))

    test('a grant of another project or of another user does not admit the user', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        const checked = project('o1', 'p1', { projectRoleCheck: true, hasProjectCheck: true })
        const grant = projectGrant('o1', 'p1', 'g1', 'o2')
        await directory.apply(
          {
            put: [
              ...people,
              checked,
              project('o1', 'p2'),
              oidcApp('o1', 'p1', 'a1'),
              userGrant('o1', 'own', 'p2'),
              grant,
              userGrant('o2', 'other', 'p1', 'g-none'),
            ],
            remove: [],
          },
          1000,
        )
        assert.equal(await clients.admits('a1@client', 'own'), false)
        assert.equal(await clients.admits('a1@client', 'other'), false)
        await directory.apply({ put: [userGrant('o2', 'other', 'p1', 'g1')], remove: [] }, 1000)
        assert.equal(await clients.admits('a1@client', 'other'), true)
        await directory.apply({ put: [], remove: [reference(grant)] }, 1000)
        assert.equal(await clients.admits('a1@client', 'other'), false)
      }))
  })
}
