// The operations of resources: to list, read, create, change and remove objects of one kind.
import { directoryFilters, json, searchedKinds } from '@symbolon/core-protocol'
import type { Answer, DirectoryFilter, HttpRequest, ResourceKind } from '@symbolon/core-protocol'
import { readJsonBody, RestError } from '@symbolon/rest'
import { isJsonObject } from '@symbolon/schema-v2'
import type { MessageSchema } from '@symbolon/schema-v2'
import { patchResource, putResource, removeResource } from '../operations/change.ts'
import type { Changed, ChangeOptions } from '../operations/change.ts'
import { getResource, listResources, shown } from '../operations/read.ts'
import type { ListQuery } from '../operations/read.ts'
import { entityTag, ifAbsent } from '../resources/entity-tag.ts'
import type { Target } from '../resources/target.ts'
import {
  cursorParameter,
  dryRunParameter,
  limitParameter,
  readFlag,
  readLimit,
  readSearch,
  searchParameter,
  stateParameter,
} from './query.ts'
import type { QueryParameter } from './query.ts'
import { managementPath } from './route.ts'
import type { Call, Operation, Route } from './route.ts'

/** What a dry run of a removal answers. */
const removalSchema = {
  title: 'PlannedRemoval',
  description: 'What a removal would do.',
  type: 'object',
  additionalProperties: false,
  required: ['action'],
  properties: { action: { type: 'string', enum: ['changed', 'removed', 'same'] } },
}

/** What the operations of one kind of object share. */
export interface Resources {
  readonly group: string
  /** In operation ids: `OidcApps`. */
  readonly plural: string
  readonly singular: string
  /** In sentences: `OIDC apps`, `an OIDC app`. */
  readonly many: string
  readonly one: string
  readonly kind: ResourceKind
  readonly schema: MessageSchema
  readonly targetOf: (parameters: Call['parameters']) => Target
  /** @returns the path of an object below `managementPath` */
  readonly pathOf: (target: Target) => string
}

/** Which resources a list holds. */
export interface Listed {
  readonly kind: ResourceKind
  /** Filters that the path gives: all texts are of one kind. */
  readonly of?: ListQuery['of']
  readonly queryOf: (parameters: Call['parameters']) => Pick<ListQuery, 'orgId'>
}

/** @returns the operation that lists resources, page by page */
export function listOperation(
  { plural, many, schema, pathOf }: Resources,
  { kind, queryOf, of: fixed = {} }: Listed,
  targetOf: (stored: Awaited<ReturnType<typeof listResources>>['items'][number]) => Target,
): Operation {
  const filters = (directoryFilters[kind] ?? []).filter((name) => fixed[name] === undefined)
  const searched = searchedKinds.includes(kind)
  return {
    id: `list${plural}`,
    permission: { action: 'list', subject: kind },
    summary: `Lists ${many} page by page, in the order of their ids`,
    query: [limitParameter, cursorParameter, ...filters.map(filterParameter), ...(searched ? [searchParameter, stateParameter] : [])],
    answer: { pageOf: schema },
    status: 200,
    async handle({ parameters, query, management }) {
      const of = Object.fromEntries(filters.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])))
      const cursor = query.get('cursor')
      const { items, next } = await listResources(
        {
          kind,
          ...queryOf(parameters),
          of: { ...of, ...fixed },
          limit: readLimit(query),
          ...(cursor === undefined ? {} : { cursor }),
          ...readSearch(query),
        },
        management,
      )
      return json(200, {
        items: items.map((stored) => {
          const target = targetOf(stored)
          return { ...shown(stored, target, `${managementPath}${pathOf(target)}`), etag: entityTag(stored) }
        }),
        ...(next === undefined ? {} : { next }),
      })
    },
  }
}

function filterParameter(name: DirectoryFilter): QueryParameter {
  return { name, description: `Only the entries with this ${name}.`, schema: { type: 'string' } }
}

/** @param removable whether the object is removed as a whole; a policy is reset to that of the instance, or to the built-in one */
export function objectOperations(resources: Resources, removable: boolean): Route['operations'] {
  const { kind, singular, one, schema, targetOf, pathOf } = resources
  const changing = [dryRunParameter]
  return {
    GET: {
      id: `get${singular}`,
      permission: { action: 'get', subject: kind },
      summary: `Reads ${one}`,
      answer: { resource: schema },
      status: 200,
      async handle({ parameters, management }) {
        const target = targetOf(parameters)
        const stored = await getResource(target, management)
        return json(200, shown(stored, target, `${managementPath}${pathOf(target)}`), { etag: entityTag(stored) })
      },
    },
    PUT: {
      id: `put${singular}`,
      permission: { plans: kind },
      summary: `Creates ${one}, or brings it to the state of the body`,
      query: changing,
      body: { entry: schema },
      conditional: true,
      answer: { changeOf: schema },
      status: 200,
      otherAnswers: [[201, { changeOf: schema }]],
      async handle(call) {
        const target = targetOf(call.parameters)
        const body = await readJsonBody(call.request)
        return changeAnswer(target, await putResource(target, body, optionsOf(call), call.management), pathOf(target))
      },
    },
    PATCH: {
      id: `patch${singular}`,
      permission: { plans: kind },
      summary: `Changes ${one} by a JSON Merge Patch`,
      query: changing,
      body: { patchOf: schema },
      conditional: true,
      answer: { changeOf: schema },
      status: 200,
      async handle(call) {
        const target = targetOf(call.parameters)
        const patch = await readJsonBody(asJson(call.request))
        return changeAnswer(target, await patchResource(target, patch, optionsOf(call), call.management), pathOf(target))
      },
    },
    DELETE: {
      permission: { plans: kind },
      id: removable ? `delete${singular}` : `reset${singular}`,
      summary: removable ? `Removes ${one}, and everything that belongs to it` : `Gives ${one} up, so that the default holds again`,
      query: changing,
      conditional: true,
      status: 204,
      otherAnswers: [[200, { json: removalSchema }]],
      async handle(call) {
        const options = optionsOf(call)
        const changed = await removeResource(targetOf(call.parameters), options, call.management)
        return options.dryRun ? json(200, { action: changed.action }) : { status: 204, fields: {}, body: null }
      },
    },
  }
}

/** @returns the operations with other ids */
export function renamed(operations: Route['operations'], suffix: string): Route['operations'] {
  return Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => [method, { ...operation, id: `${operation.id}${suffix}` }]),
  )
}

/** A new object whose id the server chooses. */
export function createOperation(
  { kind, singular, one, schema, pathOf }: Resources,
  targetOf: (parameters: Call['parameters'], id: string) => Target,
): Operation {
  return {
    id: `create${singular}`,
    permission: { plans: kind },
    summary: `Creates ${one} under an id that the server chooses`,
    query: [dryRunParameter],
    body: { entry: schema },
    answer: { changeOf: schema },
    status: 201,
    async handle(call) {
      // A client that repeats a request would create a second object. With PUT it chooses the id and may repeat at will.
      if (call.request.header('idempotency-key') !== undefined) {
        throw new RestError('query_malformed', 'Idempotency-Key is not supported. Choose an id, and use PUT.')
      }
      const { management, request } = call
      const target = targetOf(call.parameters, management.context.randomToken().slice(0, 22))
      const body = await readJsonBody(request)
      if (isJsonObject(body) && Object.keys(target.given).some((name) => body[name] !== undefined)) {
        throw new RestError('entry_invalid', 'The body has an id. Use PUT with this id in the path, or leave it out.')
      }
      const options = { ...optionsOf(call), conditions: ifAbsent, idGenerated: true }
      return changeAnswer(target, await putResource(target, body, options, management), pathOf(target))
    },
  }
}

function optionsOf({ request, query }: Call): ChangeOptions {
  return {
    conditions: { ifMatch: request.header('if-match'), ifNoneMatch: request.header('if-none-match') },
    dryRun: readFlag(query, 'dry_run'),
  }
}

/** A merge patch has a separate media type; plain JSON is accepted too. https://www.rfc-editor.org/rfc/rfc7396#section-4 */
function asJson(request: HttpRequest): HttpRequest {
  const type = request.header('content-type')
  if (type === undefined || !/^application\/merge-patch\+json\s*(;|$)/i.test(type)) return request
  return { ...request, body: request.body, header: (name) => (name === 'content-type' ? 'application/json' : request.header(name)) }
}

function changeAnswer(target: Target, { action, changed, generated, notices, stored }: Changed, path: string): Answer {
  const place = `${managementPath}${path}`
  const body = {
    ...(stored === undefined ? { path: place } : shown(stored, target, place)),
    action,
    changed,
    ...(Object.keys(generated).length === 0 ? {} : { generated }),
    ...(notices.length === 0 ? {} : { notices }),
  }
  const created = action === 'created'
  return json(created ? 201 : 200, body, {
    ...(stored === undefined ? {} : { etag: entityTag(stored) }),
    ...(created ? { location: place } : {}),
  })
}
