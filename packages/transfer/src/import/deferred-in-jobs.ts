// The pieces of an import that wait for the end of the document are stored in its job, because their number is unbounded. They are
// encrypted, because they may hold secrets in clear.
import { deferredPasses } from '@symbolon/provisioning'
import type { Deferred, DeferredPass, DocumentPiece } from '@symbolon/provisioning'
import { sealingPurpose } from './report.ts'
import type { ReportContext } from './report.ts'

const listOf = (pass: DeferredPass): string => `deferred:${pass}`

/** The lists of an import job that hold the waiting pieces. */
export const deferredLists: readonly string[] = deferredPasses.map(listOf)

/** The number of parts that are read at once. */
const pageSize = 4

/** @returns a store for waiting pieces, which keeps them encrypted in the job */
export function deferredInJobs({ jobId, jobs, sealing, nextPosition }: Omit<ReportContext, 'directory' | 'holder'>): Deferred {
  const purpose = sealingPurpose(jobId)
  return {
    async add(pass, piece) {
      const content = await sealing.seal(JSON.stringify(piece), purpose)
      await jobs.append(jobId, [{ list: listOf(pass), orgId: '', position: nextPosition(), content }])
    },
    async *take(pass) {
      for (let after: number | undefined; ;) {
        const parts = await jobs.list(jobId, listOf(pass), { limit: pageSize, ...(after === undefined ? {} : { after }) })
        for (const { content } of parts) yield JSON.parse(await sealing.open(content, purpose)) as DocumentPiece
        after = parts.at(-1)?.position
        if (parts.length < pageSize) return
      }
    },
  }
}
