// The journal of a run that can be continued: what each transaction settles is stored with it, together with the position of the run and what the
// run has to remember. A run that is stopped or killed at any moment continues at that position, and reports nothing twice.
import type { ImportRecord, ResourceReference } from '@symbolon/core-protocol'
import type { Content } from '../desired/desired-resource.ts'
import type { DocumentPiece } from '../desired/document-piece.ts'
import type { ApplyEntry } from '../report/apply-report.ts'
import type { DeferredPass } from './deferred.ts'
import type { RunMemory } from './run-memory.ts'

/** The stages of a run, in their order. The waiting pieces follow the document; the default domains come between their passes. */
export const runStages = ['document', 'owned', 'parts', 'keys', 'domains', 'projectGrants', 'grantsAndMembers', 'end'] as const
/** One of `runStages`. */
export type RunStage = (typeof runStages)[number]

/** The progress of a run. The steps of a stage are the same in every run over the same document. */
export interface RunPosition {
  readonly stage: RunStage
  /** The number of steps of the stage that are settled. */
  readonly done: number
}

/** A piece that waits for the end of the document. */
export interface DeferredPiece {
  readonly pass: DeferredPass
  readonly piece: DocumentPiece
}

/** The result of one transaction. */
export interface SettledChunk {
  /** Absent for what belongs to the instance. */
  readonly orgId: string | undefined
  readonly entries: readonly ApplyEntry[]
  /** The number of entries of the document's lists whose result is now known. */
  readonly settled: number
}

/** The outcome of one transaction. */
export interface SettledBatch {
  /** Of each organization in it, the rows. */
  readonly chunks: readonly SettledChunk[]
  readonly deferred: readonly DeferredPiece[]
  readonly position: RunPosition
  /** What the run has to remember from now on. */
  readonly memory: RunMemory
  /** The content of an object of the batch, as the plan would store it. */
  contentOf(reference: ResourceReference): Content | undefined
}

/** Keeps what a run settles. */
export interface Journal {
  /** Where an earlier run over the same document was stopped, and what it remembered, in the order of its transactions. */
  readonly resumed?: { readonly position: RunPosition; readonly memories: readonly RunMemory[] } | undefined
  /** @returns what the transaction of a batch stores in addition. It may be called again for the same batch. */
  record(batch: SettledBatch): Promise<ImportRecord>
  /** Called once a batch is settled. @param stored false if no transaction has stored the record, which the journal stores then */
  settled(batch: SettledBatch, stored: boolean): Promise<void>
  /** Called when the run has passed everything that an earlier run settled. */
  reached(): void
}

/** @returns whether an earlier run has settled the step with this number of the stage */
export function isSettled(stage: RunStage, step: number, position: RunPosition | undefined): boolean {
  if (position === undefined) return false
  const [here, there] = [runStages.indexOf(stage), runStages.indexOf(position.stage)]
  return here < there || (here === there && step < position.done)
}
