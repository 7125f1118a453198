// The progress of an import, as parts of its job: the position of the run, what it remembers, and its numbers. Each part is stored in the transaction
// whose objects it counts, so that an import which is stopped or killed at any moment continues behind exactly what is stored.
import type { ImportJobPart, ImportJobStore } from '@symbolon/core-protocol'
import { runStages } from '@symbolon/provisioning'
import type { ApplyAction, RunMemory, RunPosition } from '@symbolon/provisioning'
import { deferredLists } from './deferred-in-jobs.ts'
import { partsOf } from './parts.ts'
import type { ReadPart } from './read-document.ts'
import { reportLists } from './report-lists.ts'

/** The progress of an import. */
export interface ImportPosition {
  readonly position: RunPosition
  readonly counts: Readonly<Record<ApplyAction, number>>
  /** The number of entries whose result the report holds. */
  readonly settled: number
  /** The number of objects that the storage failed to store, or that it was too busy for. */
  readonly unfinished: number
  /** The numbers of rows from reading that the report holds: of malformed places, and of pieces. */
  readonly rows: { readonly reading: number; readonly pieces: number }
  /** Whether the ids of organizations come so late that the document is read twice. */
  readonly late: boolean
  /** The part of the document that was read. */
  readonly read: ReadPart
  /** The number of objects of one transaction, by which the steps of the document are counted. */
  readonly objectsAtOnce: number
}

interface StoredProgress extends ImportPosition {
  readonly memory: RunMemory
}

/**
 * Progress is stored among the waiting pieces, under a separate organization. Earlier releases resume an import by reading everything again, and
 * remove this list when they begin.
 */
const [list = '', place] = [deferredLists[0], 'progress']

/** The number of parts that are read at once. */
const pageSize = 200

/** @returns the part with the progress of an import */
export function progressPart(progress: StoredProgress, position: number): ImportJobPart {
  return { list, orgId: place, position, content: JSON.stringify(progress) }
}

/** The parts of an earlier run. */
export interface EarlierRun extends ImportPosition {
  readonly memories: readonly RunMemory[]
  /** The organizations that the report has already. */
  readonly orgIds: readonly string[]
}

/** The parts that a run begins with. */
export interface Beginning {
  /** Absent where the import begins with its document. */
  readonly earlier?: EarlierRun
  /** The greatest position of a part. */
  readonly last: number
}

/**
 * Prepares the parts of an interrupted import: those behind its progress are removed, because they are written again. Without any progress, all
 * but the generated secrets are.
 */
export async function beginAgain(id: string, jobs: ImportJobStore): Promise<Beginning> {
  const memories: RunMemory[] = []
  let latest: ImportPosition | undefined
  let last = -1
  for await (const part of partsOf(jobs, { jobId: id, list, orgId: place, pageSize })) {
    const { memory, ...progress } = JSON.parse(part.content) as StoredProgress
    if (Object.keys(memory).length > 0) memories.push(memory)
    latest = progress
    last = part.position
  }
  if (latest === undefined || !runStages.includes(latest.position.stage)) {
    await startOver(id, jobs)
    for await (const { position } of partsOf(jobs, { jobId: id, list: 'generated', pageSize })) last = Math.max(last, position)
    return { last }
  }
  await jobs.removeAfter(id, last)
  const orgIds: string[] = []
  for await (const { orgId } of partsOf(jobs, { jobId: id, list: 'orgs', pageSize })) orgIds.push(orgId)
  return { earlier: { ...latest, memories, orgIds }, last }
}

/** Removes the report and the progress, except generated secrets: they are never generated twice. */
export async function startOver(id: string, jobs: ImportJobStore): Promise<void> {
  await jobs.remove(id, [...reportLists.filter((name) => name !== 'generated'), ...deferredLists])
}
