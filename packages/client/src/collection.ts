// The operations on the objects of a list, and on one object.
import type { FieldViolation } from './error.ts'
import { pathOf } from './send.ts'
import type { ApiAnswer, ApiRequest, Send } from './send.ts'

/** An object as the server has it. */
export interface Resource<E> {
  /** Its path, from `/manage/v1` on. */
  readonly path: string
  /** The organization that owns it. */
  readonly orgId?: string
  /** RFC 3339 in UTC. */
  readonly createdAt: string
  readonly changedAt: string
  /** Its version, for `ifMatch`. */
  readonly etag: string
  readonly entry: E
}

/** A page of a list. */
export interface Page<E> {
  readonly items: readonly Resource<E>[]
  /** The `cursor` of the next page; absent at the end. */
  readonly next?: string
}

/** The result of a change, or the result that it would have. After it, the object is in `entry`; a dry run of a creation has none. */
export interface Change<E> extends Partial<Resource<E>> {
  readonly path: string
  readonly action: 'created' | 'changed' | 'same' | 'removed'
  /** The names of the members that changed. */
  readonly changed: readonly string[]
  /** Secrets and ids that the server generated. They can never be read again. */
  readonly generated?: { readonly clientId?: string; readonly clientSecret?: string; readonly token?: string }
  /** Members that are stored but have no effect. */
  readonly notices?: readonly FieldViolation[]
}

/** The result of a removal, or the result that it would have. */
export interface Removal {
  readonly action: Change<unknown>['action']
}

/** How a change is made. */
export interface ChangeOptions {
  /** The entity tag of the version that was read. Another version is not changed: the error is `precondition_failed`. */
  readonly ifMatch?: string
  /** `*`: what exists is not changed. */
  readonly ifNoneMatch?: '*'
  /** Returns what the change would do, and changes nothing. */
  readonly dryRun?: boolean
  readonly signal?: AbortSignal
}

/** Which entries of a list are read. */
export interface ListOptions {
  /** The number of entries of a page, 1 to 200; 50 by default. */
  readonly limit?: number
  /** The `next` of the page before, with the same filters. */
  readonly cursor?: string
  /** The filters of the list, e.g. `{ projectId: 'shop' }`. The server refuses those that the list does not have. */
  readonly filter?: Readonly<Record<string, string | number | boolean>>
  readonly signal?: AbortSignal
}

/** A merge patch: null removes a member, a list replaces a list. https://www.rfc-editor.org/rfc/rfc7396 */
export type MergePatch<E> = E extends readonly unknown[] ? E : E extends object ? { readonly [M in keyof E]?: MergePatch<E[M]> | null } : E

/** A single object at a fixed path, such as a policy. */
export interface Single<E> {
  get(): Promise<Resource<E>>
  /** Brings it to the state of the entry. Members that are left out take their default. */
  put(entry: E, options?: ChangeOptions): Promise<Change<E>>
  patch(patch: MergePatch<E>, options?: ChangeOptions): Promise<Change<E>>
  /** Gives it up, so that the default holds again. */
  reset(options?: ChangeOptions): Promise<Removal>
}

/** A list of objects. */
export interface Collection<E, Id, Given extends keyof E> {
  get(id: Id): Promise<Resource<E>>
  /** Creates an object, or brings it to the state of the entry. Members that are left out take their default. */
  put(id: Id, entry: Omit<E, Given> & Partial<Pick<E, Given>>, options?: ChangeOptions): Promise<Change<E>>
  patch(id: Id, patch: MergePatch<E>, options?: ChangeOptions): Promise<Change<E>>
  /** Removes an object, and everything that belongs to it. */
  remove(id: Id, options?: ChangeOptions): Promise<Removal>
  /** Reads one page. */
  list(options?: ListOptions): Promise<Page<E>>
  /** Reads page after page. */
  pages(options?: ListOptions): AsyncGenerator<Page<E>, void>
}

/** A list in which the server can choose the id of a new object. */
export interface CreatingCollection<E, Id, Given extends keyof E> extends Collection<E, Id, Given> {
  create(entry: Omit<E, Given>, options?: Pick<ChangeOptions, 'dryRun' | 'signal'>): Promise<Change<E>>
}

type Path = string | readonly (string | undefined)[]
type Untyped = CreatingCollection<Record<string, unknown>, Path, never>

/** @returns the operations of a list. The caller determines the type of its entries. */
export function collection(send: Send, base: string): Untyped {
  const at = (id: Path): Single<Record<string, unknown>> =>
    single(send, base + pathOf(...(typeof id === 'string' ? [id] : id.filter((part) => part !== undefined))))
  const list: Untyped['list'] = async ({ limit, cursor, filter, signal } = {}) => {
    const { body } = await send({ method: 'GET', path: base, query: { ...filter, limit, cursor }, ...(signal && { signal }) })
    return body as Page<Record<string, unknown>>
  }
  return {
    get: async (id) => await at(id).get(),
    put: async (id, entry, options) => await at(id).put(entry, options),
    patch: async (id, patch, options) => await at(id).patch(patch, options),
    remove: async (id, options) => await at(id).reset(options),
    create: async (body, options) => await change(send, { method: 'POST', path: base, body }, options),
    list,
    async *pages(options) {
      for (let page = await list(options); ; page = await list({ ...options, cursor: page.next })) {
        yield page
        if (page.next === undefined) return
      }
    },
  }
}

/** @returns the operations of one object */
export function single(send: Send, path: string): Single<Record<string, unknown>> {
  return {
    async get() {
      const { body, etag } = await send({ method: 'GET', path })
      return { ...(body as Resource<Record<string, unknown>>), etag: etag ?? '' }
    },
    put: async (body, options) => await change(send, { method: 'PUT', path, body }, options),
    patch: async (body, options) => await change(send, { method: 'PATCH', path, body }, options),
    async reset(options) {
      // The response to a removal has no body, unless it is a dry run.
      const { body } = await sendChange(send, { method: 'DELETE', path }, options)
      return body === undefined ? { action: 'removed' } : (body as Removal)
    },
  }
}

async function change(send: Send, request: ApiRequest, options?: ChangeOptions): Promise<Change<Record<string, unknown>>> {
  const { body, etag } = await sendChange(send, request, options)
  return { ...(body as Change<Record<string, unknown>>), ...(etag === undefined ? {} : { etag }) }
}

async function sendChange(
  send: Send,
  request: ApiRequest,
  { ifMatch, ifNoneMatch, dryRun, signal }: ChangeOptions = {},
): Promise<ApiAnswer> {
  return await send({
    ...request,
    query: { dry_run: dryRun },
    headers: {
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
    },
    ...(signal && { signal }),
  })
}
