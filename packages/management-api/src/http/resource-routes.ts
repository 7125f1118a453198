// The routes of resources: organizations, their lists and policies, and the policies, lists and members of the instance.
import { instanceLists, instanceMemberSchema, instanceSettingsSchema, orgEntrySchema } from '@symbolon/schema-v2'
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
import type { Route } from './route.ts'

import { createOperation, listOperation, objectOperations, renamed } from './resource-operations.ts'
import type { Listed, Resources } from './resource-operations.ts'

/** The routes of all resources. */
export const resourceRoutes: readonly Route[] = [
  ...orgRoutes(),
  ...managedLists.flatMap(listRoutes),
  ...policyRoutes(),
  ...instanceLists.flatMap(instanceListRoutes),
  ...instanceMemberRoutes(),
]

function orgRoutes(): readonly Route[] {
  const resources: Resources = {
    group: 'Organizations',
    plural: 'Orgs',
    singular: 'Org',
    many: 'organizations',
    one: 'an organization',
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
    ...sentenceNames(member),
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

/** @returns the names of a list and of its entries within a sentence: `OIDC apps` and `an OIDC app` */
function sentenceNames(member: string, of: string = ''): Pick<Resources, 'many' | 'one'> {
  const words = wordsOf(member)
  const many = /^[A-Z]{2}/.test(words) ? words : `${words.charAt(0).toLowerCase()}${words.slice(1)}`
  if (!many.endsWith('s')) return { many: `${many}${of}`, one: `a value of ${many}${of}` }
  return { many: `${many}${of}`, one: `${/^[aeiouAO]/.test(many) && !many.startsWith('user') ? 'an' : 'a'} ${many.slice(0, -1)}${of}` }
}

function policyNames(policy: string, of: string): Pick<Resources, 'many' | 'one'> {
  const words = wordsOf(policy).toLowerCase()
  return { many: `${words} of ${of}`, one: `the ${words} of ${of}` }
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
            ...policyNames(policy, 'an organization'),
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
            ...policyNames(policy, 'the instance'),
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
    group: member === 'oidcIdps' ? 'Identity providers of the instance' : `${wordsOf(member)} of the instance`,
    plural: name,
    singular: name.replace(/s$/, ''),
    ...sentenceNames(member, ' of the instance'),
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
    many: 'members of the instance',
    one: 'a member of the instance',
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
