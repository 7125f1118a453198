// The routes of resources: organizations, their lists and policies, and the policies, lists and members of the instance.
import { readJsonBody, RestError } from '@symbolon/admin-api'
import { directoryFilters, json, searchedKinds } from '@symbolon/core-protocol'
import type { Answer, DirectoryFilter, HttpRequest, ResourceKind } from '@symbolon/core-protocol'
import { instanceLists, instanceMemberSchema, instanceSettingsSchema, isJsonObject, orgEntrySchema } from '@symbolon/schema-v2'
import type { MessageSchema } from '@symbolon/schema-v2'
import { patchResource, putResource, removeResource } from '../operations/change.ts'
import type { Changed, ChangeOptions } from '../operations/change.ts'
import { getResource, listResources, shown } from '../operations/read.ts'
import type { ListQuery } from '../operations/read.ts'
import { entityTag } from '../resources/entity-tag.ts'
import { managedLists, pathPartsOf } from '../resources/managed-lists.ts'
import type { ManagedList } from '../resources/managed-lists.ts'
import {
  entryTarget,
  instanceEntryTarget,
  instanceMemberTarget,
  instancePolicySchemas,
  instancePolicyTarget,
  orgPolicySchemas,
  orgPolicyTarget,
  orgTarget,
} from '../resources/target.ts'
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
  type: 'object',
  additionalProperties: false,
  required: ['action'],
  properties: { action: { type: 'string', enum: ['changed', 'removed', 'same'] } },
}

/** The routes of all resources. */
export const resourceRoutes: readonly Route[] = [
  ...orgRoutes(),
  ...managedLists.flatMap(listRoutes),
  ...policyRoutes(),
  ...instanceLists.flatMap(instanceListRoutes),
  ...instanceMemberRoutes(),
]

/** What the operations of one kind of object share. */
interface Resources {
  readonly group: string
  /** In operation ids: `OidcApps`. */
  readonly plural: string
  readonly singular: string
  readonly kind: ResourceKind
  readonly schema: MessageSchema
  readonly targetOf: (parameters: Call['parameters']) => Target
  /** @returns the path of an object below `managementPath` */
  readonly pathOf: (target: Target) => string
}

function orgRoutes(): readonly Route[] {
  const resources: Resources = {
    group: 'Organizations',
    plural: 'Orgs',
    singular: 'Org',
    kind: 'org',
    schema: orgEntrySchema,
    targetOf: ({ orgId = '' }) => orgTarget(orgId),
    pathOf: ({ orgId = '' }) => `/orgs/${encodeURIComponent(orgId)}`,
  }
  return [
    {
      path: '/orgs',
      group: resources.group,
      operations: {
        GET: listOperation(resources, { kind: 'org', queryOf: () => ({}) }, ({ key: [orgId = ''] }) => orgTarget(orgId)),
        POST: createOperation(resources, (_parameters, orgId) => orgTarget(orgId)),
      },
    },
    { path: '/orgs/:orgId', group: resources.group, operations: objectOperations(resources, true) },
  ]
}

function listRoutes(list: ManagedList): readonly Route[] {
  const { member, id, kind, schema, lastIsOptional, choosesId } = list
  const name = member.charAt(0).toUpperCase() + member.slice(1)
  const resources: Resources = {
    group: wordsOf(member),
    plural: name,
    singular: name.replace(/s$/, ''),
    kind,
    schema,
    targetOf: (parameters) =>
      entryTarget(
        list,
        parameters['orgId'] ?? '',
        id.flatMap((part) => parameters[part] ?? []),
      ),
    pathOf: ({ orgId = '', given }) =>
      ['/orgs', orgId, member, ...pathPartsOf(list, given)].map((part, index) => (index === 0 ? part : encodeURIComponent(part))).join('/'),
  }
  const base = `/orgs/:orgId/${member}`
  const whole = `${base}/${id.map((part) => `:${part}`).join('/')}`
  const targetOf = (entry: Readonly<Record<string, unknown>>, orgId: string): Target => entryTarget(list, orgId, pathPartsOf(list, entry))
  const operations = objectOperations(resources, true)
  return [
    {
      path: base,
      group: resources.group,
      operations: {
        GET: listOperation(
          resources,
          { kind, ...(kind === 'orgText' ? { of: { member } } : {}), queryOf: ({ orgId = '' }) => ({ orgId }) },
          ({ key, content, orgId }) => targetOf({ ...idsOfKey(list, key), ...content }, orgId ?? key[0] ?? ''),
        ),
        ...(choosesId ? { POST: createOperation(resources, ({ orgId = '' }, chosen) => entryTarget(list, orgId, [chosen])) } : {}),
      },
    },
    { path: whole, group: resources.group, operations },
    // A grant without a project grant has two parts.
    ...(lastIsOptional
      ? [{ path: whole.replace(/\/[^/]+$/, ''), group: resources.group, operations: renamed(objectOperations(resources, true), 'Direct') }]
      : []),
  ]
}

/** @returns the name of a list as a heading: `oidcApps` is `OIDC apps` */
function wordsOf(member: string): string {
  const words = member
    .replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
    .replaceAll(/\b(api|jwt|oidc|otp|sms)\b/g, (name) => name.toUpperCase())
  return words.replaceAll(/\bidps\b/g, 'identity providers').replace(/^[a-z]/, (first) => first.toUpperCase())
}

function policyRoutes(): readonly Route[] {
  return [
    ...[...orgPolicySchemas].map(([policy, schema]): Route => {
      const name = policy.charAt(0).toUpperCase() + policy.slice(1)
      return {
        path: `/orgs/:orgId/policies/${policy}`,
        group: 'Policies of organizations',
        operations: objectOperations(
          {
            group: 'Policies of organizations',
            plural: `Org${name}`,
            singular: `Org${name}`,
            kind: 'orgPolicy',
            schema,
            targetOf: ({ orgId = '' }) => orgPolicyTarget(orgId, policy, schema),
            pathOf: ({ orgId = '' }) => `/orgs/${encodeURIComponent(orgId)}/policies/${policy}`,
          },
          false,
        ),
      }
    }),
    ...[...instancePolicySchemas].map(([policy, schema]): Route => {
      const name = policy.charAt(0).toUpperCase() + policy.slice(1)
      return {
        path: `/instance/policies/${policy}`,
        group: 'Policies of the instance',
        operations: objectOperations(
          {
            group: 'Policies of the instance',
            plural: `Instance${name}`,
            singular: `Instance${name}`,
            kind: 'instancePolicy',
            schema,
            targetOf: () => instancePolicyTarget(policy, schema),
            pathOf: () => `/instance/policies/${policy}`,
          },
          false,
        ),
      }
    }),
  ]
}

function instanceListRoutes({ member, id }: (typeof instanceLists)[number]): readonly Route[] {
  const name = `Instance${member.charAt(0).toUpperCase()}${member.slice(1)}`
  const targetOf = (key: string): Target => instanceEntryTarget(member, key)
  const resources: Resources = {
    group: member === 'oidcIdps' ? 'Identity providers of the instance' : 'Texts of the instance',
    plural: name,
    singular: name.replace(/s$/, ''),
    kind: member === 'oidcIdps' ? 'instanceOidcIdp' : 'instanceText',
    schema: instanceSettingsSchema.fields[member].item,
    targetOf: (parameters) => targetOf(parameters[id] ?? ''),
    pathOf: ({ reference }) => `/instance/${member}/${encodeURIComponent(reference.key.at(-1) ?? '')}`,
  }
  const listed: Listed = {
    ...(member === 'oidcIdps' ? { kind: 'instanceOidcIdp' } : { kind: 'instanceText', of: { member } }),
    queryOf: () => ({}),
  }
  return [
    {
      path: `/instance/${member}`,
      group: resources.group,
      operations: {
        GET: listOperation(resources, listed, ({ key }) => targetOf(key.at(-1) ?? '')),
        ...(member === 'oidcIdps' ? { POST: createOperation(resources, (_parameters, chosen) => targetOf(chosen)) } : {}),
      },
    },
    { path: `/instance/${member}/:${id}`, group: resources.group, operations: objectOperations(resources, true) },
  ]
}

function instanceMemberRoutes(): readonly Route[] {
  const resources: Resources = {
    group: 'Members of the instance',
    plural: 'InstanceMembers',
    singular: 'InstanceMember',
    kind: 'instanceMember',
    schema: instanceMemberSchema,
    targetOf: ({ userId = '' }) => instanceMemberTarget(userId),
    pathOf: ({ given }) => `/instance/members/${encodeURIComponent(given['userId'] ?? '')}`,
  }
  return [
    {
      path: '/instance/members',
      group: resources.group,
      operations: {
        GET: listOperation(resources, { kind: 'instanceMember', queryOf: () => ({}) }, ({ key: [userId = ''] }) =>
          instanceMemberTarget(userId),
        ),
      },
    },
    { path: '/instance/members/:userId', group: resources.group, operations: objectOperations(resources, true) },
  ]
}

/** The members of an entry that its stored key holds and its content may leave out. */
function idsOfKey({ id, kind }: ManagedList, key: readonly string[]): Readonly<Record<string, string>> {
  const parts = key.slice(-id.length)
  return kind === 'projectGrantMember' ? {} : Object.fromEntries(id.flatMap((name, index) => (parts[index] ? [[name, parts[index]]] : [])))
}

interface Listed {
  readonly kind: ResourceKind
  /** Filters that the path gives: all texts are of one kind. */
  readonly of?: ListQuery['of']
  readonly queryOf: (parameters: Call['parameters']) => Pick<ListQuery, 'orgId'>
}

function listOperation(
  { plural, schema, pathOf }: Resources,
  { kind, queryOf, of: fixed = {} }: Listed,
  targetOf: (stored: Awaited<ReturnType<typeof listResources>>['items'][number]) => Target,
): Operation {
  const filters = (directoryFilters[kind] ?? []).filter((name) => fixed[name] === undefined)
  const searched = searchedKinds.includes(kind)
  return {
    id: `list${plural}`,
    permission: { action: 'list', subject: kind },
    summary: `Lists ${plural} page by page, in the order of their ids`,
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
function objectOperations(resources: Resources, removable: boolean): Route['operations'] {
  const { kind, singular, schema, targetOf, pathOf } = resources
  const changing = [dryRunParameter]
  return {
    GET: {
      id: `get${singular}`,
      permission: { action: 'get', subject: kind },
      summary: `Reads ${singular}`,
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
      summary: `Creates ${singular}, or brings it to the state of the body`,
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
      summary: `Changes some members of ${singular} (JSON Merge Patch)`,
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
      summary: removable
        ? `Removes ${singular}, and everything that belongs to it`
        : `Gives ${singular} up, so that the default holds again`,
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

function renamed(operations: Route['operations'], suffix: string): Route['operations'] {
  return Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => [method, { ...operation, id: `${operation.id}${suffix}` }]),
  )
}

/** A new object whose id the server chooses. */
function createOperation(
  { kind, singular, schema, pathOf }: Resources,
  targetOf: (parameters: Call['parameters'], id: string) => Target,
): Operation {
  return {
    id: `create${singular}`,
    permission: { plans: kind },
    summary: `Creates ${singular} under an id that the server chooses`,
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
      const options = { ...optionsOf(call), conditions: { ifMatch: undefined, ifNoneMatch: '*' } }
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

/** A merge patch has a media type of its own; plain JSON is accepted too. https://www.rfc-editor.org/rfc/rfc7396#section-4 */
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
