// A route of the API as data: its path, and for each method what it does. Endpoints and the OpenAPI document are made from routes.
import { administrativeResource, RestError } from '@symbolon/admin-api'
import type { Administration } from '@symbolon/admin-api'
import type { Answer, AnyEndpoint, HttpRequest, SecretHashing } from '@symbolon/core-protocol'
import { callerOf } from '@symbolon/permissions'
import type { JsonSchema, MessageSchema } from '@symbolon/schema-v2'
import { managementStores } from '../operations/context.ts'
import type { Management, ManagementStore } from '../operations/context.ts'
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

/** The status of a successful answer. */
export type Success = 200 | 201 | 202 | 204

/** One method on one path. */
export interface Operation {
  /** Unique in the API, e.g. `listOidcApps`. */
  readonly id: string
  /** A sentence without a full stop. */
  readonly summary: string
  readonly query?: readonly QueryParameter[]
  /** The body: an entry, a merge patch of one, or other JSON. */
  readonly body?: { readonly entry: MessageSchema } | { readonly patchOf: MessageSchema } | { readonly json: JsonSchema }
  /** Whether it reads `If-Match` and `If-None-Match`, and answers 412 if they do not hold. */
  readonly conditional?: true
  /** The body of the usual answer. */
  readonly answer?: Answered
  readonly status: Success
  /** Answers of other statuses, each with the status and its body. */
  readonly otherAnswers?: readonly (readonly [status: Success, answer: Answered])[]
  readonly handle: (call: Call) => Promise<Answer>
}

/** A path with its operations. */
export interface Route {
  /** Below `managementPath`; parameters as `:orgId`. */
  readonly path: string
  /** The heading under which the documentation lists it. */
  readonly group: string
  readonly operations: Readonly<Partial<Record<Method, Operation>>>
}

/** A request to an operation. */
export interface Call {
  readonly request: HttpRequest
  /** The parameters of the path, decoded. */
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Query
  readonly management: Management
}

/** @returns the endpoint that serves a route */
export function endpointOf({ path, operations }: Route, hashing: SecretHashing): AnyEndpoint {
  const whole = `${managementPath}${path}`
  const handler =
    ({ query = [], handle }: Operation): Administration<ManagementStore> =>
    async (request, caller, context) =>
      await handle({
        request,
        parameters: readParameters(whole, request.path),
        query: readQuery(request, query),
        management: { caller, rights: callerOf(caller, await context.stores.memberships.list(caller.id)), context, hashing },
      })
  return administrativeResource({
    name: `management ${path}`,
    path: whole,
    stores: managementStores,
    access: 'manager',
    methods: Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, handler(operation)])),
  })
}

/** @throws RestError resource_unknown for a segment that is no UTF-8 */
function readParameters(pattern: string, path: string): Readonly<Record<string, string>> {
  const segments = path.split('/')
  try {
    return Object.fromEntries(
      pattern
        .split('/')
        .flatMap((name, index) => (name.startsWith(':') ? [[name.slice(1), decodeURIComponent(segments[index] ?? '')]] : [])),
    )
  } catch {
    throw new RestError('resource_unknown', 'The path is not percent-encoded UTF-8.')
  }
}
