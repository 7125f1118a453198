// What all administrative endpoints share: the caller is authenticated, and errors are answered in the REST shape.
import { define, StorageUnavailable } from '@symbolon/core-protocol'
import type {
  Answer,
  AnyEndpoint,
  CallingUser,
  Context,
  Endpoint,
  HttpRequest,
  Log,
  RequestContext,
  RequestOrigin,
  StoreName,
  User,
} from '@symbolon/core-protocol'
import { RestError, restErrorResponse } from './rest-error.ts'
import { authenticateCaller } from './caller.ts'
import type { Access, AuthenticatedCaller, CallerStores } from './caller.ts'
import { requireFreshProof } from './fresh-proof.ts'
import { serialReadsOf } from './serial-reads.ts'

const callerStores: readonly CallerStores[] = [
  'accessTokens',
  'clients',
  'directory',
  'memberships',
  'personalAccessTokens',
  'policies',
  'revocations',
  'users',
]

/** A method that an administrative endpoint may have. */
export type AdministrativeMethod = Exclude<Endpoint['methods'][number], 'HEAD'>

/** Responds to a caller with the access that the method demands. */
export type Administration<S extends StoreName> = (request: HttpRequest, caller: User, context: AdministrativeContext<S>) => Promise<Answer>

/** The context of an administrative endpoint. */
export type AdministrativeContext<S extends StoreName> = RequestContext<CallerStores | S> & {
  /** How and when the caller signed in; undefined for a personal access token. */
  readonly authentication: AuthenticatedCaller['authentication']
}

/** One method on one path. */
export interface AdministrativeEndpoint<S extends StoreName> {
  readonly name: string
  readonly path: string
  readonly method: AdministrativeMethod
  readonly access: Access
  readonly freshProof: FreshProof
  /** The stores other than the stores that identify the caller. */
  readonly stores: readonly S[]
  readonly handle: Administration<S>
}

/** Several methods on one path. */
export interface AdministrativeResource<S extends StoreName> {
  readonly name: string
  readonly path: string
  readonly stores: readonly S[]
  readonly methods: Readonly<Partial<Record<AdministrativeMethod, Administration<S>>>>
  /** Who may call, for all methods or for each. */
  readonly access: Access | Readonly<Partial<Record<AdministrativeMethod, Access>>>
  readonly freshProof: FreshProof
}

/**
 * Who asks people for a fresh proof. `every_change`: the endpoint does, for every method but GET. `methods`: they do where they need one, or they
 * admit no people.
 */
export type FreshProof = 'every_change' | 'methods'

/** @returns an endpoint with one method */
export function administrativeEndpoint<const S extends StoreName>({ method, handle, ...endpoint }: AdministrativeEndpoint<S>): AnyEndpoint {
  return administrativeResource({ ...endpoint, methods: { [method]: handle } })
}

/** @returns an endpoint that authenticates the caller before any of its methods runs, and answers errors in the REST shape */
export function administrativeResource<const S extends StoreName>(resource: AdministrativeResource<S>): AnyEndpoint {
  const { name, path, stores, access, freshProof } = resource
  const methods = new Map(Object.entries(resource.methods))
  return define({
    kind: 'endpoint',
    takes: 'bearer_token',
    name,
    stores: [...callerStores, ...stores],
    path,
    methods: [...methods.keys()].filter(isMethod),
    cors: 'none',
    async handle(request, provider: Context<CallerStores | S>, origin) {
      const context = { ...provider, ...origin }
      try {
        const needed = typeof access === 'string' ? access : isMethod(request.method) ? access[request.method] : undefined
        const { user, authentication } = await authenticateCaller(request, needed ?? 'owner', context)
        const does = request.method === 'GET' ? 'read' : 'change'
        // Callers without a role read only what belongs to them.
        requireRoom({ userId: user.id, orgId: needed === 'user' ? '' : user.orgId, does }, context)
        if (request.method !== 'GET' && freshProof === 'every_change') requireFreshProof(user, { ...context, authentication })
        const handle = methods.get(request.method)
        // The router admits only the declared methods.
        if (handle === undefined) throw new TypeError(`${path} has no ${request.method}`)
        const answer = async (): Promise<Answer> => await handle(request, user, { ...context, authentication })
        return request.method === 'GET' ? await serialReadsOf(context).run(user.orgId, answer) : await answer()
      } catch (error) {
        const refusal = refusalOf(error, context.log)
        context.log.info('administration_refused', { path, id: refusal.id })
        await readOver(request)
        return restErrorResponse(refusal, context.vendor, context.issuer)
      }
    },
  })
}

const tooMany = {
  change: 'You make more changes than the server accepts. Send them more slowly, or as one document.',
  read: 'You or other users of your organization read more than the server accepts. Send requests more slowly, or export the organization.',
} as const

/** @throws RestError too_many_requests for a caller who changes or reads more than the limits let through */
function requireRoom(calling: CallingUser, { admitCaller }: Pick<RequestOrigin, 'admitCaller'>): void {
  const refused = admitCaller?.(calling)
  if (refused === undefined) return
  throw new RestError('too_many_requests', tooMany[calling.does], { retryAfter: refused.retryAfter })
}

/** The number of bytes of a refused body that are read and dropped. */
const mostReadOver = 64 * 1024 * 1024

/** A client that still sends when its connection is closed never sees the answer. https://www.rfc-editor.org/rfc/rfc9112#section-9.6-6 */
async function readOver({ body }: HttpRequest): Promise<void> {
  if (body.used) return
  const reader = body.stream()?.getReader()
  if (reader === undefined) return
  try {
    for (let read = 0; read < mostReadOver;) {
      const { done, value } = await reader.read()
      if (done) return
      read += value.byteLength
    }
  } catch {
    // The client has gone.
  }
  await reader.cancel().catch(() => undefined)
}

/** Seconds. */
const retryAfter = 5

/** @throws errors that are not refusals */
function refusalOf(error: unknown, log: Log): RestError {
  if (error instanceof RestError) return error
  if (!(error instanceof StorageUnavailable)) throw error
  log.error('storage_unavailable', { reason: error.message })
  return error.full
    ? new RestError(
        'storage_full',
        'The disk of the database is full. Requests that only read still succeed. Free space, then try again.',
        { retryAfter },
      )
    : new RestError('storage_unavailable', 'The database does not answer. Try again later.', { retryAfter })
}

function isMethod(name: string): name is AdministrativeMethod {
  return name === 'GET' || name === 'POST' || name === 'PUT' || name === 'PATCH' || name === 'DELETE'
}
