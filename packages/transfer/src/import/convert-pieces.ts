// Reads a v1 document as v2 pieces, in bounded memory. Values that the conversion leaves out become rows of the report. The rows of the engine
// have the paths of the converted document.
import { convertV1Stream } from '@symbolon/migration-v1'
import type { LedgerRow } from '@symbolon/migration-v1'
import type { DocumentPiece } from '@symbolon/provisioning'
import type { DocumentOrg } from '@symbolon/schema-v2'
import type { ReadPiecesOptions } from './read-pieces.ts'
import { memberErrorType } from './rows.ts'
import type { ImportRow } from './rows.ts'

/**
 * @returns the v2 pieces of a v1 document
 * @throws V1InputError for text that is not a document, also after pieces were emitted
 */
export async function* convertPieces(chunks: AsyncIterable<Uint8Array>, options: ReadPiecesOptions): AsyncGenerator<DocumentPiece> {
  const { heads, limits, onRow, onProgress } = options
  const lengths = new Map<string, number>()
  let orgs = -1
  let orgId: string | undefined
  const stream = convertV1Stream(chunks, {
    heads,
    limits,
    // The engine reports members without effect for every document.
    onRow: (row) => void (row.reason === 'no-effect' || onRow(rowOf(row))),
    onProgress: ({ bytes, entries, leftOut }) => onProgress({ bytes, objects: entries, leftOut }),
  })
  for await (const org of stream) {
    if (org.org !== undefined || org.orgId !== orgId) {
      orgs += 1
      lengths.clear()
    }
    orgId = org.orgId
    yield { org, path: `orgs[${orgs}]`, places: placesOf(org, lengths) }
  }
}

/** The indices of the entries of a piece in the lists of the whole organization. */
function placesOf(org: DocumentOrg, lengths: Map<string, number>): NonNullable<DocumentPiece['places']> {
  return Object.fromEntries(
    Object.entries(org).flatMap(([name, list]: readonly [string, unknown]) => {
      if (!Array.isArray(list)) return []
      const start = lengths.get(name) ?? 0
      lengths.set(name, start + list.length)
      return [[name, list.map((_, index) => start + index)]]
    }),
  )
}

/** A malformed entry or member is an error, as in v2 documents. */
const misfits: readonly LedgerRow['reason'][] = ['invalid-entry', 'invalid-member', 'stricter-value']

/** A malformed member is a separate error, as in the importers that existing clients know. */
function rowOf({ reason, path, id = path, advice, count }: LedgerRow): ImportRow {
  if (misfits.includes(reason)) {
    const [, member = ''] = /^(?:.*\.)?orgs\[\d+\]\.([A-Za-z0-9_]+)/.exec(path) ?? []
    return { row: 'error', error: { type: memberErrorType(member), id, message: advice } }
  }
  return { row: 'ledger', entry: { path, reason, advice, ...(count === undefined ? {} : { count }) } }
}
