// The operations of the OpenAPI document. https://spec.openapis.org/oas/v3.1.1.html#operation-object
import { rights } from '@symbolon/permissions'
import type { JsonSchema } from '@symbolon/schema-v2'
import type { QueryParameter } from '../http/query.ts'
import type { Answered, Method, AnyOperation, AnyRoute } from '../http/route.ts'
import type { OperationPermission } from '../operations/context.ts'
import { answerSchema, bodySchema, parametersOf, reference } from './schemas.ts'

/** A parameter of a path, a query or a header. */
export interface ParameterObject {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description: string
  readonly schema: JsonSchema
}

/** One method on one path. */
export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  /** Which permissions it needs. */
  readonly description: string
  readonly parameters?: readonly ParameterObject[]
  readonly requestBody?: JsonSchema
  readonly responses: Readonly<Record<string, JsonSchema>>
}

/** The operations of a path. */
export type PathItem = Readonly<Partial<Record<Lowercase<Method>, OperationObject>>> & { readonly parameters?: readonly ParameterObject[] }

/** @returns the operations of a route, and the parameters of its path */
export function pathItem(route: AnyRoute): PathItem {
  const parameters = parametersOf(route).map(pathParameter)
  const operations = Object.entries(route.operations).map(([method, operation]) => [
    method.toLowerCase(),
    describe(route, operation, method),
  ])
  return { ...(parameters.length === 0 ? {} : { parameters }), ...Object.fromEntries(operations) }
}

function describe(route: AnyRoute, operation: AnyOperation, method: string): OperationObject {
  const { id, summary, permission, query = [], body, conditional = false, status, answer, otherAnswers = [] } = operation
  const parameters = [...query.map(queryParameter), ...(conditional ? conditions : [])]
  const answers = [[status, answer] as const, ...otherAnswers].map(([code, content]) => [String(code), response(code, content)])
  return {
    operationId: id,
    tags: [route.group],
    summary,
    description: permissionSentence(permission),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBody(body) }),
    responses: { ...Object.fromEntries(answers), ...errorsOf(route, operation, method) },
  }
}

/** @returns the sentence that says which permissions an operation needs */
function permissionSentence(permission: OperationPermission): string {
  if (permission === 'own') return 'Needs no permission: any role will do.'
  if ('action' in permission) {
    const { action, subject } = permission
    const needed = rights[subject][action] ?? 'none'
    return subject === 'import' ? `Imports of others need the permission \`${needed}\`.` : `Needs the permission \`${needed}\`.`
  }
  if (permission.plans === 'document') return 'Every object of the document needs the permission to change it.'
  const of = rights[permission.plans]
  const names = [...new Set([of.create, of.change, of.change_state, of.change_credential, of.remove])].filter((name) => name !== undefined)
  return `Depending on the change, needs one or more of ${names.map((name) => `\`${name}\``).join(', ')}.`
}

function pathParameter(name: string): ParameterObject {
  const schema = { type: 'string', minLength: 1, maxLength: 1000 }
  const description = name === 'orgId' ? 'The organization.' : `The \`${name}\` of the object.`
  return { name, in: 'path', required: true, description, schema }
}

function queryParameter({ name, description, schema }: QueryParameter): ParameterObject {
  return { name, in: 'query', description, schema }
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-13.1 */
const conditions: readonly ParameterObject[] = [
  {
    name: 'If-Match',
    in: 'header',
    description: 'Entity tags. Only an object of one of these versions is changed.',
    schema: { type: 'string' },
  },
  {
    name: 'If-None-Match',
    in: 'header',
    description: 'With `*`, an object that exists is not changed.',
    schema: { type: 'string', const: '*' },
  },
]

function requestBody(body: NonNullable<AnyOperation['body']>): JsonSchema {
  const content = { schema: bodySchema(body) }
  if ('patchOf' in body) {
    // https://www.rfc-editor.org/rfc/rfc7396#section-4
    return { required: true, content: { 'application/merge-patch+json': content, 'application/json': content } }
  }
  return { required: !('optional' in body && body.optional), content: { 'application/json': content } }
}

const descriptions = {
  200: 'It is done, or a dry run says what would be done.',
  201: 'It is created.',
  202: 'It has begun.',
  204: 'It is done.',
}

function response(status: keyof typeof descriptions, answer: Answered): JsonSchema {
  const description = answer !== undefined && ('pageOf' in answer || 'resource' in answer) ? 'It is read.' : descriptions[status]
  if (answer === undefined) return { description }
  const text = { type: 'string' }
  const headers = {
    ...('resource' in answer || 'changeOf' in answer ? { ETag: { description: 'The version of the object.', schema: text } } : {}),
    ...(status === 201 ? { Location: { description: 'The path of the object.', schema: text } } : {}),
  }
  return {
    description,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    content: { 'application/json': { schema: answerSchema(answer) } },
  }
}

const retryAfter = ['Retry-After', 'After how many seconds to try again.'] as const

/** The errors of the API. Every operation may answer with those that have no condition here. */
const errors: Readonly<
  Record<
    string,
    {
      readonly name: string
      readonly description: string
      readonly header?: readonly [name: string, description: string]
      readonly of?: (route: AnyRoute, operation: AnyOperation, method: string) => boolean
    }
  >
> = {
  400: { name: 'Malformed', description: 'The request is malformed, or what it asks for is not allowed. The details name the members.' },
  401: {
    name: 'Unauthenticated',
    description: 'The access token is missing, expired or revoked, or the operation needs a fresh proof of the person.',
    header: ['WWW-Authenticate', 'A challenge; for a fresh proof with `acr_values` and `max_age` (RFC 9470).'],
  },
  403: { name: 'Forbidden', description: 'The roles of the caller do not allow it.' },
  404: {
    name: 'Unknown',
    description: 'The object does not exist, or the caller may not read it.',
    // A policy has a path without parameters, and need not exist.
    of: (route, { answer, conditional = false }) =>
      parametersOf(route).length > 0 || conditional || (answer !== undefined && 'resource' in answer),
  },
  409: { name: 'Taken', description: 'The id or another unique value is taken.', of: (_route, { body }) => body !== undefined },
  412: {
    name: 'Stale',
    description: 'The object was changed by another request, or a condition of the request does not hold.',
    of: (_route, { conditional = false, body }) => conditional || (body !== undefined && 'entry' in body),
  },
  413: { name: 'TooLarge', description: 'The body is larger than 64 MiB.', of: (_route, { body }) => body !== undefined },
  429: {
    name: 'TooManyRequests',
    description: 'The user made too many changes within a minute.',
    header: retryAfter,
    of: (_route, _operation, method) => method !== 'GET',
  },
  503: { name: 'Unavailable', description: 'The database does not answer.', header: retryAfter },
}

function errorsOf(route: AnyRoute, operation: AnyOperation, method: string): Readonly<Record<string, JsonSchema>> {
  const possible = Object.entries(errors).filter(([, { of }]) => of === undefined || of(route, operation, method))
  return Object.fromEntries(possible.map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]))
}

/** The names of the errors by their statuses. */
export const errorNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(errors).map(([status, { name }]) => [status, name]),
)

function headerOf([name, description]: readonly [name: string, description: string]): JsonSchema {
  return { [name]: { description, schema: { type: 'string' } } }
}

/** The answers that errors refer to. */
export const errorResponses: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.values(errors).map(({ name, description, header }) => [
    name,
    {
      description,
      ...(header === undefined ? {} : { headers: headerOf(header) }),
      content: { 'application/json': { schema: reference('Error') } },
    },
  ]),
)
