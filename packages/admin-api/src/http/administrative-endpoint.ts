// What all administrative endpoints share: the caller is authenticated, and errors are answered in the REST shape.
import { define, StorageUnavailable } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, Context, Endpoint, HttpRequest, Log, RequestContext, StoreName, User } from '@symbolon/core-protocol'
import { RestError, restErrorResponse } from '../rest-error.ts'
import { authenticateOwner, authenticateUser } from './caller.ts'
import type { OwnerStores } from './caller.ts'

const ownerStores: readonly OwnerStores[] = ['accessTokens', 'clients', 'directory', 'personalAccessTokens', 'revocations', 'users']

/** A method that an administrative endpoint may have. */
export type AdministrativeMethod = Exclude<Endpoint['methods'][number], 'HEAD'>

/** Answers a caller that has the right to call. */
export type Administration<S extends StoreName> = (
  request: HttpRequest,
  caller: User,
  context: RequestContext<OwnerStores | S>,
) => Promise<Answer>

/** One method on one path. */
export interface AdministrativeEndpoint<S extends StoreName> {
  readonly name: string
  readonly path: string
  readonly method: AdministrativeMethod
  /** The stores beside those that identify the caller. */
  readonly stores: readonly S[]
  readonly handle: Administration<S>
}

/** Several methods on one path. */
export interface AdministrativeResource<S extends StoreName> {
  readonly name: string
  readonly path: string
  readonly stores: readonly S[]
  readonly methods: Readonly<Partial<Record<AdministrativeMethod, Administration<S>>>>
  /** The methods that any user may call; the others are for owners. */
  readonly forUsers?: readonly AdministrativeMethod[]
}

/** @returns an endpoint for owners of the instance */
export function administrativeEndpoint<const S extends StoreName>({ method, handle, ...endpoint }: AdministrativeEndpoint<S>): AnyEndpoint {
  return administrativeResource({ ...endpoint, methods: { [method]: handle } })
}

/** @returns an endpoint that authenticates the caller before any of its methods runs, and answers errors in the REST shape */
export function administrativeResource<const S extends StoreName>(resource: AdministrativeResource<S>): AnyEndpoint {
  const { name, path, stores, forUsers = [] } = resource
  const methods = new Map(Object.entries(resource.methods))
  return define({
    kind: 'endpoint',
    name,
    stores: [...ownerStores, ...stores],
    path,
    methods: [...methods.keys()].filter(isMethod),
    cors: 'none',
    async handle(request, provider: Context<OwnerStores | S>, origin) {
      const context = { ...provider, ...origin }
      try {
        const authenticate = forUsers.some((method) => method === request.method) ? authenticateUser : authenticateOwner
        const caller = await authenticate(request, context)
        const handle = methods.get(request.method)
        // The router admits only the declared methods.
        if (handle === undefined) throw new TypeError(`${path} has no ${request.method}`)
        return await handle(request, caller, context)
      } catch (error) {
        const refusal = refusalOf(error, context.log)
        context.log.info('administration_refused', { path, id: refusal.id })
        await readOver(request)
        return restErrorResponse(refusal, context.vendor, context.issuer)
      }
    },
  })
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
