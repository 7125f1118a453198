// Documents with more objects than one statement can bind values (https://www.sqlite.org/limits.html#max_variable_number), and how much is
// asked of the storage for them: counts, which are the same on every machine.
import type { Storage, Stores } from '@symbolon/core-protocol'
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { databaseFile } from '../support/database-file.ts'
import type { DatabaseFile } from '../support/database-file.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

/** One value for each object is more than the 32,766 of SQLite. */
const many = 33_000

let file: DatabaseFile
let provider: TestProvider
let asked = { calls: 0, objects: 0 }
before(async () => {
  file = await databaseFile()
  provider = await startTestProvider({ storage: counted(file.storage) })
})
after(async () => {
  await provider.close()
  file.dispose()
})

/** Counts the calls of the directory, and the objects that are given to them. */
function counted(inner: Storage): Storage {
  return {
    async open(names) {
      const opened = await inner.open(names)
      const { directory } = opened.stores
      if (directory === undefined) return opened
      const count = (objects: number): void => void (asked = { calls: asked.calls + 1, objects: asked.objects + objects })
      const counting: Stores['directory'] = {
        ...directory,
        async find(references) {
          count(references.length)
          return await directory.find(references)
        },
        async list(...given) {
          const found = await directory.list(...given)
          count(found.length)
          return found
        },
        async apply(change, now) {
          count(change.put.length + change.remove.length)
          await directory.apply(change, now)
        },
      }
      return { ...opened, stores: { ...opened.stores, directory: counting } }
    },
  }
}

async function askedBy(work: () => Promise<unknown>): Promise<typeof asked> {
  asked = { calls: 0, objects: 0 }
  await work()
  return asked
}

function document(count: number, state: 'STATE_ACTIVE' | 'STATE_REMOVED'): OrgDocument {
  return {
    orgs: [
      {
        orgId: 'acme',
        projects: Array.from({ length: count }, (_, index) => ({
          projectId: `many-${index}`,
          project: { name: `Project ${index}` },
          state,
        })),
      },
    ],
  }
}

/** What is asked of the storage to apply so many objects, to find them again, and to remove them. */
async function roundOf(count: number): Promise<readonly (typeof asked)[]> {
  const applied = await askedBy(async () => assert.equal((await provider.apply(document(count, 'STATE_ACTIVE'))).counts.created, count))
  const again = await askedBy(async () => assert.equal((await provider.apply(document(count, 'STATE_ACTIVE'))).counts.same, count))
  const removed = await askedBy(async () => await provider.apply(document(count, 'STATE_REMOVED')))
  assert.deepEqual(
    file.tables()['projects']?.map((row) => row['project_id']),
    ['portal'],
  )
  return [applied, again, removed]
}

test(`DB-06 ${many} objects of one organization are applied, found again and removed, and ten times the objects ask ten times as much of the storage`, async () => {
  const few = await roundOf(many / 10)
  const all = await roundOf(many)
  for (const [step, { calls, objects }] of all.entries()) {
    assert.ok(calls <= 10 * (few[step]?.calls ?? 0), `step ${step}: ${calls} calls`)
    assert.ok(objects <= 10 * (few[step]?.objects ?? 0), `step ${step}: ${objects} objects`)
  }
})
