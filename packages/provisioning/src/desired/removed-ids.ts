// Ids of objects that were removed where the document comes from.
import { identifierProblem } from '../validate/identifier.ts'
import { desiredResource } from './desired-resource.ts'
import type { DesiredResource } from './desired-resource.ts'
import { entriesOf } from './document-piece.ts'
import type { DocumentPiece } from './document-piece.ts'

/** @returns the removed ids of a piece. They refer to nothing: their organization may be gone as well. */
export function removedIdsOf(piece: DocumentPiece): readonly DesiredResource[] {
  return entriesOf(piece, 'removedIds').map(({ item: { kind, id, orgId = piece.org.orgId }, path, origin }) =>
    desiredResource({ kind: 'removedId', key: [kind, id], path, origin, orgId, content: {} }, identifierProblem([id, orgId])),
  )
}
