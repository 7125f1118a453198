// Limits for the resources of an organization, a user, an application and a project: exact, also when changes run at the same time.
import { DirectoryConflict } from '@symbolon/core-protocol'
import type { DirectoryLimit, DirectoryStore, Resource } from '@symbolon/core-protocol'
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
        assert.deepEqual(await refused(directory, oidcApp('o2', 'p2', 'b1')), [], 'another organization has room of its own')
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
        assert.deepEqual(await refused(directory, member('o2', 'p2', 'u1'), member('o2', 'p5', 'u1')), [], 'roles that count are no offers')
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
