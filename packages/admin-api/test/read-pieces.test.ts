// A document that is read in pieces says the same as one that is read as a whole.
import { readDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPieces } from '../src/import/read-pieces.ts'

async function orgsOf(text: string): Promise<readonly unknown[]> {
  const limits = { maxValueBytes: 1_000_000, maxHeldBytes: 1_000_000 }
  const options = { limits, heads: undefined, onRow: (row: unknown) => assert.fail(JSON.stringify(row)), onProgress: () => {} }
  const orgs: unknown[] = []
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(text)
  }
  for await (const { org } of readPieces(chunks(), options)) orgs.push(org)
  return orgs
}

test('a state that is not specified is no state, by name and by number', async () => {
  for (const orgState of ['ORG_STATE_UNSPECIFIED', 0, 'ORG_STATE_ACTIVE', 2]) {
    const text = JSON.stringify({ orgs: [{ orgId: 'o', org: { name: 'O' }, orgState }] })
    assert.deepEqual(await orgsOf(text), readDocument(JSON.parse(text)).document.orgs)
  }
})
