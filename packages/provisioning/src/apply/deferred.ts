// Pieces that wait for the end of the document, because they may name objects of any organization that come later. The engine adds them
// while the document comes in, and takes them at the end, pass by pass.
import type { DocumentPiece } from '../desired/document-piece.ts'

/** In the order in which they are taken; what an entry of one refers to is stored before, or stands in an earlier one. */
export const deferredPasses = ['owned', 'parts', 'keys', 'projectGrants', 'grantsAndMembers'] as const

/** A step at the end of a run, in which pieces that waited are applied. */
export type DeferredPass = (typeof deferredPasses)[number]

/** Where pieces wait for the end of the document. */
export interface Deferred {
  /** Resolves when the piece is kept. It may hold secrets in clear: whoever writes them down seals them. */
  add(pass: DeferredPass, piece: DocumentPiece): Promise<void>
  /** The pieces of a pass in the order in which they were added. Asked once for each pass, when nothing is added to it any more. */
  take(pass: DeferredPass): AsyncIterable<DocumentPiece>
}

/** For documents that stand in memory anyway. */
export function deferredInMemory(): Deferred {
  const kept = new Map<DeferredPass, DocumentPiece[]>()
  return {
    async add(pass, piece) {
      const pieces = kept.get(pass)
      if (pieces === undefined) kept.set(pass, [piece])
      else pieces.push(piece)
    },
    async *take(pass) {
      const pieces = kept.get(pass) ?? []
      kept.delete(pass)
      yield* pieces
    },
  }
}
