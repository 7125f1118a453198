// The organizations that an export holds, and the pages of their objects.
import type { DirectorySnapshot, Resource, ResourceKind } from '@symbolon/core-protocol'

/** The organizations of an export, and which of their secrets it holds. */
export interface ExportSelection {
  /** Empty: all. */
  readonly orgIds: readonly string[]
  /** Left out, even if `orgIds` names them. */
  readonly excludedOrgIds: readonly string[]
  readonly withPasswords: boolean
  readonly withOtp: boolean
  /** Keys, passkeys, digests of secrets and tokens, and the secrets of identity providers. */
  readonly withCredentials: boolean
}

/** The selection names an organization that the instance does not have. */
export class UnknownOrganizationError extends Error {
  override readonly name = 'UnknownOrganizationError'
}

/** The organizations of an export: the named ones, or all, without the excluded ones. */
export interface ChosenOrgs {
  /** In the order of their ids. */
  list(): AsyncIterable<Resource>
  /** Whether the organization of this id is among them. */
  includes(orgId: string | undefined): boolean
  /** Whether the export may leave out organizations. */
  readonly some: boolean
  /** Whether the export holds the named organizations alone. */
  readonly named: boolean
}

/** @throws UnknownOrganizationError for an unknown id; a misspelt id would otherwise be ignored */
export async function chooseOrgs({ orgIds, excludedOrgIds }: ExportSelection, snapshot: DirectorySnapshot): Promise<ChosenOrgs> {
  const named = new Set(orgIds)
  const excluded = new Set(excludedOrgIds)
  const wanted = [...new Set([...named, ...excluded])].sort()
  const found = wanted.length === 0 ? [] : await snapshot.find(wanted.map((orgId) => ({ kind: 'org', key: [orgId] })))
  const known = new Set(found.map(({ key: [orgId] }) => orgId))
  const unknown = wanted.filter((orgId) => !known.has(orgId))
  if (unknown.length > 0) {
    const others = unknown.length > 5 ? ` and ${unknown.length - 5} others` : ''
    throw new UnknownOrganizationError(`Unknown organization: ${unknown.slice(0, 5).join(', ')}${others}. Correct the id.`)
  }
  const includes = (orgId: string | undefined): boolean =>
    orgId !== undefined && !excluded.has(orgId) && (named.size === 0 || named.has(orgId))
  return {
    includes,
    some: named.size > 0 || excluded.size > 0,
    named: named.size > 0,
    async *list() {
      for await (const page of pagesOf(snapshot, 'org', undefined)) yield* page.filter(({ key: [orgId] }) => includes(orgId))
    },
  }
}

/** A few milliseconds of work. */
const pageSize = 100

/** A list of a snapshot, page by page. At most one page is in memory. */
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
