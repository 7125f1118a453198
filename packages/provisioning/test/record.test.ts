// What is generated is recorded in the transaction that stores it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digest } from '@symbolon/core-protocol'
import type { DirectoryStore, ImportJobStore } from '@symbolon/core-protocol'
import { readDocument } from '@symbolon/schema-v2'
import { libsql } from '@symbolon/storage-libsql'
import { applyPieces } from '../src/index.ts'
import type { ApplyEntry, ApplyPiecesOptions } from '../src/index.ts'
import { person } from './full-document.ts'
import { closedWithFile, instances } from './instance.ts'

const openInstance = instances()

interface Recording {
  readonly directory: DirectoryStore
  readonly jobs: ImportJobStore
  /** The keys of what was to be recorded, call by call. */
  readonly asked: readonly (readonly string[])[]
  apply(org: object, options?: ApplyPiecesOptions): Promise<readonly ApplyEntry[]>
  /** What was recorded. */
  recorded(): Promise<readonly ApplyEntry[]>
}

const closeAtEnd = closedWithFile()

async function openRecording(): Promise<Recording> {
  const { stores, close } = await libsql({ url: ':memory:' }).open(['directory', 'importJobs'])
  closeAtEnd(close)
  const { directory, importJobs: jobs } = stores
  assert.ok(directory !== undefined && jobs !== undefined)
  await jobs.begin({ id: 'job', holder: 'me', fingerprint: 'f', actorId: '', orgId: '', facts: '{}' }, 0, 1000)
  const { context } = await openInstance({ directory })
  const asked: (readonly string[])[] = []
  return {
    directory,
    jobs,
    asked,
    async apply(org, options = {}) {
      const entries: ApplyEntry[] = []
      const [read] = readDocument({ orgs: [org] }).document.orgs ?? []
      assert.ok(read !== undefined)
      await applyPieces([{ path: 'orgs[0]', org: read }], context, {
        async record(generated) {
          asked.push(generated.map(({ key }) => key.join('/')))
          const content = JSON.stringify(generated)
          return { jobId: 'job', holder: 'me', parts: [{ list: 'generated', orgId: '', position: asked.length, content }] }
        },
        settled: (chunk) => void entries.push(...chunk.entries),
        ...options,
      })
      return entries
    },
    async recorded() {
      const parts = await jobs.list('job', 'generated', { limit: 100 })
      return parts.flatMap(({ content }) => JSON.parse(content) as readonly ApplyEntry[])
    },
  }
}

const api = (appId: string, more: object = {}): object => ({ appId, app: { projectId: 'p', name: appId }, ...more })
const acme = { orgId: 'o', org: { name: 'O' }, projects: [{ projectId: 'p', project: { name: 'P' } }] }

test('the record holds what a transaction generated, once, and nothing of the attempts that the storage refused', async () => {
  const { directory, asked, apply, recorded } = await openRecording()
  await apply({ ...acme, humanUsers: [person('ann', 'ann')] })
  assert.equal(asked.length, 0)
  const entries = await apply({
    orgId: 'o',
    // The storage alone knows that the second name is taken.
    machineUsers: ['robot', 'ANN'].map((userName) => ({ userId: userName, user: { userName, name: userName } })),
    personalAccessTokens: [
      { tokenId: 't1', userId: 'robot' },
      { tokenId: 't2', userId: 'ANN' },
    ],
    apiApps: [api('a'), api('b')],
  })
  const refused = entries.filter(({ action }) => action === 'refused').map(({ key }) => key.join('/'))
  assert.deepEqual(refused.toSorted(), ['ANN', 't2'])
  assert.deepEqual(asked, [['t1', 't2'], ['t1'], ['a', 'b']])
  const reported = entries.filter(({ generated }) => generated !== undefined)
  assert.deepEqual(reported.map(({ key }) => key.join('/')).toSorted(), ['a', 'b', 't1'])
  assert.deepEqual((await recorded()).toSorted(byPath), reported.toSorted(byPath))
  for (const { kind, key, generated } of reported) {
    assert.ok(kind !== 'member')
    const [stored] = await directory.find([{ kind, key }])
    const secret = generated?.clientSecret ?? generated?.token ?? ''
    assert.equal(digest(secret), stored?.secrets?.clientSecretDigest ?? stored?.secrets?.tokenDigest)
  }
})

test('nothing is recorded of a dry run, and of objects that stay the same', async () => {
  const { asked, apply } = await openRecording()
  const document = { ...acme, apiApps: [api('a')] }
  assert.ok((await apply(document, { dryRun: true })).every(({ generated }) => generated === undefined))
  assert.equal(asked.length, 0)
  await apply(document)
  await apply(document)
  assert.deepEqual(asked, [['a']])
})

test('what cannot be recorded is not stored, and is refused', async () => {
  const { directory, jobs, apply, recorded } = await openRecording()
  await apply(acme)
  await jobs.end('job', 'me', 'stopped', '{}', 500)
  const entries = await apply({ orgId: 'o', apiApps: [api('a')] })
  assert.deepEqual(
    entries.map(({ action, reason }) => [action, reason]),
    [['refused', 'storage_failed']],
  )
  assert.deepEqual([await directory.list('apiApp', 'o'), await recorded()], [[], []])
})

function byPath({ path: left }: ApplyEntry, { path: right }: ApplyEntry): number {
  return left < right ? -1 : 1
}
