// Reads the parts of an import page by page: a list may be larger than memory.
import type { ImportJobPart, ImportJobStore } from '@symbolon/core-protocol'

/** Which parts are read. */
export interface PartsAsked {
  readonly jobId: string
  readonly list: string
  /** Only what belongs to this organization. */
  readonly orgId?: string | undefined
  /** The number of parts that are read at once. */
  readonly pageSize: number
}

/** @returns the parts of a list, in their order */
export async function* partsOf(jobs: ImportJobStore, { jobId, list, orgId, pageSize }: PartsAsked): AsyncGenerator<ImportJobPart> {
  for (let after: number | undefined; ;) {
    const page = await jobs.list(jobId, list, {
      limit: pageSize,
      ...(orgId === undefined ? {} : { orgId }),
      ...(after === undefined ? {} : { after }),
    })
    yield* page
    after = page.at(-1)?.position
    if (page.length < pageSize) return
  }
}
