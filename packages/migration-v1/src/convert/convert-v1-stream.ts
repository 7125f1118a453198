// Converts files of any size in bounded memory: bytes in, pieces of organizations out, in the order of the file.

import { slices } from '@symbolon/json-stream'
import type { DocumentOrg } from '@symbolon/schema-v2'
import { createDocumentReader, defaultLimits } from '../input/document-reader.ts'
import type { InputLimits } from '../input/document-reader.ts'
import { V1InputError } from '../input/v1-input-error.ts'
import type { OnRow } from '../ledger/ledger.ts'
import type { Counts } from '../ledger/report.ts'
import { createConversion } from './conversion.ts'
import type { Conversion, ConversionProgress, V1Options } from './conversion.ts'
import type { OrgHead } from './read-org-heads.ts'

/** The progress of a conversion. */
export interface Progress extends ConversionProgress {
  /** Of the input. */
  readonly bytes: number
}

/** How a stream is converted. */
export interface V1StreamOptions extends V1Options {
  /** From `readOrgHeads`, for files in which `orgId` or `org` come late. */
  readonly heads?: readonly (OrgHead | undefined)[] | undefined
  readonly limits?: Partial<InputLimits>
  /** Called for every row of the ledger, as it occurs. */
  readonly onRow?: OnRow
  readonly onProgress?: (progress: Progress) => void
  /** Called once, after the last piece. */
  readonly onEnd?: (counts: Counts) => void
}

/** A piece with the position of its organization. */
export interface OrgPiece {
  readonly piece: DocumentOrg
  /** The position of the organization in the output. The id is not enough, because two organizations may have the same one. */
  readonly index: number
}

/**
 * Each piece is a DocumentOrg of at most 500 entries. The first piece of an organization holds `org`. The last piece holds the domain and
 * login policies, the apps and the project members. The other members come in the order of the input, so a piece may refer to objects of a
 * later piece.
 * @throws V1InputError while the input is read, after earlier pieces were emitted
 */
export async function* convertV1Stream(
  chunks: AsyncIterable<Uint8Array>,
  options: V1StreamOptions = {},
): AsyncGenerator<DocumentOrg, void, undefined> {
  for await (const { piece } of convertPieces(chunks, options)) yield piece
}

/**
 * The pieces of `convertV1Stream`, each with the position of its organization in the output.
 * @throws V1InputError as `convertV1Stream` does
 */
export async function* convertPieces(
  chunks: AsyncIterable<Uint8Array>,
  options: V1StreamOptions,
): AsyncGenerator<OrgPiece, void, undefined> {
  const limits = { ...defaultLimits, ...options.limits }
  let pieces: OrgPiece[] = []
  const conversion = createConversion({
    ...options,
    maxHeldBytes: limits.maxHeldBytes,
    onRow: options.onRow ?? (() => undefined),
    onPiece: (piece, index) => void pieces.push({ piece, index }),
  })
  for await (const _ of read(chunks, conversion, limits, options.onProgress)) {
    yield* pieces
    pieces = []
  }
  conversion.end()
  yield* pieces
  options.onEnd?.(conversion.counts())
}

/** Yields after every slice, so that the pieces of the slice can be consumed before the next one is read. */
async function* read(
  chunks: AsyncIterable<Uint8Array>,
  conversion: Conversion,
  limits: InputLimits,
  onProgress: ((progress: Progress) => void) | undefined,
): AsyncGenerator<void, void, undefined> {
  const reader = createDocumentReader(conversion, { limits })
  conversion.locate(() => reader.place().offset)
  for await (const slice of slices(chunks)) {
    reader.write(slice)
    onProgress?.({ bytes: reader.position, ...conversion.progress() })
    yield
  }
  const inner = reader.end()
  if (inner === undefined) return
  if (!inner.text.isWellFormed()) throw new V1InputError('not_utf8', { path: inner.base }, 'holds a lone surrogate; remove it')
  const innerReader = createDocumentReader(conversion, { limits, base: inner.base })
  conversion.locate(() => undefined)
  for await (const slice of slices([new TextEncoder().encode(inner.text)])) {
    innerReader.write(slice)
    onProgress?.({ bytes: reader.position, ...conversion.progress() })
    yield
  }
  innerReader.end()
}
