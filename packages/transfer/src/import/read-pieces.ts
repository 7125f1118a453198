// Reads a v2 document of any size as pieces, in bounded memory. A malformed entry becomes an error with its place, and reading continues.
import { slices } from '@symbolon/json-stream'
import { createDocumentReader, V1InputError } from '@symbolon/migration-v1'
import type { Found, OrgHead, V1Sink } from '@symbolon/migration-v1'
import type { DocumentPiece } from '@symbolon/provisioning'
import { isEmptyPlace, OrgPieces } from './org-pieces.ts'
import { ledgerRow } from './rows.ts'
import type { ImportRow } from './rows.ts'

/** How a document is read, and the callbacks for what is found. */
export interface ReadPiecesOptions {
  /** The limit in bytes for a single value, and for members that wait for the id of the organization. */
  readonly limits: { readonly maxValueBytes: number; readonly maxHeldBytes: number }
  /** Ids and names of the organizations by their index, if they come late in the document. */
  readonly heads: readonly (OrgHead | undefined)[] | undefined
  readonly onRow: (row: ImportRow) => void
  readonly onProgress: (progress: ReadingProgress) => void
}

/** The progress of reading a document. */
export interface ReadingProgress {
  /** Of the document. */
  readonly bytes: number
  /** Entries of lists that were read, without empty places. */
  readonly objects: number
  /** The number of entries that are in no piece. Each has a row, alone or with its list. */
  readonly leftOut: number
}

/** @throws V1InputError for text that is not a document, also after pieces were emitted */
export async function* readPieces(chunks: AsyncIterable<Uint8Array>, options: ReadPiecesOptions): AsyncGenerator<DocumentPiece> {
  const { limits, heads, onRow, onProgress } = options
  let pieces: DocumentPiece[] = []
  let current: OrgPieces | undefined
  let places = 0
  let objects = 0
  let leftOut = 0
  const onLeftOut = (entries: number): void => void (leftOut += entries)
  const sink: V1Sink = {
    beginOrg(place) {
      const emit = (piece: DocumentPiece): void => void pieces.push(piece)
      current = new OrgPieces({ place, head: heads?.[places], maxHeldBytes: limits.maxHeldBytes, onRow, emit, onLeftOut })
      places += 1
    },
    member: (name: string, found: Found) => current?.member(name, found),
    beginList: (name) => current?.beginList(name),
    entry(index, found) {
      if (!isEmptyPlace(found.value)) objects += 1
      current?.entry(index, found)
    },
    endOrg: () => current?.end(),
    emptyOrg: () => void (places += 1),
    outside: (place) => onRow(ledgerRow(place.join('.'), 'outside_of_orgs')),
  }
  const reader = createDocumentReader(sink, { limits })
  for await (const slice of slices(chunks)) {
    reader.write(slice)
    onProgress({ bytes: reader.position, objects, leftOut })
    yield* pieces
    pieces = []
  }
  if (reader.end() !== undefined) {
    throw new V1InputError('wrong_type', { path: [] }, 'holds the document as a string; give the document itself')
  }
  yield* pieces
}
