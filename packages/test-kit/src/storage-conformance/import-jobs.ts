// Import jobs: one runs at a time, an interrupted one can be resumed, and each keeps parts of its document.
import { DirectoryConflict, ImportLost, importPlaces } from '@symbolon/core-protocol'
import type { ImportJobPart, ImportJobStart } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { human, org } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const start = (id: string, more: Partial<ImportJobStart> = {}): ImportJobStart => ({
  id,
  holder: `holder of ${id}`,
  fingerprint: `fingerprint of ${id}`,
  actorId: 'mover',
  orgId: 'o1',
  facts: '{}',
  ...more,
})
const part = (position: number, more: Partial<ImportJobPart> = {}): ImportJobPart => ({
  list: 'errors',
  orgId: '',
  position,
  content: `${position}`,
  ...more,
})

/** Registers the tests of import jobs. @param open opens an empty storage with the named stores */
export function importJobTests(open: OpenFresh): void {
  describe('import jobs', () => {
    test('are found as stored; a running job whose lease has ended is interrupted', () =>
      withStores(open, ['importJobs'], async ({ importJobs }) => {
        assert.equal(await importJobs.find('a', 0), undefined)
        assert.deepEqual(await importJobs.begin(start('a'), 1000, 2000), { outcome: 'begun', again: false })
        const job = {
          id: 'a',
          state: 'running',
          fingerprint: 'fingerprint of a',
          actorId: 'mover',
          startedAt: 1000,
          updatedAt: 1000,
          facts: '{}',
        }
        assert.deepEqual(await importJobs.find('a', 1999), job)
        assert.equal((await importJobs.find('a', 2000))?.state, 'interrupted')
        assert.equal(await importJobs.renew('a', 'holder of a', '{"objects":1}', 1500, 2500), 'held')
        assert.deepEqual(await importJobs.find('a', 2000), { ...job, updatedAt: 1500, facts: '{"objects":1}' })
        assert.equal(await importJobs.end('a', 'holder of a', 'stopped', '{"objects":2}', 1800), true)
        assert.deepEqual(await importJobs.find('a', 9999), { ...job, state: 'stopped', updatedAt: 1800, facts: '{"objects":2}' })
      }))

    test('are listed with the newest first, of everybody or of one user', () =>
      withStores(open, ['importJobs'], async ({ importJobs }) => {
        for (const [index, id] of ['a', 'b', 'c'].entries()) {
          const begun = start(id, { actorId: id === 'b' ? 'other' : 'mover' })
          assert.equal((await importJobs.begin(begun, 1000 + index, 2000)).outcome, 'begun')
          if (id !== 'c') await importJobs.end(id, `holder of ${id}`, 'completed', '{}', 1500)
        }
        const listed = async (query: { readonly actorId?: string; readonly limit: number }): Promise<readonly string[]> =>
          (await importJobs.listRecent(query, 2000)).map(({ id, state }) => `${id} ${state}`)
        assert.deepEqual(await listed({ limit: 10 }), ['c interrupted', 'b completed', 'a completed'])
        assert.deepEqual(await listed({ limit: 2 }), ['c interrupted', 'b completed'])
        assert.deepEqual(await listed({ actorId: 'mover', limit: 10 }), ['c interrupted', 'a completed'])
        assert.deepEqual(await listed({ actorId: 'absent-user', limit: 10 }), [])
      }))

    test('only one of an organization runs at a time', () =>
      withStores(open, ['importJobs'], async ({ importJobs }) => {
        const outcomes = await together(8, async (index) => await importJobs.begin(start(`job ${index}`), 1000, 2000))
        assert.equal(outcomes.filter(({ outcome }) => outcome === 'begun').length, 1)
        assert.equal(outcomes.filter(({ outcome }) => outcome === 'running').length, 7)
        const running = outcomes.find((each) => each.outcome === 'running')
        assert.deepEqual(await importJobs.begin(start('late'), 1999, 2999), running)
        assert.deepEqual(await importJobs.begin(start('late'), 2000, 3000), { outcome: 'begun', again: false })
        assert.equal((await importJobs.find(running?.outcome === 'running' ? (running.running?.id ?? '') : '', 1500))?.state, 'interrupted')
      }))

    test('DS-42 several organizations import at the same time, and one place is kept for owners of the instance', () =>
      withStores(open, ['importJobs'], async ({ importJobs }) => {
        const ofOrg = async (index: number): Promise<string> =>
          (await importJobs.begin(start(`of ${index}`, { orgId: `org ${index}`, actorId: `actor ${index}` }), 1000, 2000 + index)).outcome
        const outcomes = await together(8, ofOrg)
        assert.equal(outcomes.filter((outcome) => outcome === 'begun').length, importPlaces - 1)
        const refused = await importJobs.begin(start('late', { orgId: 'late' }), 1500, 2500)
        assert.deepEqual(
          [refused.outcome, 'running' in refused ? refused.running : undefined],
          ['running', undefined],
          'no stranger is named',
        )
        const first = outcomes.indexOf('begun')
        const again = await importJobs.begin(start('again', { orgId: `org ${first}` }), 1500, 2500)
        assert.deepEqual('running' in again ? again.running : undefined, { id: `of ${first}`, actorId: `actor ${first}` })
        assert.equal((await importJobs.begin(start('move', { orgId: 'operators', privileged: true }), 1500, 2500)).outcome, 'begun')
        assert.equal(await importJobs.end(`of ${first}`, `holder of of ${first}`, 'completed', '{}', 1600), true)
        assert.equal((await importJobs.begin(start('late', { orgId: 'late' }), 1700, 2700)).outcome, 'begun')
      }))

    test('DS-42 imports that wait begin by turns of their organizations, and those of owners wait for no organization', () =>
      withStores(open, ['importJobs'], async ({ importJobs }) => {
        const waitingFacts = (position: number): string => JSON.stringify({ position })
        const begin = async (id: string, orgId: string, now: number): Promise<string> => {
          const { outcome } = await importJobs.begin(start(id, { orgId, waitingFacts, privileged: orgId === '' }), now, now + 10_000)
          return outcome === 'waiting'
            ? `waiting ${(JSON.parse((await importJobs.find(id, now))?.facts ?? '') as { position: number }).position}`
            : outcome
        }
        const end = async (id: string): Promise<boolean> => await importJobs.end(id, `holder of ${id}`, 'completed', '{}', 2000)
        for (const [index, org] of ['a', 'b', 'c'].entries()) assert.equal(await begin(`${org}1`, org, 1000 + index), 'begun')
        assert.equal(await begin('a2', 'a', 1010), 'waiting 1')
        assert.equal(await begin('a3', 'a', 1011), 'waiting 2')
        assert.equal(await begin('a4', 'a', 1012), 'waiting 3')
        assert.equal(await begin('a5', 'a', 1013), 'full')
        assert.equal(await importJobs.find('a5', 1013), undefined)
        assert.equal(await begin('d1', 'd', 1020), 'waiting 1', 'the turn of an organization that has run none')
        assert.deepEqual(await importJobs.countUnderWay(1020), { running: 3, waiting: 4 })
        assert.deepEqual(await importJobs.countUnderWay(11_020), { running: 0, waiting: 0 }, 'their processes have died')
        assert.equal(await begin('move', '', 1030), 'begun')
        assert.equal(await begin('move2', '', 1031), 'waiting 1')
        assert.equal(await begin('a2', 'a', 1040), 'waiting 2')
        assert.equal(await end('a1'), true)
        assert.equal(await begin('a3', 'a', 2000), 'waiting 3')
        assert.equal(await begin('a2', 'a', 2001), 'waiting 2', 'one place, and it is the turn of another organization')
        assert.equal(await begin('d1', 'd', 2002), 'begun')
        assert.equal(await begin('a2', 'a', 2003), 'waiting 1')
        assert.equal(await end('b1'), true)
        assert.equal(await begin('a3', 'a', 2004), 'waiting 2')
        assert.equal(await begin('a2', 'a', 2005), 'begun')
        assert.equal(await begin('a3', 'a', 2006), 'waiting 1')
        assert.equal(await end('a2'), true)
        assert.equal(await begin('move2', '', 2007), 'waiting 1')
        assert.equal(await end('move'), true)
        assert.equal(await begin('move2', '', 2008), 'begun')
      }))

    test('an import that waits holds a lease, is stopped on request, and is taken up again when its process has died', () =>
      withStores(open, ['importJobs'], async ({ importJobs }) => {
        const waiting = (more: Partial<ImportJobStart> = {}): ImportJobStart => start('b', { waitingFacts: () => '{}', ...more })
        await importJobs.begin(start('a'), 1000, 9000)
        assert.deepEqual(await importJobs.begin(waiting(), 1000, 2000), { outcome: 'waiting', again: false, stop: false })
        assert.equal((await importJobs.find('b', 1500))?.state, 'waiting')
        assert.equal((await importJobs.begin(waiting({ holder: 'other' }), 1500, 2500)).outcome, 'running')
        assert.equal((await importJobs.find('b', 2000))?.state, 'interrupted')
        assert.equal((await importJobs.begin(waiting({ holder: 'other' }), 2000, 3000)).outcome, 'waiting')
        assert.equal((await importJobs.begin(waiting(), 2100, 3100)).outcome, 'running', 'another process waits now')
        assert.equal(await importJobs.requestStop('b', 2500), true)
        assert.deepEqual(await importJobs.begin(waiting({ holder: 'other' }), 2600, 3600), { outcome: 'waiting', again: true, stop: true })
        assert.equal(await importJobs.end('b', 'other', 'stopped', '{}', 2700), true)
        assert.equal((await importJobs.find('b', 2800))?.state, 'stopped')
        assert.deepEqual(await importJobs.begin(waiting(), 2900, 3900), { outcome: 'waiting', again: true, stop: false })
        assert.equal(await importJobs.end('a', 'holder of a', 'completed', '{}', 3000), true)
        const outcomes = await together(
          6,
          async (index) => await importJobs.begin(start(`late ${index}`, { waitingFacts: () => '{}' }), 3000, 4000),
        )
        assert.ok(
          outcomes.every(({ outcome }) => outcome === 'waiting' || outcome === 'full'),
          'the one that waited comes first',
        )
        assert.equal((await importJobs.begin(waiting(), 3100, 4100)).outcome, 'begun')
      }))

    test('of imports that wait in several processes at the same time, no more begin than there are places', () =>
      withStores(open, ['importJobs'], async ({ importJobs }) => {
        const ask = async (round: number): Promise<number> => {
          const outcomes = await together(
            12,
            async (index) =>
              (await importJobs.begin(start(`${index}`, { orgId: `org ${index}`, waitingFacts: () => '{}' }), 1000 + round, 9000)).outcome,
          )
          return outcomes.filter((outcome) => outcome === 'begun').length
        }
        let begun = 0
        for (let round = 0; round < 4; round += 1) begun += await ask(round)
        assert.equal(begun, importPlaces - 1)
      }))

    test('only one takes the place of a job whose lease has ended', () =>
      withStores(open, ['importJobs'], async ({ importJobs }) => {
        await importJobs.begin(start('job'), 0, 1000)
        for (let now = 1000; now < 9000; now += 1000) {
          const sameId = now % 2000 === 0
          const outcomes = await together(12, async (index) => {
            const id = sameId ? 'job' : `${now}-${index}`
            return await importJobs.begin(start(id, { holder: `${now}-${index}` }), now, now + 1000)
          })
          const begun = outcomes.flatMap(({ outcome }, index) => (outcome === 'begun' ? [index] : []))
          assert.deepEqual([begun.length, outcomes.filter(({ outcome }) => outcome === 'running').length], [1, 11])
          const id = sameId ? 'job' : `${now}-${begun[0]}`
          assert.equal(await importJobs.renew(id, `${now}-${begun[0]}`, '{}', now, now + 1000), 'held')
        }
      }))

    test('one that seems to run is interrupted at once by a process that is alone', () =>
      withStores(open, ['importJobs'], async ({ importJobs }) => {
        await importJobs.begin(start('a'), 1000, 2000)
        assert.deepEqual(await importJobs.begin(start('b', { alone: true }), 1001, 2001), { outcome: 'begun', again: false })
        assert.equal((await importJobs.find('a', 1001))?.state, 'interrupted')
        assert.equal(await importJobs.renew('a', 'holder of a', '{}', 1002, 2002), 'lost')
        assert.deepEqual(await importJobs.begin(start('a', { alone: true }), 1003, 2003), { outcome: 'begun', again: true })
      }))

    test('keep the request to stop while they run, and forget it when they begin again', () =>
      withStores(open, ['importJobs'], async ({ importJobs }) => {
        assert.equal(await importJobs.requestStop('a', 1000), false)
        await importJobs.begin(start('a'), 1000, 2000)
        assert.equal(await importJobs.requestStop('a', 2000), false)
        assert.equal(await importJobs.requestStop('a', 1500), true)
        assert.equal(await importJobs.renew('a', 'another', '{}', 1600, 2600), 'lost')
        assert.equal(await importJobs.renew('a', 'holder of a', '{}', 1600, 2600), 'stop')
        assert.equal(await importJobs.end('a', 'holder of a', 'stopped', '{}', 1700), true)
        assert.equal(await importJobs.requestStop('a', 1800), false)
        assert.deepEqual(await importJobs.begin(start('a'), 1900, 2900), { outcome: 'begun', again: true })
        assert.equal(await importJobs.renew('a', 'holder of a', '{}', 2000, 3000), 'held')
      }))

    test('can be resumed unless they have ended', () =>
      withStores(open, ['importJobs'], async ({ importJobs }) => {
        await importJobs.begin(start('a'), 1000, 2000)
        assert.deepEqual(await importJobs.begin(start('a', { holder: 'other' }), 1500, 2500), {
          outcome: 'running',
          running: { id: 'a', actorId: 'mover' },
          leaseUntil: 2000,
        })
        assert.deepEqual(await importJobs.begin(start('a', { holder: 'other' }), 2000, 3000), { outcome: 'begun', again: true })
        assert.equal(await importJobs.renew('a', 'holder of a', '{}', 2100, 9000), 'lost')
        assert.equal(await importJobs.end('a', 'holder of a', 'completed', '{}', 2100), false)
        await importJobs.end('a', 'other', 'failed', '{}', 2100)
        assert.equal(await importJobs.renew('a', 'other', '{}', 2200, 9000), 'lost')
        assert.deepEqual(await importJobs.begin(start('a'), 2200, 3000), { outcome: 'begun', again: true })
        await importJobs.end('a', 'holder of a', 'completed', '{}', 2300)
        assert.deepEqual(await importJobs.begin(start('a'), 2400, 3000), { outcome: 'completed' })
        assert.deepEqual(await importJobs.begin(start('a', { fingerprint: 'other' }), 2400, 3000), { outcome: 'taken' })
      }))

    test('list their parts in order, by list and organization', () =>
      withStores(open, ['importJobs'], async ({ importJobs }) => {
        await importJobs.begin(start('a'), 1000, 2000)
        await importJobs.begin(start('b'), 3000, 4000)
        const parts = [part(3), part(1, { orgId: 'acme' }), part(2, { list: 'users', orgId: 'acme' }), part(10)]
        await importJobs.append('a', parts)
        await importJobs.append('a', [])
        await importJobs.append('b', [part(1)])
        assert.deepEqual(await importJobs.list('a', 'errors', { limit: 10 }), [parts[1], parts[0], parts[3]])
        assert.deepEqual(await importJobs.list('a', 'errors', { orgId: 'acme', limit: 10 }), [parts[1]])
        assert.deepEqual(await importJobs.list('a', 'errors', { after: 1, limit: 1 }), [parts[0]])
        assert.deepEqual(await importJobs.list('a', 'users', { limit: 10 }), [parts[2]])
        await importJobs.removeAfter('a', Number.MAX_SAFE_INTEGER)
        await importJobs.append('a', [part(500, { list: 'late' }), part(501, { list: 'later' })])
        await importJobs.removeAfter('a', 500)
        assert.deepEqual(await importJobs.list('a', 'late', { limit: 10 }), [part(500, { list: 'late' })])
        assert.deepEqual(await importJobs.list('a', 'later', { limit: 10 }), [])
        await importJobs.remove('a', ['errors'])
        await importJobs.remove('a', [])
        assert.deepEqual(await importJobs.list('a', 'errors', { limit: 10 }), [])
        assert.equal((await importJobs.list('a', 'users', { limit: 10 })).length, 1)
        assert.equal((await importJobs.list('b', 'errors', { limit: 10 })).length, 1)
      }))

    test('store parts together with a change of the directory, or neither', () =>
      withStores(open, ['directory', 'importJobs'], async ({ directory, importJobs }) => {
        const record = (position: number, holder = 'holder of a') => ({
          jobId: 'a',
          holder,
          parts: [part(position, { list: 'generated' })],
        })
        const positions = async (): Promise<readonly number[]> =>
          (await importJobs.list('a', 'generated', { limit: 10 })).map(({ position }) => position)
        const orgs = async (): Promise<readonly unknown[]> => (await directory.list('org', undefined)).map(({ key: [id] }) => id)
        await importJobs.begin(start('a'), 1000, 2000)
        await directory.apply({ put: [org('o1')], remove: [], record: record(1) }, 1000)
        assert.deepEqual([await orgs(), await positions()], [['o1'], [1]])

        const twice = [human('o1', 'u1', 'ann'), human('o1', 'u2', 'ann')]
        await assert.rejects(directory.apply({ put: [org('o2'), ...twice], remove: [], record: record(2) }, 1000), DirectoryConflict)
        await assert.rejects(directory.apply({ put: [org('o2')], remove: [], record: record(3, 'another') }, 1000), ImportLost)
        await importJobs.end('a', 'holder of a', 'stopped', '{}', 1500)
        await assert.rejects(directory.apply({ put: [org('o2')], remove: [], record: record(4) }, 1500), ImportLost)
        assert.deepEqual([await orgs(), await positions()], [['o1'], [1]])
      }))

    test('of a job that is taken over, a change is stored before and its parts are found, or it is not stored', () =>
      withStores(open, ['directory', 'importJobs'], async ({ directory, importJobs }) => {
        await importJobs.begin(start('job', { holder: '0' }), 0, 1000)
        for (let round = 0; round < 20; round += 1) {
          const now = (round + 1) * 1000
          const record = { jobId: 'job', holder: `${round}`, parts: [part(round, { list: 'generated' })] }
          const change = async (): Promise<boolean> => {
            try {
              await directory.apply({ put: [org(`o${round}`)], remove: [], record }, now)
              return true
            } catch (error) {
              assert.ok(error instanceof ImportLost)
              return false
            }
          }
          const takeOver = async (): Promise<boolean> => {
            assert.deepEqual(await importJobs.begin(start('job', { holder: `${round + 1}` }), now, now + 1000), {
              outcome: 'begun',
              again: true,
            })
            return (await importJobs.list('job', 'generated', { after: round - 1, limit: 10 })).length === 1
          }
          const [stored, found] = await Promise.all([change(), takeOver()])
          assert.equal(found, stored)
          assert.equal((await directory.find([{ kind: 'org', key: [`o${round}`] }])).length === 1, stored)
        }
      }))

    test('are removed with their parts a week after their last update', () =>
      withStores(open, ['importJobs'], async ({ importJobs }) => {
        const week = 7 * 86_400_000
        await importJobs.begin(start('ended'), 1000, 2000)
        await importJobs.append('ended', [part(1)])
        await importJobs.end('ended', 'holder of ended', 'completed', '{}', 1500)
        await importJobs.begin(start('running'), 1500, 3 * week)
        assert.equal(await importJobs.deleteExpired(week + 1499, 10), 0)
        assert.equal(await importJobs.deleteExpired(week + 1500, 10), 1)
        assert.equal(await importJobs.find('ended', 0), undefined)
        assert.deepEqual(await importJobs.list('ended', 'errors', { limit: 10 }), [])
        assert.notEqual(await importJobs.find('running', 0), undefined)
      }))
  })
}
