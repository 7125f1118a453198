// Pieces that wait for the end of the document, because they may refer to later objects of any organization. The engine adds them during
// the document and takes them at its end, pass by pass.
import type { DocumentPiece } from '../desired/document-piece.ts'

/** In this order. An entry of a pass refers to objects that are stored, or that come in an earlier pass. */
export const deferredPasses = ['owned', 'parts', 'keys', 'projectGrants', 'grantsAndMembers'] as const

/** A pass at the end of a run, in which waiting pieces are applied. */
export type DeferredPass = (typeof deferredPasses)[number]

/** Where pieces wait for the end of the document. */
export interface Deferred {
  /** Resolves when the piece is kept. A piece may hold secrets in clear, so an implementation that stores pieces has to encrypt them. */
  add(pass: DeferredPass, piece: DocumentPiece): Promise<void>
  /** The pieces of a pass in the order in which they were added. Called once for each pass, after the last `add`. */
  take(pass: DeferredPass): AsyncIterable<DocumentPiece>
}

/** For documents in memory. */
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
