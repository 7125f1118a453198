// The report of an import while it grows: what it writes, when, and what its rows say.
import { systemAuthority } from '@symbolon/provisioning'
import type { ApplyEntry, SettledBatch } from '@symbolon/provisioning'
import { createSealing } from '@symbolon/core-protocol'
import type { DirectoryStore, ImportJobPart, ImportJobStore } from '@symbolon/core-protocol'
import { secretHashing } from '@symbolon/secret-hashing'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importReport } from '../src/import/report.ts'
import type { ImportReport } from '../src/import/report.ts'
import { ledgerRow } from '../src/import/rows.ts'
import { beginImport, importRows, reportText } from '../src/index.ts'
import { closedWithFile } from '../../provisioning/test/instance.ts'

const now = Date.UTC(2026, 0, 2, 3, 4, 5)
const facts = JSON.stringify({
  source: 'test',
  dryRun: false,
  update: false,
  withCredentials: false,
  progress: { bytes: 0, objects: 0, settled: 0 },
  counts: {},
})
const sealing = await createSealing(new Uint8Array(32).fill(7))

interface Job {
  readonly directory: DirectoryStore
  readonly jobs: ImportJobStore
  /** The lists of parts that were appended, call by call. */
  readonly appended: readonly (readonly ImportJobPart[])[]
}

const closeAtEnd = closedWithFile()
const reading = () => ({ late: false, objectsAtOnce: 100, read: { bytes: 0, digest: '' } })

async function openJob(): Promise<Job> {
  const { stores, close } = await libsql({ url: ':memory:' }).open(['directory', 'importJobs'])
  closeAtEnd(close)
  const { directory, importJobs } = stores
  if (directory === undefined || importJobs === undefined) throw new TypeError('stores')
  const appended: (readonly ImportJobPart[])[] = []
  const jobs: ImportJobStore = {
    ...importJobs,
    async append(id, parts) {
      appended.push(parts)
      await importJobs.append(id, parts)
    },
  }
  return { directory, jobs, appended }
}

async function openReport(): Promise<Job & { readonly report: ImportReport; rows(list: string): Promise<readonly unknown[]> }> {
  const job = await openJob()
  await job.jobs.begin({ id: 'job', holder: 'holder', fingerprint: 'f', actorId: 'a', orgId: '', facts: '{}' }, now, now + 1000)
  let position = 0
  const report = importReport({ ...job, jobId: 'job', holder: 'holder', sealing, nextPosition: () => (position += 1), reading })
  return {
    ...job,
    report,
    async rows(list) {
      const parts = await job.jobs.list('job', list, { limit: 100 })
      return parts.flatMap(({ content }) => JSON.parse(content) as readonly unknown[])
    },
  }
}

function batchOf(orgId: string, entries: readonly ApplyEntry[]): SettledBatch {
  return {
    chunks: [{ orgId, entries, settled: 1 }],
    deferred: [],
    position: { stage: 'document', done: 1 },
    memory: {},
    contentOf: () => undefined,
  }
}

test('a row of the ledger says how many objects it stands for, and at what cost', async () => {
  const { report, rows } = await openReport()
  const member = {
    path: 'orgs[0].humanUsers[*].user.password',
    kind: 'member',
    key: [],
    action: 'ignored',
    reason: 'password_not_needed',
    count: 3,
  } as const
  const slow = {
    path: 'orgs[0].humanUsers[0]',
    kind: 'humanUser',
    key: ['u'],
    action: 'notice',
    reason: 'password_hash_slow',
    milliseconds: 420,
  } as const
  await report.settled(batchOf('o', [member, slow]), false)
  const [first, second] = (await rows('ledger')) as readonly { readonly path: string; readonly count?: number; readonly advice: string }[]
  assert.deepEqual([first?.path, first?.count], ['orgs[0].humanUsers[*].user.password', 3])
  assert.match(second?.advice ?? '', / \(420 ms\)$/)
  assert.ok(second !== undefined && !('count' in second))
})

test('rows wait until they are flushed, each list in one part; a flush of nothing writes nothing', async () => {
  const { report, rows, appended } = await openReport()
  report.add(ledgerRow('orgs[0].x', 'unknown_member'), 'reading')
  report.add(ledgerRow('orgs[0].appKeys', 'needs_credentials', 2), 'pieces')
  report.add({ row: 'error', error: { type: 'project', id: 'p', message: 'orgs[0].projects[0] is wrong.' } }, 'reading')
  assert.deepEqual([report.waiting, appended.length], [3, 0])
  await report.flush()
  assert.deepEqual(
    appended.map((parts) => parts.map(({ list }) => list)),
    [['errors', 'ledger']],
  )
  assert.equal(report.waiting, 0)
  assert.deepEqual(
    ((await rows('ledger')) as readonly { readonly count?: number }[]).map(({ count }) => count),
    [undefined, 2],
  )
  await report.flush()
  assert.equal(appended.length, 1)
})

test('a single row is flushed, an error and a row of the ledger alike', async () => {
  const { report, rows } = await openReport()
  report.add(ledgerRow('orgs[0].x', 'unknown_member'), 'reading')
  await report.flush()
  assert.equal((await rows('ledger')).length, 1)
  report.add({ row: 'error', error: { type: 'project', id: 'p', message: 'orgs[0].projects[0] is wrong.' } }, 'reading')
  await report.flush()
  assert.equal((await rows('errors')).length, 1)
})

test('an import keeps no more than 500 rows waiting while it reads, and writes all of them', async () => {
  const { directory, jobs } = await openJob()
  const members = Array.from({ length: 12_000 }, (_, index) => `"x${index}":1`)
  const bytes = new TextEncoder().encode(`{"orgs":[{"orgId":"o","org":{"name":"O"},${members.join()}}]}`)
  const slice = 1024
  const beginning = await beginImport(
    {
      id: 'job',
      source: {
        description: 'test',
        identity: 'test',
        async *read() {
          for (let start = 0; start < bytes.length; start += slice) yield bytes.subarray(start, start + slice)
        },
      },
      format: 'v2',
      options: { dryRun: false, update: false, withCredentials: false },
      timeout: 60_000,
      actorId: '',
      orgId: '',
      authority: systemAuthority,
    },
    {
      stores: { directory, importJobs: jobs },
      hashing: secretHashing(),
      sealing,
      issuer: 'https://id.example',
      now: () => now,
      randomToken: () => 'random'.padEnd(43, '0'),
      audit: async () => undefined,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    },
  )
  assert.ok(beginning.outcome === 'begun')
  const { state } = await beginning.ended
  const written = (await jobs.list('job', 'ledger', { limit: 100 })).map(
    ({ content }) => (JSON.parse(content) as readonly unknown[]).length,
  )
  assert.equal(state, 'completed')
  assert.equal(
    written.reduce((sum, rows) => sum + rows, 0),
    members.length,
  )
  // The document is read in blocks of 16 KiB, whatever the chunks of the source.
  const inBlock = Math.ceil((16 * 1024) / '"x0":1,'.length)
  assert.ok(Math.max(...written) > 500 && Math.max(...written) <= 500 + inBlock, `parts of ${written.join(', ')} rows`)
})

test('a report of many parts is read as a whole: rows, secrets, organizations, and what each has', async () => {
  const { report, jobs, directory } = await openReport()
  const [parts, orgs] = [120, 60]
  for (let index = 0; index < parts; index += 1) {
    report.add(ledgerRow(`orgs[${index}].x`, 'unknown_member'), 'reading')
    report.add({ row: 'error', error: { type: 'project', id: `p${index}`, message: 'It is wrong.' } }, 'reading')
    await report.flush()
    // The first has many parts, and the others have one each.
    const orgId = index < orgs ? 'first' : `org-${index}`
    const entry = { path: 'orgs[0].projects[0]', kind: 'project', key: [`p${index}`], action: 'created' } as const
    await report.settled(batchOf(orgId, [entry]), false)
    const generated = { ...entry, kind: 'apiApp', generated: { clientSecret: `secret ${index}` } } as const
    const batch = batchOf(orgId, [generated])
    await directory.apply({ put: [], remove: [], record: await report.record(batch) }, now)
    await report.settled(batch, true)
  }
  const job = await jobs.find('job', now)
  assert.ok(job !== undefined)
  let text = ''
  for await (const more of reportText({ ...job, facts }, { jobs, sealing })) text += more
  const { errors, ledger, generated, success } = JSON.parse(text) as {
    readonly errors: readonly { readonly id: string }[]
    readonly ledger: readonly { readonly path: string }[]
    readonly generated: readonly { readonly key: readonly string[]; readonly clientSecret: string }[]
    readonly success: { readonly orgs: readonly { readonly orgId: string; readonly projectIds: readonly string[] }[] }
  }
  const all = Array.from({ length: parts }, (_, index) => index)
  assert.deepEqual(
    errors.map(({ id }) => id),
    all.map((index) => `p${index}`),
  )
  assert.deepEqual(
    ledger.map(({ path }) => path),
    all.map((index) => `orgs[${index}].x`),
  )
  assert.deepEqual(
    generated.map(({ key, clientSecret }) => [key[0], clientSecret]),
    all.map((index) => [`p${index}`, `secret ${index}`]),
  )
  assert.deepEqual(success.orgs, [
    {
      orgId: 'first',
      projectIds: all.slice(0, orgs).map((index) => `p${index}`),
      apiAppIds: all.slice(0, orgs).map((index) => `p${index}`),
    },
    ...all.slice(orgs).map((index) => ({ orgId: `org-${index}`, projectIds: [`p${index}`], apiAppIds: [`p${index}`] })),
  ])
  const rows: unknown[] = []
  for await (const row of importRows(job, 'generated', { jobs, sealing })) rows.push(row['clientSecret'])
  assert.deepEqual(
    rows,
    generated.map(({ clientSecret }) => clientSecret),
  )
})

test('the report of a stopped import names its task or the request of a user as the reason', async () => {
  const { directory, jobs } = await openJob()
  const text = JSON.stringify({ orgs: [{ orgId: 'o', org: { name: 'O' } }] })
  const stoppedBy = async (id: string, signal: AbortSignal | undefined): Promise<unknown> => {
    let time = now
    const beginning = await beginImport(
      {
        id,
        source: {
          description: 'test',
          identity: 'test',
          async *read(stop) {
            if (signal === undefined) assert.ok(await jobs.requestStop(id, now))
            // The lease is renewed with the next part, which hears of it.
            time += 15_000
            yield new TextEncoder().encode(text)
            stop.throwIfAborted()
          },
        },
        format: 'v2',
        options: { dryRun: false, update: false, withCredentials: false },
        timeout: 60_000,
        actorId: '',
        orgId: '',
        authority: systemAuthority,
        ...(signal === undefined ? {} : { signal }),
      },
      {
        stores: { directory, importJobs: jobs },
        hashing: secretHashing(),
        sealing,
        issuer: 'https://id.example',
        now: () => time,
        randomToken: () => id.padEnd(43, '0'),
        audit: async () => undefined,
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      },
    )
    assert.ok(beginning.outcome === 'begun')
    const end = await beginning.ended
    return [end.state, end.stoppedBy]
  }
  assert.deepEqual(await stoppedBy('task', AbortSignal.abort()), ['stopped', 'task'])
  assert.deepEqual(await stoppedBy('request', undefined), ['stopped', 'request'])
})
