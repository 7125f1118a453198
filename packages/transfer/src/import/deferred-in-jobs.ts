// The pieces of an import that wait for the end of the document are stored in its job, because their number is unbounded. They are
// encrypted, because they may hold secrets in clear. The pieces of a transaction are stored in the same transaction.
import type { ImportJobPart, ImportJobStore, Sealing } from '@symbolon/core-protocol'
import { deferredPasses } from '@symbolon/provisioning'
import type { Deferred, DeferredPass, DeferredPiece, DocumentPiece } from '@symbolon/provisioning'
import { partsOf } from './parts.ts'
import { sealingPurpose } from './sealing-purpose.ts'

const listOf = (pass: DeferredPass): string => `deferred:${pass}`

/** The lists of an import job that hold the waiting pieces. */
export const deferredLists: readonly string[] = deferredPasses.map(listOf)

/** The number of parts that are read at once. */
const pageSize = 4

/** The dependencies of parts that an import job keeps. */
export interface PartsContext {
  readonly jobId: string
  readonly jobs: ImportJobStore
  readonly sealing: Sealing
  /** The next position of a part. */
  readonly nextPosition: () => number
}

/** @returns the parts that hold pieces, encrypted: one for each pass */
export async function deferredParts(
  pieces: readonly DeferredPiece[],
  { jobId, sealing, nextPosition }: PartsContext,
): Promise<readonly ImportJobPart[]> {
  const parts: ImportJobPart[] = []
  for (const pass of deferredPasses) {
    const waiting = pieces.filter((each) => each.pass === pass).map(({ piece }) => piece)
    if (waiting.length === 0) continue
    const content = await sealing.seal(JSON.stringify(waiting), sealingPurpose(jobId))
    parts.push({ list: listOf(pass), orgId: '', position: nextPosition(), content })
  }
  return parts
}

/** @returns a store for waiting pieces, which keeps them encrypted in the job */
export function deferredInJobs(context: PartsContext): Deferred {
  const { jobId, jobs, sealing } = context
  return {
    async add(pass, piece) {
      await jobs.append(jobId, await deferredParts([{ pass, piece }], context))
    },
    async *take(pass) {
      for await (const { content } of partsOf(jobs, { jobId, list: listOf(pass), orgId: '', pageSize }))
        yield* JSON.parse(await sealing.open(content, sealingPurpose(jobId))) as readonly DocumentPiece[]
    },
  }
}
