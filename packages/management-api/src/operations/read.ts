// Reading: one object, and pages of lists.
import { digest } from '@symbolon/core-protocol'
import type { DirectoryQuery, Resource, ResourceReference, StoredResource } from '@symbolon/core-protocol'
import { isJsonObject } from '@symbolon/schema-v2'
import { may } from '@symbolon/permissions'
import type { Place } from '@symbolon/permissions'
import { RestError } from '@symbolon/rest'
import type { Target } from '../resources/target.ts'
import { noteAsked } from './context.ts'
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
export type ListQuery = Omit<DirectoryQuery, 'after' | 'ids'> & {
  readonly cursor?: string
  /**
   * What was typed into a search. What it finds comes in the order of the words that begin with it; without a search, entries come in the order
   * of their ids.
   */
  readonly q?: string
}

/**
 * Reads one page of a list.
 * @throws RestError permission_denied, and query_malformed for a cursor of another list, of other filters, or that was altered
 */
export async function listResources({ cursor, q, ...selection }: ListQuery, management: Management): Promise<ResourcePage> {
  const { context } = management
  const visible = visibleIds(selection, management)
  if (visible !== undefined) noteAsked(management, { action: 'list', subject: selection.kind })
  if (visible === undefined) requireList(selection.kind, placeOfList(selection), management)
  const { limit, ...filters } = selection
  const text = q?.trim() ?? ''
  const purpose = `cursor:${digest(JSON.stringify({ ...filters, q: text }))}`
  const after = cursor === undefined ? undefined : await openCursor(cursor, purpose, context)
  const asked = { ...selection, ...(visible === undefined ? {} : { ids: visible }), limit: limit + 1 }
  const { found, placeOf } = await readPage(asked, text, after, context.stores.directory)
  const items = found.slice(0, limit)
  if (found.length <= limit) return { items }
  return { items, next: await context.sealing.seal(JSON.stringify(placeOf(limit - 1)), purpose) }
}

/** A caller who may read all applications of one project lists them with the filter by this project. */
function placeOfList({ orgId, of }: Pick<ListQuery, 'orgId' | 'of'>): Place {
  return { ...(orgId === undefined ? {} : { orgId }), ...(of?.projectId === undefined ? {} : { projectId: of.projectId }) }
}

/** At most this many memberships of a caller count in lists. */
const mostVisible = 500

/**
 * A caller who may not list all organizations, or all projects of one, gets those of the caller's roles.
 * @returns the ids of the entries that the caller may read; undefined where the right to list decides
 */
function visibleIds(list: Omit<ListQuery, 'cursor' | 'q' | 'limit'>, { rights }: Management): readonly string[] | undefined {
  const { kind, orgId } = list
  if (rights.kind === 'system' || (kind !== 'org' && kind !== 'project') || may(rights, 'list', kind, placeOfList(list)) === undefined) {
    return undefined
  }
  const places = rights.memberships.filter((membership) => kind === 'org' || membership.orgId === orgId)
  const ids = new Set(places.flatMap((membership) => (kind === 'org' ? membership.orgId : membership.projectId) ?? []))
  const placeOf = (id: string): Place => (kind === 'org' ? { orgId: id } : { ...(orgId === undefined ? {} : { orgId }), projectId: id })
  const visible = [...ids].filter((id) => may(rights, 'get', kind, placeOf(id)) === undefined).slice(0, mostVisible)
  return visible.length === 0 ? undefined : visible
}

/** What a page holds, and where in the list each of its resources is. */
interface ReadPage {
  readonly found: readonly StoredResource[]
  readonly placeOf: (index: number) => readonly string[]
}

async function readPage(
  selection: Omit<DirectoryQuery, 'after'>,
  text: string,
  after: readonly string[] | undefined,
  directory: Management['context']['stores']['directory'],
): Promise<ReadPage> {
  if (text === '') {
    const found = await directory.page({ ...selection, ...(after === undefined ? {} : { after }) })
    return { found, placeOf: (index) => found[index]?.key ?? [] }
  }
  const [word = '', id = ''] = after ?? []
  const found = await directory.search({ ...selection, text, ...(after === undefined ? {} : { after: { word, id } }) })
  return {
    found: found.map(({ word: _, ...resource }) => resource),
    placeOf: (index) => [found[index]?.word ?? '', ...(found[index]?.key ?? [])],
  }
}

/**
 * Reads the place from which a page begins.
 * @param purpose of the list and its filters, under which the cursor was sealed
 * @throws RestError query_malformed
 */
export async function openCursor(
  cursor: string,
  purpose: string,
  { sealing }: Pick<Management['context'], 'sealing'>,
): Promise<readonly string[]> {
  try {
    const place: unknown = JSON.parse(await sealing.open(cursor, purpose))
    if (Array.isArray(place) && place.every((part) => typeof part === 'string')) return place
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
