// Nothing is lost in silence: files with every member of the format, spelled every way and damaged every way.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalJson, readDocument } from '@symbolon/schema-v2'
import { v1ExportText } from '@symbolon/test-kit'
import fc from 'fast-check'
import { convertV1, convertV1Stream, V1InputError } from '../src/index.ts'
import type { Converted, LedgerRow } from '../src/index.ts'
import { collectPieces } from '../src/convert/conversion.ts'
import { convertPieces } from '../src/convert/convert-v1-stream.ts'
import { missingLeaves } from './support/account.ts'
import { damage, damages } from './support/damage.ts'

const exports = [1, 2].map((orgs) => JSON.parse(v1ExportText({ orgs, seed: orgs })) as unknown)

/** Undefined for input that is refused as a whole. */
function convert(input: unknown): Converted | undefined {
  try {
    return convertV1(input)
  } catch (error) {
    if (error instanceof V1InputError) return undefined
    throw error
  }
}

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

test('a whole export comes out whole', () => {
  for (const input of exports) {
    const { document, report } = convertV1(input)
    assert.deepEqual(missingLeaves(input, document, report.rows), [])
    assert.deepEqual(
      report.rows.filter(({ kind }) => kind === 'loss'),
      [],
    )
  }
})

test('the accountant misses a member that is taken out of the document, and a row that is taken out of the ledger', () => {
  const input = exports[0]
  const { document, report } = convertV1(input)
  const [org] = document.orgs ?? []
  const { nickName: _, ...profile } = org?.humanUsers?.[0]?.user.profile ?? assert.fail('no user')
  const humanUsers = org?.humanUsers?.map((user, index) => (index === 0 ? { ...user, user: { ...user.user, profile } } : user)) ?? []
  const damaged = { orgs: [{ ...(org ?? assert.fail('no org')), humanUsers }] }
  assert.match(missingLeaves(input, damaged, report.rows).join(), /^orgs\[0\]\.humanUsers\[0\]\.user\.profile\.nickName: /)
  assert.equal(
    missingLeaves(
      input,
      document,
      report.rows.filter(({ reason }) => reason !== 'hash-algorithm'),
    ).length,
    2,
  )
})

test('every leaf of a damaged export is in the document or in the ledger, and the document fits the schema in its canonical form', (t) => {
  let converted = 0
  fc.assert(
    fc.property(fc.constantFrom(0, 1), damages, (which, all) => {
      const input = damage(exports[which], all)
      const result = convert(input)
      if (result === undefined) return
      converted += 1
      assert.deepEqual(missingLeaves(input, result.document, result.report.rows), [])
      const read = readDocument(result.document)
      assert.equal(canonicalJson(read.document), canonicalJson(result.document))
      assert.deepEqual(read.unknownMembers, [])
    }),
    { numRuns: 200 },
  )
  t.diagnostic(`${converted} of 200 were converted`)
  assert.ok(converted > 60)
  assert.equal(Reflect.get({}, 'polluted'), undefined)
})

test('a damaged export is read the same from text in chunks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0, 1), damages, fc.integer({ min: 1, max: 5000 }), async (which, all, size) => {
      const text = JSON.stringify(damage(exports[which], all))
      const expected = convert(text)
      // What was parsed before and what is parsed here means the same.
      assert.deepEqual(convert(JSON.parse(text)), expected)
      const rows: LedgerRow[] = []
      const { add, document } = collectPieces()
      const pieces = convertPieces(cut(new TextEncoder().encode(text), size), { onRow: (row) => void rows.push(row) })
      if (expected === undefined) {
        await assert.rejects(async () => {
          for await (const _ of pieces);
        }, V1InputError)
      } else {
        for await (const { piece, index } of pieces) add(piece, index)
        assert.deepEqual(document(), expected.document)
        assert.deepEqual(rows, expected.report.rows)
      }
    }),
    { numRuns: 40 },
  )
})

test('converting the output again changes nothing', () => {
  for (const input of exports) {
    const { document } = convertV1(input)
    const again = convertV1(canonicalJson(document))
    assert.equal(canonicalJson(again.document), canonicalJson(document))
    assert.deepEqual(
      again.report.rows.filter(({ kind }) => kind !== 'notice'),
      [],
    )
  }
})

test('the same input gives the same bytes, whatever the order of members and the spelling of names', async () => {
  for (const input of exports) {
    const reversed = reverse(input)
    assert.equal(canonicalJson(convertV1(reversed).document), canonicalJson(convertV1(input).document))
    const pieces = []
    for await (const piece of convertV1Stream(cut(new TextEncoder().encode(JSON.stringify(reversed)), 1000))) pieces.push(piece)
    assert.ok(pieces.length >= 1)
  }
})

/** Members in reverse, names in snake_case. */
function reverse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverse)
  if (typeof value !== 'object' || value === null) return value
  const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [snakeCase(name), reverse(member)]),
  )
}

test('a member that is left out is named by the id of its entry', () => {
  const {
    report: { rows },
  } = convertV1({
    orgs: [{ orgId: '1', org: { name: 'x' }, projects: [{ projectId: 'p', project: { name: 'x', projectRoleCheck: 'perhaps' } }] }],
  })
  assert.deepEqual(
    rows.map(({ path, reason, id }) => [path, reason, id]),
    [['orgs[0].projects[0].project.projectRoleCheck', 'stricter-value', 'p']],
  )
})

test('an entry that is left out is named by its id, in either spelling, and by nothing that a terminal would not show', () => {
  const {
    report: { rows, reasons },
  } = convertV1({
    orgs: [
      {
        orgId: '1',
        org: { name: 'x' },
        human_users: [{ userId: 'camel' }, { user_id: 'snake' }, { userId: 7 }, { userId: '\u001b[31mred' }, { user: {} }],
        projectRoles: [{ projectId: 'p', roleKey: 'r', state: 7 }],
        triggerActions: [{ flowType: 'no', triggerType: '1' }],
      },
    ],
  })
  const left = rows.filter(({ reason }) => reason === 'invalid-entry').map(({ path, id }) => [path, id])
  assert.deepEqual(left, [
    ['orgs[0].human_users[0]', 'camel'],
    ['orgs[0].human_users[1]', 'snake'],
    ['orgs[0].human_users[2]', '7'],
    ['orgs[0].human_users[3]', undefined],
    ['orgs[0].human_users[4]', undefined],
    ['orgs[0].projectRoles[0]', 'p_r'],
    ['orgs[0].triggerActions[0]', 'no_1'],
  ])
  assert.deepEqual(reasons.find(({ reason }) => reason === 'invalid-entry')?.examples, [
    'orgs[0].human_users[0] (camel)',
    'orgs[0].human_users[1] (snake)',
    'orgs[0].human_users[2] (7)',
  ])
})
