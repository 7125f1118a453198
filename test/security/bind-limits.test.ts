// Documents that are far larger than what one statement can bind (32,766 values in SQLite, 65,535 in Postgres).
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { databaseFile } from '../support/database-file.ts'
import type { DatabaseFile } from '../support/database-file.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

const many = 50_000

let file: DatabaseFile
let provider: TestProvider
before(async () => {
  file = await databaseFile()
  provider = await startTestProvider({ storage: file.storage })
})
after(async () => {
  await provider.close()
  file.dispose()
})

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

test(`DB-06 ${many} objects of one organization are applied, found again and removed, in bounded time`, async (t) => {
  const document = (state: 'STATE_ACTIVE' | 'STATE_REMOVED'): OrgDocument => ({ orgs: [{
    orgId: 'acme',
    projects: Array.from({ length: many }, (_, index) => ({ projectId: `many-${index}`, project: { name: `Project ${index}` }, state })),
  }] })
  const applied = await seconds(async () => assert.equal((await provider.apply(document('STATE_ACTIVE'))).counts.created, many))
  const again = await seconds(async () => assert.equal((await provider.apply(document('STATE_ACTIVE'))).counts.same, many))
  const removed = await seconds(async () => await provider.apply(document('STATE_REMOVED')))
  t.diagnostic(`${applied.toFixed(1)} s, again ${again.toFixed(1)} s, removed ${removed.toFixed(1)} s`)
  assert.deepEqual(file.tables()['projects']?.map((row) => row['project_id']), ['portal'])
  assert.ok(applied + again + removed < 60)
})
