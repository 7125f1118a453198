// Reading: one object, and pages of lists.
import { RestError } from '@symbolon/admin-api'
import { digest } from '@symbolon/core-protocol'
import type { DirectoryQuery, DirectorySearch, Resource, ResourceReference, StoredResource } from '@symbolon/core-protocol'
import { isJsonObject } from '@symbolon/schema-v2'
import type { Place } from '@symbolon/permissions'
import type { Target } from '../resources/target.ts'
import type { Management } from './context.ts'
import { mayRead, requireList } from './rights.ts'

/**
 * Reads an object.
 * @throws RestError resource_unknown, also for an object of another organization and for one that the caller may not read: the caller learns
 *   nothing of it
 */
export async function getResource(target: Target, management: Management): Promise<StoredResource> {
  const stored = await findResource(target, management)
  if (stored === undefined || !(await mayRead(stored, management))) throw unknown()
  return stored
}

/** @returns those of the objects that exist and that the caller may read */
export async function findReadable(references: readonly ResourceReference[], management: Management): Promise<readonly Resource[]> {
  const found = await management.context.stores.directory.find(references)
  const readable = await Promise.all(found.map(async (resource) => await mayRead(resource, management)))
  return found.filter((_, index) => readable[index] === true)
}

/** @returns the stored object; undefined if there is none in the organization of the path */
export async function findResource({ reference, orgId }: Target, { context }: Management): Promise<StoredResource | undefined> {
  const stored = await context.stores.directory.get(reference)
  const owner = reference.kind === 'org' ? orgId : (stored?.orgId ?? orgId)
  return owner === orgId ? stored : undefined
}

/** @returns the error for an object that does not exist, or that the caller may not know */
export function unknown(): RestError {
  return new RestError('resource_unknown', 'There is no such resource. Check the path.')
}

/** One page of a list. */
export interface ResourcePage {
  readonly items: readonly StoredResource[]
  /** What the next call gives as `cursor`; absent at the end. */
  readonly next?: string
}

/** A list to be read, page by page. */
export type ListQuery = Omit<DirectoryQuery, 'after' | 'search'> & {
  readonly cursor?: string
  /**
   * What was typed into a search. The entries of which a name or the id begins with it; where there is none, those that have it anywhere in
   * a name or in the id.
   */
  readonly q?: string
}

/**
 * Reads one page of a list.
 * @throws RestError permission_denied, and query_malformed for a cursor of another list, of other filters, or that was altered
 */
export async function listResources({ cursor, q, ...selection }: ListQuery, management: Management): Promise<ResourcePage> {
  const { context } = management
  requireList(selection.kind, placeOfList(selection), management)
  const { limit, ...filters } = selection
  const text = q?.trim() ?? ''
  const purpose = `cursor:${digest(JSON.stringify({ ...filters, q: text }))}`
  const begun = cursor === undefined ? undefined : await openCursor(cursor, purpose, context)
  const page = async (match: SearchMatch): Promise<ResourcePage> => {
    const search = text === '' ? {} : { search: { text, match } }
    const after = begun === undefined ? {} : { after: begun.after }
    const found = await context.stores.directory.page({ ...selection, ...search, ...after, limit: limit + 1 })
    const items = found.slice(0, limit)
    const last = items.at(-1)
    if (found.length <= limit || last === undefined) return { items }
    return { items, next: await context.sealing.seal(JSON.stringify([match, ...last.key]), purpose) }
  }
  const first = await page(begun?.match ?? 'prefix')
  return text !== '' && begun === undefined && first.items.length === 0 ? await page('contains') : first
}

type SearchMatch = DirectorySearch['match']

/** Whoever may read all applications of one project lists them with the filter by this project. */
function placeOfList({ orgId, of }: ListQuery): Place {
  return { ...(orgId === undefined ? {} : { orgId }), ...(of?.projectId === undefined ? {} : { projectId: of.projectId }) }
}

/** Where a page begins, and how the pages before it were searched. */
interface Begun {
  readonly after: readonly string[]
  readonly match: SearchMatch
}

async function openCursor(cursor: string, purpose: string, { sealing }: Management['context']): Promise<Begun> {
  try {
    const [match, ...after]: readonly unknown[] = JSON.parse(await sealing.open(cursor, purpose))
    if ((match === 'prefix' || match === 'contains') && after.every((part) => typeof part === 'string')) return { after, match }
  } catch {
    // Sealed for another purpose, altered, or no cursor.
  }
  throw new RestError('query_malformed', 'cursor does not belong to this list and these filters. Begin without one.')
}

/** @returns the object as the API shows it: its entry, and what the server knows of it. Secrets are never part of it. */
export function shown(stored: StoredResource, target: Pick<Target, 'given'>, path: string): Readonly<Record<string, unknown>> {
  return {
    path,
    ...(stored.orgId === undefined ? {} : { orgId: stored.orgId }),
    createdAt: new Date(stored.createdAt).toISOString(),
    changedAt: new Date(stored.changedAt).toISOString(),
    entry: isJsonObject(stored.content) ? { ...target.given, ...stored.content } : stored.content,
  }
}
