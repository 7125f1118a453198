// The outcome of the rows of a transaction: rows of the report, and entries that wait because their references come later. Pure.
import { nameOfResource } from '@symbolon/core-protocol'
import type { ResourceReference } from '@symbolon/core-protocol'
import type { Content, DesiredResource } from '../desired/desired-resource.ts'
import { pieceOf } from '../desired/document-piece.ts'
import type { DocumentPiece, ListMember } from '../desired/document-piece.ts'
import type { PlannedResource } from '../plan/planned-resource.ts'
import type { ApplyEntry } from '../report/apply-report.ts'
import type { DeferredPiece, RunPosition, SettledChunk } from './journal.ts'
import type { Chunk } from './apply-chunk.ts'
import type { DeferredPass } from './deferred.ts'
import { reportEntriesOf } from './report-entries.ts'
import type { EntryOptions } from './report-entries.ts'

/** A step of a run: resources of one organization, and what is known of it before they are applied. */
export interface RunPart extends Chunk {
  /** Rows that depend on no resource. */
  readonly notices: readonly ApplyEntry[]
  /** The pieces that wait for the end of the document. */
  readonly deferred: readonly DeferredPiece[]
  /** The position of the run once the part is settled. */
  readonly position: RunPosition
}

/** What some parts settle. */
export interface Settlement {
  readonly chunks: readonly SettledChunk[]
  readonly deferred: readonly DeferredPiece[]
  /** The rows that are final. */
  readonly final: readonly PlannedResource[]
}

/**
 * @param rows of each part
 * @param mayWait whether the objects that a resource refers to may still come
 */
export function settlementOf(
  parts: readonly RunPart[],
  rows: readonly (readonly PlannedResource[])[],
  mayWait: boolean,
  reporting: EntryOptions,
): Settlement {
  const all = rows.flat()
  const waiting = mayWait ? all.filter(mayResolveLater) : []
  const paths = new Set(waiting.map(pathOf))
  const isFinal = (row: PlannedResource): boolean => !isPointless(row) && !paths.has(row.prepared.desired.inside ?? pathOf(row))
  const chunks = parts.map(({ orgId, notices }, index) => {
    const final = (rows[index] ?? []).filter(isFinal)
    return {
      orgId,
      entries: [...notices, ...final.flatMap((row) => reportEntriesOf(row, reporting))],
      settled: final.filter(isEntry).length,
    }
  })
  return {
    chunks: chunks.filter(({ entries }) => entries.length > 0),
    deferred: [...parts.flatMap(({ deferred }) => deferred), ...waitingPieces(waiting)],
    final: all.filter(isFinal),
  }
}

/** @returns the content of an object among the rows */
export function contentOf(rows: readonly PlannedResource[]): (reference: ResourceReference) => Content | undefined {
  let contents: ReadonlyMap<string, Content> | undefined
  return (reference) => {
    contents ??= new Map(rows.map(({ prepared: { desired, content } }) => [nameOfResource(desired), content]))
    return contents.get(nameOfResource(reference))
  }
}

function pathOf({ prepared: { desired } }: PlannedResource): DesiredResource['path'] {
  return desired.path
}

/** Links inside of a user, and domains that are not in the document, are not entries of lists. */
function isEntry({
  prepared: {
    desired: { origin },
  },
}: PlannedResource): boolean {
  return origin !== undefined
}

/** It belonged to a change that was refused, and has a row. */
function isPointless({
  problem,
  prepared: {
    desired: { amends },
  },
}: PlannedResource): boolean {
  return amends === true && problem?.reason === 'missing_reference'
}

/** The pass in which an entry is tried again that came before the objects it refers to. */
const passOf: Partial<Record<ListMember, DeferredPass>> = {
  projectRoles: 'parts',
  oidcApps: 'parts',
  apiApps: 'parts',
  userMetadata: 'parts',
  machineKeys: 'parts',
  personalAccessTokens: 'parts',
  userLinks: 'parts',
  passkeys: 'parts',
  appKeys: 'keys',
}

function mayResolveLater({
  action,
  problem,
  prepared: {
    desired: { origin },
  },
}: PlannedResource): boolean {
  return action === 'invalid' && problem?.reason === 'missing_reference' && origin !== undefined
}

function waitingPieces(rows: readonly PlannedResource[]): readonly DeferredPiece[] {
  const lists = new Map<DocumentPiece, Map<ListMember, number[]>>()
  for (const {
    prepared: {
      desired: { origin },
    },
  } of rows) {
    if (origin === undefined) continue
    const ofPiece = lists.get(origin.piece) ?? new Map<ListMember, number[]>()
    const indices = ofPiece.get(origin.member) ?? []
    lists.set(origin.piece, ofPiece.set(origin.member, [...indices, origin.index]))
  }
  return [...lists].flatMap(([piece, members]) =>
    [...members].map(([member, indices]) => ({ pass: passOf[member] ?? 'owned', piece: pieceOf(piece, member, indices) })),
  )
}
