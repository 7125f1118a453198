// A change that would violate uniqueness is refused as a whole, and names the resources at fault.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DirectoryConflict } from '@symbolon/core-protocol'
import type { DirectoryConflictReason, DirectoryRefusal, DirectoryStore, Resource, ResourceReference } from '@symbolon/core-protocol'
import { domain, human, link, machine, oidcApp, org, personalAccessToken, project, reference } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const base = [
  org('o1'),
  org('o2'),
  domain('o1', 'acme.test'),
  project('o1', 'p1'),
  human('o1', 'u1', 'Ada'),
  machine('o1', 'm1', 'robot'),
  oidcApp('o1', 'p1', 'a1', {}, { clientId: 'taken' }),
  personalAccessToken('o1', 'm1', 't1', 'digest'),
  link('o1', 'u1', 'idp', 'ada@there'),
]

const conflicts: readonly (readonly [string, Resource, DirectoryConflictReason])[] = [
  ['DB-07 a user name in another spelling', human('o1', 'u2', 'ＡＤＡ'), 'user_name_taken'],
  ['a user name of a service user', human('o1', 'u2', 'robot'), 'user_name_taken'],
  ['a client id of another app', oidcApp('o1', 'p1', 'a2', {}, { clientId: 'taken' }), 'client_id_taken'],
  ['a client id that is a service user’s id', oidcApp('o1', 'p1', 'a2', {}, { clientId: 'm1' }), 'client_id_taken'],
  ['a service user’s id that is a client id', machine('o1', 'taken', 'other'), 'client_id_taken'],
  ['AD-50 a client id that is the id of a project', oidcApp('o1', 'p1', 'a2', {}, { clientId: 'p1' }), 'client_id_taken'],
  ['AD-50 a project whose id is a client id', project('o2', 'taken'), 'client_id_taken'],
  ['AD-50 a project whose id is that of a service user', project('o2', 'm1'), 'client_id_taken'],
  ['AD-50 a service user whose id is that of a project', machine('o2', 'p1', 'other'), 'client_id_taken'],
  ['a verified domain of another organization', domain('o2', 'ACME.test', { isVerified: true }), 'domain_taken'],
  ['a primary domain of another organization', domain('o2', 'acme.test', { isPrimary: true }), 'domain_taken'],
  ['a token of another service user', personalAccessToken('o1', 'm1', 't2', 'digest'), 'token_taken'],
  ['a project that is not there', oidcApp('o1', 'nowhere', 'a2'), 'missing_reference'],
  ['an organization that is not there', human('nowhere', 'u2', 'eve'), 'missing_reference'],
  ['an identity of another user', link('o1', 'm1', 'idp', 'ada@there'), 'identity_taken'],
  ['a link of an absent user', link('o1', 'absent-user', 'idp', 'x'), 'missing_reference'],
  ['metadata of an absent user', { kind: 'userMetadata', key: ['absent-user', 'k'], orgId: 'o1', content: {} }, 'missing_reference'],
]

function nameOf({ kind, key }: ResourceReference): string {
  return [kind, ...key].join('/')
}

/** The refusals of a change, which is not applied then. */
async function refusalsOf(directory: DirectoryStore, put: readonly Resource[]): Promise<readonly DirectoryRefusal[]> {
  try {
    await directory.apply({ put, remove: [] }, 2000)
    return []
  } catch (error) {
    assert.ok(error instanceof DirectoryConflict, String(error))
    return error.refusals
  }
}

/** Registers the tests of refused changes of the directory. @param open opens an empty storage with the named stores */
export function directoryConflictTests(open: OpenFresh): void {
  describe('directory conflicts', () => {
    for (const [what, resource, reason] of conflicts) {
      test(`refuses ${what} and changes nothing`, () =>
        withStores(open, ['directory'], async ({ directory }) => {
          await directory.apply({ put: base, remove: [] }, 1000)
          const before = await directory.find(base.map(reference))
          const put = [human('o2', 'u8', 'new'), resource, human('o2', 'u9', 'newer'), human('o1', 'u1', 'ada', { user: { email: {} } })]
          await assert.rejects(directory.apply({ put, remove: [{ kind: 'personalAccessToken', key: ['t0'] }] }, 2000), (error: unknown) => {
            assert.ok(error instanceof DirectoryConflict, String(error))
            assert.deepEqual(error.refusals, [{ reason, resource: reference(resource) }])
            return true
          })
          const taken = reason === 'missing_reference' ? [] : [{ reason, resource: reference(resource) }]
          assert.deepEqual(await directory.findTaken({ put, remove: [] }), taken)
          assert.deepEqual(await directory.find(base.map(reference)), before)
          assert.deepEqual(await directory.list('humanUser', 'o2'), [])
        }))
    }

    test('all refused resources are named at once, and no others', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: base, remove: [] }, 1000)
        const good = Array.from({ length: 600 }, (_, index) => human('o2', `n${index}`, `name${index}`))
        const twice = [human('o2', 'v1', 'same'), human('o2', 'v2', 'SAME')]
        const bad = conflicts.map(([, resource]) => resource)
        const put = [...good, ...twice, ...bad]
        const refusals = await refusalsOf(directory, put)
        const refused = new Set(refusals.map(({ resource }) => nameOf(resource)))
        assert.deepEqual(refused, new Set([...twice.slice(1), ...bad].map(nameOf)))
        await directory.apply({ put: put.filter((resource) => !refused.has(nameOf(resource))), remove: [] }, 3000)
        assert.equal((await directory.list('humanUser', 'o2')).length, 601)
      }))

    test('children of a refused resource are refused too', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: base, remove: [] }, 1000)
        const metadata: Resource = { kind: 'userMetadata', key: ['u2', 'k'], orgId: 'o1', content: {} }
        assert.deepEqual(await refusalsOf(directory, [metadata, human('o1', 'u2', 'ada')]), [
          { reason: 'missing_reference', resource: reference(metadata) },
          { reason: 'user_name_taken', resource: { kind: 'humanUser', key: ['u2'] } },
        ])
      }))

    test('users can swap names, and domains can move, in one change', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        const names = (...given: readonly string[]): readonly Resource[] => given.map((name, index) => human('o1', `u${index}`, name))
        await directory.apply({ put: [org('o1'), org('o2'), domain('o1', 'acme.test'), ...names('a', 'b', 'c')], remove: [] }, 1000)
        await directory.apply(
          {
            put: [...names('b', 'c', 'a'), domain('o2', 'acme.test'), domain('o1', 'acme.test', {})],
            remove: [],
          },
          2000,
        )
        assert.deepEqual(await directory.list('humanUser', 'o1'), names('b', 'c', 'a'))
        assert.deepEqual(await directory.list('orgDomain', 'o2'), [domain('o2', 'acme.test')])
      }))

    test('a name stays taken if the resource that should give it up is refused', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply(
          {
            put: [org('o1'), human('o1', 'u1', 'a'), human('o1', 'u2', 'b'), human('o1', 'u3', 'c')],
            remove: [],
          },
          1000,
        )
        assert.deepEqual(await refusalsOf(directory, [human('o1', 'u1', 'b'), human('o1', 'u2', 'c')]), [
          { reason: 'user_name_taken', resource: { kind: 'humanUser', key: ['u1'] } },
          { reason: 'user_name_taken', resource: { kind: 'humanUser', key: ['u2'] } },
        ])
      }))

    test('findTaken changes nothing, and considers what the change removes', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: base, remove: [] }, 1000)
        const before = await directory.find(base.map(reference))
        const change = { put: [human('o1', 'u2', 'ada')], remove: [{ kind: 'humanUser', key: ['u1'] }] } as const
        assert.deepEqual(await directory.findTaken(change), [])
        assert.deepEqual(await directory.find(base.map(reference)), before)
        await directory.apply(change, 2000)
      }))

    test('an unverified domain can be in two organizations', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: [...base, domain('o2', 'acme.test', {})], remove: [] }, 1000)
        assert.equal((await directory.list('orgDomain', 'o2')).length, 1)
      }))

    test('the same user name can be in two organizations', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: [...base, human('o2', 'u2', 'ada')], remove: [] }, 1000)
        assert.equal((await directory.list('humanUser', 'o2')).length, 1)
      }))

    test('apps can swap their client identifiers in one change', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        const swap = (first: string, second: string): readonly Resource[] => [
          oidcApp('o1', 'p1', 'x', {}, { clientId: first }),
          oidcApp('o1', 'p1', 'y', {}, { clientId: second }),
        ]
        await directory.apply({ put: [...base, ...swap('one', 'two')], remove: [] }, 1000)
        await directory.apply({ put: swap('two', 'one'), remove: [], restores: true }, 1000)
        assert.equal((await clients.find('one'))?.name, 'App y')
        assert.equal((await clients.find('two'))?.name, 'App x')
      }))

    test('a client identifier is free again for the organization once its app has another identifier or is removed', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: base, remove: [] }, 1000)
        await directory.apply({ put: [oidcApp('o1', 'p1', 'a1', {}, { clientId: 'other' })], remove: [] }, 1000)
        await directory.apply({ put: [oidcApp('o1', 'p1', 'a2', {}, { clientId: 'taken' })], remove: [], restores: true }, 1000)
        await directory.apply(
          {
            put: [oidcApp('o1', 'p1', 'a3', {}, { clientId: 'taken' })],
            remove: [{ kind: 'oidcApp', key: ['a2'] }],
            restores: true,
          },
          1000,
        )
        assert.deepEqual(await directory.findClientId('taken'), { kind: 'oidcApp', key: ['a3'] })
      }))

    test('AD-63 of organizations that request similar names concurrently, one gets the name', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        for (const round of ['one', 'two', 'three']) {
          const named = (orgId: string, name: string): Resource => ({
            kind: 'org',
            key: [orgId],
            content: { orgId, org: { name } },
            ownName: true,
          })
          const asking = [round, round.toUpperCase(), round.replace('o', 'о')].map((name, index) => named(`${round}-${index}`, name))
          const refusals = await Promise.all(asking.map((resource) => refusalsOf(directory, [resource])))
          assert.equal(refusals.filter((some) => some.length === 0).length, 1, JSON.stringify(refusals))
          for (const { reason } of refusals.flat()) assert.equal(reason, 'org_name_taken')
        }
      }))

    test('AD-50 of a project and clients that get one id at once, one gets it', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: base, remove: [] }, 1000)
        for (const round of ['r1', 'r2', 'r3', 'r4', 'r5']) {
          const asking = [
            project('o1', round),
            oidcApp('o1', 'p1', `a-${round}`, {}, { clientId: round }),
            machine('o2', round, `robot-${round}`),
          ]
          const refusals = await Promise.all(asking.map((resource) => refusalsOf(directory, [resource])))
          assert.equal(refusals.filter((some) => some.length === 0).length, 1, JSON.stringify(refusals))
          for (const { reason } of refusals.flat()) assert.equal(reason, 'client_id_taken')
        }
      }))

    test('AD-50 a project and its app are stored in one change, and stored again; the id of the app returns to no project', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        const put = [project('o1', 'p2'), oidcApp('o1', 'p2', 'a2', {}, { clientId: 'p2-web' })]
        for (const now of [1000, 2000]) await directory.apply({ put: [...base, ...put], remove: [] }, now)
        const both = [project('o1', 'p3'), oidcApp('o1', 'p2', 'a3', {}, { clientId: 'p3' })]
        assert.deepEqual(await refusalsOf(directory, both), [{ reason: 'client_id_taken', resource: { kind: 'oidcApp', key: ['a3'] } }])
        const handedOver = [project('o1', 'p2-web'), oidcApp('o1', 'p2', 'a2', {}, { clientId: 'another' })]
        const refused = [{ reason: 'id_removed', resource: { kind: 'project', key: ['p2-web'] } }]
        await assert.rejects(directory.apply({ put: handedOver, remove: [], restores: true }, 3000), (error) => {
          assert.ok(error instanceof DirectoryConflict)
          assert.deepEqual(error.refusals, refused)
          return true
        })
        assert.deepEqual(await directory.findClientId('p2-web'), { kind: 'oidcApp', key: ['a2'] })
      }))

    test('DB-07 one of 20 concurrent registrations of a name succeeds', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: [org('o1')], remove: [] }, 1000)
        const answers = await together(20, (index) =>
          directory
            .apply(
              {
                put: [human('o1', `u${index}`, index % 2 === 0 ? 'ada' : 'ADA')],
                remove: [],
              },
              1000,
            )
            .then(
              () => true,
              (error: unknown) => {
                assert.ok(error instanceof DirectoryConflict)
                return false
              },
            ),
        )
        assert.equal(answers.filter(Boolean).length, 1)
        assert.deepEqual(
          (await directory.list('humanUser', 'o1')).map(({ key }) => key[0]),
          [`u${answers.indexOf(true)}`],
        )
      }))
  })
}
