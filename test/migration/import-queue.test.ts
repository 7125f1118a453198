// Imports of several organizations: each has its turn, none learns of the others, and the operator's never waits for them.
import type { Storage, Stores } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prometheusMetrics } from 'symbolon'
import { reportOf, startMover } from '../support/mover.ts'
import type { ImportAnswer, Mover } from '../support/mover.ts'
import { valuesOf } from '../support/scrape.ts'

const tenants = ['north', 'east', 'south', 'west'] as const
const tokenOf = (orgId: string): string => `symbolon_pat_${orgId}-0123456789-0123456789-0123456789`

const orgs = tenants.map((orgId) => ({
  orgId,
  org: { name: orgId },
  machineUsers: [{ userId: `owner-${orgId}`, user: { userName: `owner-${orgId}`, name: 'Owner' } }],
  personalAccessTokens: [{ tokenId: `token-${orgId}`, userId: `owner-${orgId}`, token: tokenOf(orgId) }],
  orgMembers: [{ userId: `owner-${orgId}`, roles: ['ORG_OWNER'] }],
}))

const documentOf = (orgId: string, projectId: string): object => ({
  orgs: [{ orgId, projects: [{ projectId, project: { name: projectId } }] }],
})

/** A storage in which the projects of the held organizations are not stored before they are let go. */
function heldOrganizations(): { readonly storage: Storage; readonly held: Set<string>; letGo(): void } {
  const inner = libsql({ url: ':memory:' })
  const held = new Set<string>()
  const gate = Promise.withResolvers<void>()
  const storage: Storage = {
    async open(names) {
      const opened = await inner.open(names)
      const { directory } = opened.stores
      if (directory === undefined) return opened
      const slow: Stores['directory'] = {
        ...directory,
        async apply(change, now) {
          if (change.put.some(({ kind, orgId = '' }) => kind === 'project' && held.has(orgId))) await gate.promise
          await directory.apply(change, now)
        },
      }
      return { ...opened, stores: { ...opened.stores, directory: slow } }
    },
  }
  return { storage, held, letGo: () => gate.resolve() }
}

async function stateOf(mover: Mover, id: string, token?: string): Promise<string> {
  const answer = await mover.report(`${id}?rows=none`, token)
  return answer.ok ? ((await answer.json()) as ImportAnswer).state : String(answer.status)
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end;) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('it did not happen')
}

test('DS-42 a long import of one organization blocks neither the import of another organization nor an import of the operator', async () => {
  const metrics = prometheusMetrics()
  const { storage, held, letGo } = heldOrganizations()
  const mover = await startMover({ storage, orgs, metrics })
  const send = async (orgId: string, id: string): Promise<Response> =>
    await mover.import({ data_orgs: documentOf(orgId, `p-${id}`), job_id: id }, tokenOf(orgId))

  held.add('north')
  const long = send('north', 'north-1')
  await until(async () => (await stateOf(mover, 'north-1')) === 'running')
  const next = Array.from({ length: 3 }, async (_, index) => await send('north', `north-${index + 2}`))
  await until(async () => (await stateOf(mover, 'north-4')) === 'waiting')
  const full = await send('north', 'north-5')
  assert.equal(full.status, 429)
  assert.match(await full.text(), /"id":"import_queue_full"/)
  assert.equal((await reportOf(await send('east', 'east-1'))).state, 'completed')
  assert.equal((await reportOf(await mover.import({ data_orgs: documentOf('operations', 'p-move'), job_id: 'move' }))).state, 'completed')

  for (const orgId of ['east', 'south']) held.add(orgId)
  const others = [send('east', 'east-2'), send('south', 'south-1')]
  await until(async () => (await stateOf(mover, 'south-1')) === 'running' && (await stateOf(mover, 'east-2')) === 'running')
  const west = send('west', 'west-1')
  await until(async () => (await stateOf(mover, 'west-1')) === 'waiting')
  assert.equal(await stateOf(mover, 'west-1', tokenOf('west')), 'waiting')
  assert.equal(await stateOf(mover, 'west-1', tokenOf('north')), '404', 'an import of another organization is unknown')
  const taken = await mover.import({ data_orgs: documentOf('west', 'other'), job_id: 'north-1' }, tokenOf('west'))
  assert.equal(taken.status, 409)
  assert.deepEqual(valuesOf(await metrics.text(), 'symbolon_imports'), { 'state=running': 3, 'state=waiting': 4 })
  assert.equal((await reportOf(await mover.import({ data_orgs: documentOf('operations', 'p-next'), job_id: 'next' }))).state, 'completed')

  letGo()
  for (const answer of [long, ...next, ...others, west]) assert.equal((await reportOf(await answer)).state, 'completed')
  assert.deepEqual(valuesOf(await metrics.text(), 'symbolon_quota_refusals_total'), { 'limit=imports_waiting': 1 })
  await mover.close()
})

test('DS-42 the documents of an organization that wait take a share of the memory, and leave the rest to others', async () => {
  const { storage, held, letGo } = heldOrganizations()
  const mover = await startMover({ storage, orgs })
  const send = async (orgId: string, id: string, size: number): Promise<Response> => {
    const document = JSON.stringify(documentOf(orgId, `p-${id}`))
    const padding = ' '.repeat(size)
    return await mover.import(`{"job_id":"${id}","data_orgs":${document.slice(0, -1)}${padding}}}`, tokenOf(orgId))
  }
  held.add('north')
  const large = send('north', 'north-1', 40_000_000)
  await until(async () => (await stateOf(mover, 'north-1')) === 'running')
  const refused = await send('north', 'north-2', 40_000_000)
  assert.equal(refused.status, 429)
  assert.match(await refused.text(), /"id":"import_queue_full"/)
  const small = send('north', 'north-3', 1000)
  await until(async () => (await stateOf(mover, 'north-3')) === 'waiting')
  assert.equal((await reportOf(await send('east', 'east-1', 40_000_000))).state, 'completed')
  letGo()
  for (const answer of [large, small]) assert.equal((await reportOf(await answer)).state, 'completed')
  assert.equal(
    (await reportOf(await send('north', 'north-2', 40_000_000))).state,
    'completed',
    'the ended imports have given their share back',
  )
  await mover.close()
})
