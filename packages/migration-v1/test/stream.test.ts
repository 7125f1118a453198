// Files of any size: pieces, what waits for what, and how much of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentOrg } from '@symbolon/schema-v2'
import { v1ExportStream, v1ExportText } from '@symbolon/test-kit'
import { convertV1, convertV1Stream, readOrgHeads, V1InputError } from '../src/index.ts'
import type { LedgerRow, Progress, V1StreamOptions } from '../src/index.ts'
import { human } from './support/convert.ts'

async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array, void, undefined> {
  for (const text of texts) yield new TextEncoder().encode(text)
}

async function collect(source: AsyncIterable<Uint8Array>, options?: V1StreamOptions): Promise<readonly DocumentOrg[]> {
  const pieces: DocumentOrg[] = []
  for await (const piece of convertV1Stream(source, options)) pieces.push(piece)
  return pieces
}

const usersText = (length: number): string => Array.from({ length }, (_, index) => JSON.stringify(human({}, String(index)))).join(',')
const code =
  (expected: string) =>
  (error: unknown): boolean =>
    error instanceof V1InputError && error.code === expected

test('a large organization comes in pieces of at most 500 entries, its org in the first', async () => {
  const pieces = await collect(v1ExportStream({ orgs: 2, humanUsers: 1200, machineUsers: 700 }))
  const sizes = pieces.map((piece) => Object.values(piece).flatMap((value) => (Array.isArray(value) ? value : [])).length)
  assert.ok(Math.max(...sizes) <= 500)
  const ids = [...new Set(pieces.map(({ orgId }) => orgId))]
  assert.equal(ids.length, 2)
  for (const id of ids) {
    const own = pieces.filter(({ orgId }) => orgId === id)
    assert.deepEqual(
      own.map(({ org }) => org !== undefined),
      own.map((_, index) => index === 0),
    )
    assert.equal(own.flatMap(({ humanUsers = [] }) => humanUsers).length, 1200)
    assert.ok(own.at(-1)?.loginPolicy !== undefined && own.at(-1)?.oidcApps !== undefined)
  }
})

test('large entries make smaller pieces: at most about 4 MiB of the input', async () => {
  const value = btoa('x'.repeat(490_000))
  const metadata = Array.from({ length: 20 }, (_, index) => JSON.stringify({ id: 'u', key: String(index), value }))
  const pieces = await collect(chunks('{"orgs":[{"orgId":"1","org":{"name":"x"},"userMetadata":[', metadata.join(','), ']}]}'))
  assert.deepEqual(
    pieces.map(({ userMetadata }) => userMetadata?.length),
    [7, 7, 6],
  )
})

test('an organization without any list, and one that adds to another, are pieces too', async () => {
  const pieces = await collect(chunks('{"orgs":[{"orgId":"1","org":{"name":"x"}},{"orgId":"2"},{}]}'))
  assert.deepEqual(pieces, [{ orgId: '1', org: { name: 'x' } }, { orgId: '2' }])
})

test('users before orgId and org wait for them', async () => {
  const pieces = await collect(chunks(`{"orgs":[{"humanUsers":[${usersText(600)}],"org":{"name":"x"},"orgId":"1"}]}`))
  assert.deepEqual(
    pieces.map(({ orgId, org, humanUsers }) => [orgId, org?.name, humanUsers?.length]),
    [['1', 'x', 600]],
  )
})

test('they do not wait without a bound: a first pass finds what is late', async () => {
  const text = `{"orgs":[null,{"humanUsers":[${usersText(600)}],"org":{"name":"x"},"orgState":2,"orgId":"1"}]}`
  const limits = { maxHeldBytes: 1000 }
  await assert.rejects(collect(chunks(text), { limits }), code('members_out_of_order'))
  const heads = await readOrgHeads(chunks(text))
  assert.deepEqual(heads, [undefined, { orgId: '1', org: { name: 'x' }, orgState: 'ORG_STATE_INACTIVE' }])
  const pieces = await collect(chunks(text), { limits, heads })
  assert.deepEqual(
    pieces.map(({ orgId, org, orgState, humanUsers }) => [orgId, org?.name, orgState, humanUsers?.length]),
    [
      ['1', 'x', 'ORG_STATE_INACTIVE', 500],
      ['1', undefined, undefined, 100],
    ],
  )
  await assert.rejects(collect(chunks(text.replace('"orgId":"1"', '"orgId":"2"')), { limits, heads }), code('changed_between_passes'))
})

test('without org users go on when too much waits for it, and an org that comes then is refused', async () => {
  const limits = { maxHeldBytes: 100_000 }
  const start = `{"orgs":[{"orgId":"1","humanUsers":[${usersText(2000)}]`
  const pieces = await collect(chunks(`${start}}]}`), { limits })
  assert.equal(pieces.flatMap(({ humanUsers = [] }) => humanUsers).length, 2000)
  await assert.rejects(collect(chunks(`${start},"org":{"name":"x"}}]}`), { limits }), code('members_out_of_order'))
})

test('what waits for the end of the organization does not wait without a bound either', async () => {
  const members = Array.from({ length: 1000 }, () => '{"projectId":"p","userId":"u"}').join(',')
  const text = (projects: string): string => `{"orgs":[{"orgId":"1",${projects}"projectMembers":[${members}]}]}`
  await assert.rejects(collect(chunks(text('')), { limits: { maxHeldBytes: 1000 } }), code('too_large'))
  // Behind the projects they need not wait.
  assert.equal((await collect(chunks(text('"projects":[],')), { limits: { maxHeldBytes: 1000 } })).length, 1)
})

test('IM-01 a value that is larger than the bound is refused while it is read', async () => {
  let read = 0
  async function* endless(): AsyncGenerator<Uint8Array, void, undefined> {
    yield new TextEncoder().encode('{"orgs":[{"orgId":"1","humanUsers":[{"userId":"')
    for (; ; read += 65_536) yield new Uint8Array(65_536).fill(0x78)
  }
  await assert.rejects(collect(endless(), { limits: { maxValueBytes: 1_000_000 } }), code('too_large'))
  assert.ok(read < 1_200_000)
})

test('progress counts bytes and objects up to the end', async () => {
  const progress: Progress[] = []
  const text = v1ExportText({ humanUsers: 1000 })
  await collect(chunks(text), { onProgress: (each) => void progress.push(each) })
  assert.ok(progress.length > 10)
  assert.equal(progress.at(-1)?.bytes, new TextEncoder().encode(text).length)
  assert.ok((progress.at(-1)?.objects ?? 0) > 1000)
})

test('rows, counts and pieces of a document as text inside of a request are those of the document', async () => {
  const text = v1ExportText({ orgs: 2 })
  const rows: LedgerRow[] = []
  let counts: unknown
  const request = JSON.stringify({ data_orgsv1: text, timeout: '10m' })
  const pieces = await collect(chunks(request), { onRow: (row) => void rows.push(row), onEnd: (all) => void (counts = all) })
  const { document, report } = convertV1(request)
  assert.deepEqual(pieces, document.orgs)
  assert.deepEqual(rows, report.rows)
  assert.deepEqual(counts, report.counts)
  assert.ok(rows.every(({ path }) => path === 'timeout' || path.startsWith('data_orgsv1.orgs[')))
})

test('other work of the process goes on while a source in memory is converted', async () => {
  const text = v1ExportText({ humanUsers: 4000 })
  let turns = 0
  const timer = setInterval(() => void (turns += 1))
  await collect(chunks(text))
  clearInterval(timer)
  assert.ok(turns >= 5, `${turns} turns`)
})

test('who stops taking pieces stops the source', async () => {
  let closed = false
  async function* source(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* v1ExportStream({ humanUsers: 5000 })
    } finally {
      closed = true
    }
  }
  for await (const _ of convertV1Stream(source())) break
  assert.ok(closed)
})
