// What a removal takes along, for its event in the audit trail: an organization or a project may have thousands of objects, and an event for each
// would fill the trail.
import type { AuditEvent, DirectoryStore, ResourceKind, ResourceReference } from '@symbolon/core-protocol'

type Details = NonNullable<AuditEvent['details']>

/** The kinds of objects that a removal takes along, by the kind of what is removed. */
const kinds: Partial<Record<ResourceKind, readonly ResourceKind[]>> = {
  org: ['humanUser', 'machineUser', 'project', 'oidcApp', 'apiApp'],
  project: ['oidcApp', 'apiApp', 'projectGrant'],
}

/** Ids that an event lists of each kind, and objects up to which it counts. */
const [mostListed, mostCounted] = [20, 10_000]
const pageSize = 500

/**
 * @param reference what is about to be removed
 * @returns for each kind the number of objects, such as `oidcApps: 4001`, and the first ids of them, such as `oidcAppIds`
 */
export async function removedAlong({ kind, key: [id = ''] }: ResourceReference, directory: DirectoryStore): Promise<Details> {
  const details: Record<string, string | number> = {}
  for (const each of kinds[kind] ?? []) {
    const ids: string[] = []
    let count = 0
    for (let after: readonly string[] | undefined; count < mostCounted;) {
      const of = kind === 'org' ? { orgId: id } : { of: { projectId: id } }
      const page = await directory.page({ kind: each, ...of, limit: pageSize, ...(after === undefined ? {} : { after }) })
      count += page.length
      ids.push(...page.slice(0, mostListed - ids.length).map(({ key }) => key[0] ?? ''))
      after = page.at(-1)?.key
      if (page.length < pageSize) break
    }
    if (count > 0) Object.assign(details, { [`${each}s`]: count, [`${each}Ids`]: ids.join(', ') })
  }
  return details
}
