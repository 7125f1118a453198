// A route of the API as data: its path, and for each method what it does. Endpoints and the OpenAPI document are made from routes.
import { pathParameters } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, HttpRequest, RequestContext, SecretHashing, StoreName, User } from '@symbolon/core-protocol'
import { callerOf } from '@symbolon/permissions'
import type { PasskeyRules } from '@symbolon/provisioning'
import { administrativeResource, RestError, staleProofOf } from '@symbolon/rest'
import type { Administration } from '@symbolon/rest'
import type { JsonSchema, MessageSchema } from '@symbolon/schema-v2'
import { hasAsked, hasAskedForProof, managementStores } from '../operations/context.ts'
import type { Management, ManagementStore, OperationPermission } from '../operations/context.ts'
import { readQuery } from './query.ts'
import type { Query, QueryParameter } from './query.ts'

/** The path of the API. */
export const managementPath = '/manage/v1'

/** The methods of operations. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The body of a successful answer: a page of resources, one resource, what a change did to one, or other JSON; undefined for an answer
 * without a body.
 */
export type Answered =
  | { readonly pageOf: MessageSchema }
  | { readonly resource: MessageSchema }
  | { readonly changeOf: MessageSchema }
  | { readonly json: JsonSchema }
  | undefined

/** @returns the answer with a list that is not read page by page, of entries whose schema has a title */
export function listOf(items: JsonSchema): { readonly json: JsonSchema } {
  const title = `${String(items['title'])}List`
  return { json: { title, type: 'object', required: ['items'], properties: { items: { type: 'array', items } } } }
}

/** The status of a successful answer. */
export type Success = 200 | 201 | 202 | 204

/** One method on one path. `S` names the stores that it uses in addition to the stores of every operation. */
export interface Operation<S extends StoreName = never> {
  /** Unique in the API, e.g. `listOidcApps`. */
  readonly id: string
  /** A sentence without a full stop. */
  readonly summary: string
  /** What decides whether a caller may use it. An answer without the question is not given. */
  readonly permission: OperationPermission
  /** It changes something without a fresh proof, because it takes access away and gives none. */
  readonly needsNoProof?: true
  readonly query?: readonly QueryParameter[]
  /** The body: an entry, a merge patch of one, or other JSON. */
  readonly body?:
    | { readonly entry: MessageSchema }
    | { readonly patchOf: MessageSchema }
    | { readonly json: JsonSchema; readonly optional?: true }
  /** Whether it reads `If-Match` and `If-None-Match`, and answers 412 if they do not hold. */
  readonly conditional?: true
  /** The body of the usual answer. */
  readonly answer?: Answered
  readonly status: Success
  /** Answers of other statuses, each with the status and its body. */
  readonly otherAnswers?: readonly (readonly [status: Success, answer: Answered])[]
  readonly handle: (call: Call<S>) => Promise<Answer>
}

/** A path with its operations. */
export interface Route<S extends StoreName = never> {
  /** Below `managementPath`; parameters as `:orgId`. */
  readonly path: string
  /** The heading under which the documentation lists it. */
  readonly group: string
  /** The stores that its operations use in addition to the stores of every operation. */
  readonly stores?: readonly S[]
  /** `user`: users without an administrative role may call it, too. Default: `manager`. */
  readonly access?: 'user' | 'manager'
  readonly operations: Readonly<Partial<Record<Method, Operation<NoInfer<S>>>>>
}

/** An operation with any stores. */
export type AnyOperation = Operation<StoreName>

/** A route with any stores. */
export type AnyRoute = Route<StoreName>

/** @returns the same route: its operations use the stores that it names, and no others */
export function defineRoute<const S extends StoreName = never>(route: Route<S>): AnyRoute
export function defineRoute(route: AnyRoute): AnyRoute {
  return route
}

/** A request to an operation. */
export interface Call<S extends StoreName = never> {
  readonly request: HttpRequest
  /** The parameters of the path, decoded. */
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Query
  readonly management: Management
  /** The context with the stores of the route. */
  readonly context: RequestContext<ManagementStore | S>
}

/** What all operations need. */
export interface OperationSettings {
  readonly hashing: SecretHashing
  /** What passkeys must meet where the login has them: those of another RP ID open nothing here. */
  readonly passkeys?: Pick<PasskeyRules, 'rpId'> | undefined
}

/** @returns the endpoint that serves a route */
export function endpointOf(
  { path, stores = [], access = 'manager', operations }: AnyRoute,
  { hashing, passkeys }: OperationSettings,
): AnyEndpoint {
  const whole = `${managementPath}${path}`
  const handler =
    ({ id, permission, needsNoProof, query = [], handle }: Operation<StoreName>): Administration<StoreName> =>
    async (request, caller, context) => {
      const management: Management = {
        caller,
        rights: callerOf(caller, await context.stores.memberships.list(caller.id)),
        context,
        hashing,
        staleProof: staleProofOf(caller, context.authentication, context.now(), await hasPasskey(caller, passkeys, context)),
        asked: new Set(),
      }
      const parameters = readParameters(whole, request.path)
      const answer = await handle({ request, parameters, query: readQuery(request, query), context, management })
      // A refusal needs no question. Every other answer does, so that a forgotten question shows nothing.
      if (answer.status < 400 && !hasAsked(management, permission)) throw new TypeError(`${id} did not ask for its permission`)
      if (answer.status < 400 && request.method !== 'GET' && needsNoProof !== true && !hasAskedForProof(management)) {
        throw new TypeError(`${id} did not ask for a fresh proof`)
      }
      return answer
    }
  return administrativeResource({
    name: `management ${path}`,
    path: whole,
    // The table of passkeys is there only if the login has them.
    stores: [...managementStores, ...(passkeys === undefined ? [] : (['passkeys'] as const)), ...stores],
    access,
    freshProof: 'methods',
    methods: Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, handler(operation)])),
  })
}

/** A security key counts as a second factor, too. Only people who signed in have one. */
async function hasPasskey(
  { id, kind }: User,
  rules: OperationSettings['passkeys'],
  { stores, authentication }: Parameters<Administration<StoreName>>[2],
): Promise<boolean> {
  if (rules === undefined || kind === 'machine' || authentication === undefined) return false
  return (await stores.passkeys.list(id)).some(({ rpId }) => rpId === rules.rpId)
}

/** @throws RestError resource_unknown for a segment that is not UTF-8 */
function readParameters(pattern: string, path: string): Readonly<Record<string, string>> {
  const parameters = pathParameters(pattern, path)
  if (parameters === undefined) throw new RestError('resource_unknown', 'The path is not percent-encoded UTF-8.')
  return parameters
}
