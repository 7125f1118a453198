// Limits for the resources of an organization, a user, an application and a project: exact, also when changes run at the same time.
import { DirectoryConflict } from '@symbolon/core-protocol'
import type { AccountOutcome, DirectoryLimit, DirectoryStore, Resource } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiApp, human, machine, oidcApp, org, personalAccessToken, project, reference } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const limits: readonly DirectoryLimit[] = [
  { reason: 'applications_limit', kinds: ['oidcApp', 'apiApp'], per: 'org', most: 3 },
  { reason: 'tokens_limit', kinds: ['personalAccessToken'], per: 'user', most: 2 },
  { reason: 'metadata_limit', kinds: ['userMetadata'], per: 'user', most: 3 },
  { reason: 'metadata_size_limit', kinds: ['userMetadata'], per: 'user', most: 350, of: 'characters' },
  { reason: 'offers_limit', kinds: ['projectMember'], per: 'orgAndUser', most: 2, of: 'offers' },
]
const base = [org('o1'), org('o2'), project('o1', 'p1'), project('o2', 'p2'), machine('o1', 'm1', 'robot'), human('o1', 'u1', 'ada')]
const metadata = (key: string, length: number): Resource => ({
  kind: 'userMetadata',
  key: ['u1', key],
  orgId: 'o1',
  content: { id: 'u1', key, value: 'x'.repeat(length) },
})

/** @returns what is refused, as predicted and as applied */
async function refused(directory: DirectoryStore, ...put: readonly Resource[]): Promise<readonly string[]> {
  const change = { put, remove: [], limits }
  const predicted = (await directory.findTaken(change)).map(({ reason, resource }) => `${reason} ${resource.key.join('/')}`)
  try {
    await directory.apply(change, 2000)
    assert.deepEqual(predicted, [])
  } catch (error) {
    if (!(error instanceof DirectoryConflict)) throw error
    assert.deepEqual(
      error.refusals.map(({ reason, resource }) => `${reason} ${resource.key.join('/')}`),
      predicted,
    )
  }
  return predicted
}

/** Registers the tests. @param open opens an empty storage with the named stores */
export function limitTests(open: OpenFresh): void {
  const withBase = (run: (directory: DirectoryStore) => Promise<void>) => () =>
    withStores(open, ['directory'], async ({ directory }) => {
      await directory.apply({ put: base, remove: [] }, 1000)
      await run(directory)
    })

  describe('limits of the directory', () => {
    test(
      'DS-40 what is beyond a limit is refused, what is there may be changed, and a removal makes room',
      withBase(async (directory) => {
        const apps = [oidcApp('o1', 'p1', 'a1'), apiApp('o1', 'p1', 'a2'), oidcApp('o1', 'p1', 'a3'), apiApp('o1', 'p1', 'a4')]
        assert.deepEqual(await refused(directory, ...apps), ['applications_limit a4'])
        assert.deepEqual(await refused(directory, ...apps.slice(0, 3)), [])
        assert.deepEqual(await refused(directory, ...apps.slice(0, 3)), [], 'the same are put again')
        assert.deepEqual(await refused(directory, oidcApp('o2', 'p2', 'b1')), [], 'another organization has a separate limit')
        await directory.apply({ put: apps.slice(3), remove: [] }, 2000)
        assert.deepEqual(
          await refused(directory, oidcApp('o1', 'p1', 'a1', { devMode: true })),
          [],
          'beyond the limit, nothing is taken away',
        )
        await directory.apply({ put: [], remove: apps.slice(1).map(reference) }, 3000)
        assert.deepEqual(await refused(directory, oidcApp('o1', 'p1', 'a5'), oidcApp('o1', 'p1', 'a6')), [])
      }),
    )

    test(
      'BO-25 an organization offers one user a limited number of roles at the same time, and what the user has accepted does not count',
      withBase(async (directory) => {
        const member = (orgId: string, projectId: string, userId: string, state?: string): Resource => ({
          kind: 'projectMember',
          key: [projectId, userId],
          orgId,
          content: { projectId, userId, roles: ['PROJECT_OWNER'], ...(state === undefined ? {} : { state }) },
        })
        const offer = (projectId: string, userId = 'u1', orgId = 'o2'): Resource => member(orgId, projectId, userId, 'STATE_INVITED')
        const projects = ['p3', 'p4', 'p5'].map((id) => project('o2', id))
        await directory.apply({ put: [...projects, human('o1', 'u2', 'bob'), project('o1', 'p6')], remove: [] }, 1500)
        assert.deepEqual(await refused(directory, offer('p2'), offer('p3'), offer('p4')), ['offers_limit p4/u1'])
        assert.deepEqual(await refused(directory, offer('p2'), offer('p3'), offer('p4', 'u2'), offer('p6', 'u1', 'o1')), [])
        assert.deepEqual(await refused(directory, offer('p2')), [], 'the same offer again')
        assert.deepEqual(await refused(directory, offer('p4')), ['offers_limit p4/u1'])
        assert.deepEqual(
          await refused(directory, member('o2', 'p2', 'u1'), member('o2', 'p5', 'u1')),
          [],
          'roles that count are not offers',
        )
        assert.deepEqual(await refused(directory, offer('p4')), [])
        const racing = ['p7', 'p8', 'p9', 'p10'].map((id) => project('o2', id))
        await directory.apply({ put: racing, remove: [reference(offer('p3'))] }, 3000)
        const outcomes = await together(
          4,
          async (index) => await refused(directory, offer(racing[index]?.key[0] ?? '')).catch(() => ['raced']),
        )
        assert.equal(
          (await directory.page({ kind: 'projectMember', limit: 20, of: { userId: 'u1' } })).filter(
            ({ content }) => content['state'] === 'STATE_INVITED' && content['projectId'] !== 'p6',
          ).length,
          2,
          JSON.stringify(outcomes),
        )
      }),
    )

    test(
      'DS-40 metadata of a user are limited in number and in size, and may always shrink',
      withBase(async (directory) => {
        assert.deepEqual(await refused(directory, metadata('a', 100), metadata('b', 100)), [])
        assert.deepEqual(await refused(directory, metadata('c', 100)), ['metadata_size_limit u1/c'])
        assert.deepEqual(await refused(directory, metadata('a', 300)), ['metadata_size_limit u1/a'])
        assert.deepEqual(await refused(directory, metadata('a', 10), metadata('c', 10)), [])
        assert.deepEqual(await refused(directory, metadata('d', 1)), ['metadata_limit u1/d'])
        assert.deepEqual(await refused(directory, metadata('b', 99)), [])
      }),
    )

    test(
      'DS-40 changes at the same time never exceed a limit together',
      withBase(async (directory) => {
        const attempts = await together(
          12,
          async (index) => (await refusedOnce(directory, personalAccessToken('o1', 'm1', `t${index}`, `d${index}`))) === 0,
        )
        assert.equal(attempts.filter(Boolean).length, 2)
        assert.equal((await directory.list('personalAccessToken', 'o1')).length, 2)
        const apps = await together(12, async (index) => (await refusedOnce(directory, oidcApp('o1', 'p1', `a${index}`))) === 0)
        assert.equal(apps.filter(Boolean).length, 3)
      }),
    )
    describe('of a whole organization', () => {
      const users: DirectoryLimit = {
        reason: 'organization_users_limit',
        kinds: ['humanUser', 'machineUser'],
        per: 'org',
        most: 4,
        tallied: true,
      }
      const size: DirectoryLimit = {
        reason: 'organization_metadata_limit',
        kinds: ['userMetadata'],
        per: 'org',
        most: 400,
        of: 'characters',
        tallied: true,
      }
      /** @returns the ids of what is refused at this time */
      const put = async (directory: DirectoryStore, now: number, ...resources: readonly Resource[]): Promise<readonly string[]> => {
        try {
          await directory.apply({ put: resources, remove: [], limits: [users, size] }, now)
          return []
        } catch (error) {
          if (!(error instanceof DirectoryConflict)) throw error
          return error.refusals.map(({ reason, resource }) => `${reason} ${resource.key.at(-1)}`)
        }
      }
      const start = 1_000_000

      test(
        'DS-44 users are counted at most once in ten seconds, and what was removed makes room',
        withBase(async (directory) => {
          assert.deepEqual(await put(directory, start, human('o1', 'u2', 'bob')), [])
          assert.deepEqual(await put(directory, start, machine('o1', 'm2', 'two'), human('o1', 'u3', 'cid')), [
            'organization_users_limit u3',
          ])
          assert.deepEqual(
            await put(directory, start, machine('o1', 'm2', 'two'), human('o1', 'u2', 'bobby')),
            [],
            'who is stored may change',
          )
          assert.deepEqual(await put(directory, start, human('o2', 'other', 'eve')), [], 'another organization')
          await directory.apply({ put: [], remove: [{ kind: 'humanUser', key: ['u2'] }] }, start)
          assert.deepEqual(await put(directory, start + 9000, human('o1', 'u3', 'cid')), ['organization_users_limit u3'])
          assert.deepEqual(await put(directory, start + 10_001, human('o1', 'u3', 'cid')), [])
          assert.deepEqual(await put(directory, start + 10_001, human('o1', 'u4', 'dee')), ['organization_users_limit u4'])
          await directory.apply({ put: [human('o1', 'u4', 'dee')], remove: [] }, start)
          assert.deepEqual(await put(directory, start + 9_000_000, human('o1', 'u4', 'dea')), [], 'beyond the limit, changes are stored')
        }),
      )

      test(
        'DS-44 what came without limits counts after an hour',
        withBase(async (directory) => {
          assert.deepEqual(await put(directory, start, human('o1', 'u2', 'bob')), [])
          await directory.apply({ put: [human('o1', 'u3', 'cid'), human('o1', 'u4', 'dee')], remove: [] }, start)
          const change = { put: [human('o1', 'u5', 'eli')], remove: [], limits: [users] }
          assert.equal(
            (await directory.findTaken(change, start + 3_600_001))[0]?.reason,
            'organization_users_limit',
            'a dry run counts, too',
          )
          assert.deepEqual(await directory.findTaken(change, start), [], 'a recent tally is believed')
          assert.deepEqual(await put(directory, start + 3_600_001, human('o1', 'u5', 'eli')), ['organization_users_limit u5'])
        }),
      )

      test(
        'DS-44 the metadata of all users of an organization are limited together, and may shrink',
        withBase(async (directory) => {
          await directory.apply({ put: [human('o1', 'u2', 'bob')], remove: [] }, start)
          const ofUser = (userId: string, length: number): Resource => ({
            kind: 'userMetadata',
            key: [userId, 'k'],
            orgId: 'o1',
            content: { id: userId, key: 'k', value: 'x'.repeat(length) },
          })
          assert.deepEqual(await put(directory, start, ofUser('u1', 200)), [])
          assert.deepEqual(await put(directory, start, ofUser('u2', 200)), ['organization_metadata_limit k'])
          assert.deepEqual(await put(directory, start, ofUser('u1', 10)), [])
          assert.deepEqual(await put(directory, start + 10_001, ofUser('u2', 200)), [])
          assert.deepEqual(await put(directory, start + 10_001, ofUser('u1', 200)), ['organization_metadata_limit k'])
        }),
      )

      test(
        'DS-44 changes at the same time never exceed the limit together',
        withBase(async (directory) => {
          const attempts = await together(12, async (index) => await put(directory, start, human('o1', `v${index}`, `name${index}`)))
          assert.equal(attempts.filter((refusals) => refusals.length === 0).length, 2)
          assert.equal((await directory.list('humanUser', 'o1')).length, 3)
        }),
      )

      test('DS-44 users who register at the same time are no more than the instance allows', () =>
        withStores(
          open,
          ['directory', 'userAccounts', 'users', 'passwords', 'oneTimeCodes'],
          async ({ directory, userAccounts, users: stored }) => {
            const policy = { kind: 'instancePolicy', key: ['boundaryPolicy'], content: { maxUsersOfOrganization: 4 } } as const
            await directory.apply({ put: [...base, policy], remove: [] }, start)
            const create = async (orgId: string, userId: string): Promise<AccountOutcome> =>
              await userAccounts.create(
                { orgId, userId, userName: userId, state: 'active', profile: { firstName: 'New', lastName: 'User' } },
                start,
              )
            const outcomes = await together(6, async (index) => await create('o1', `new${index}`))
            assert.deepEqual(outcomes.map((outcome) => (outcome.kind === 'done' ? 'done' : outcome.reason)).toSorted(), [
              'done',
              'done',
              ...Array.from({ length: 4 }, () => 'organization_full'),
            ])
            const found = await Promise.all(outcomes.map(async (_, index) => await stored.find(`new${index}`)))
            assert.equal(found.filter((user) => user !== undefined).length, 2)
            assert.equal((await create('o2', 'other')).kind, 'done')
          },
        ))
    })
  })
}

async function refusedOnce(directory: DirectoryStore, resource: Resource): Promise<number> {
  try {
    await directory.apply({ put: [resource], remove: [], limits }, 2000)
    return 0
  } catch (error) {
    if (error instanceof DirectoryConflict) return error.refusals.length
    throw error
  }
}
