// A list of a snapshot, page by page: no more than one page of it is ever in memory.
import type { DirectorySnapshot, Resource, ResourceKind } from '@symbolon/core-protocol'

/** A few milliseconds of work. */
const pageSize = 100

export async function* pagesOf(
  snapshot: DirectorySnapshot,
  kind: ResourceKind,
  orgId: string | undefined,
): AsyncGenerator<readonly Resource[]> {
  let after: readonly string[] | undefined
  for (;;) {
    const page = await snapshot.page(kind, orgId, pageSize, after)
    if (page.length > 0) yield page
    if (page.length < pageSize) return
    after = page.at(-1)?.key
  }
}
