// One object of the instance as the API sees it: where it is stored, how its entry is read, and how the engine changes it.
import type { ResourceReference } from '@symbolon/core-protocol'
import { orgPolicies } from '@symbolon/provisioning'
import type { EntryChange } from '@symbolon/provisioning'
import {
  documentOrgSchema,
  instanceLists,
  instanceMemberSchema,
  instanceSettingsSchema,
  isJsonObject,
  orgEntrySchema,
} from '@symbolon/schema-v2'
import type { InstanceListMember, InstanceSettings, JsonObject, MessageSchema } from '@symbolon/schema-v2'
import { resourceKeyOf } from './managed-lists.ts'
import type { ManagedList } from './managed-lists.ts'

/** An object, stored or not. */
export interface Target {
  readonly reference: ResourceReference
  /** The organization of the path; undefined for what belongs to the instance. */
  readonly orgId: string | undefined
  readonly schema: MessageSchema
  /** The members of the entry that the path gives. An entry may repeat them and may not contradict them. */
  readonly given: Readonly<Record<string, string>>
  /** The members of which an entry names at least one; absent: an entry may be empty. */
  readonly states?: readonly [string, ...string[]]
  /** @returns the member of an entry that is a separate object in this API, with the list that takes it; undefined without one */
  readonly apart?: (entry: JsonObject) => { readonly field: string; readonly list: string } | undefined
  /** @returns what brings the object to the state of the entry */
  readonly put: (entry: JsonObject) => EntryChange
  /** @returns what removes the object; undefined where it cannot be removed */
  readonly remove: (stored: JsonObject) => EntryChange | undefined
}

/** @returns an entry of a list, by the parts of its path below the list */
export function entryTarget(list: ManagedList, orgId: string, parts: readonly string[]): Target {
  const given = Object.fromEntries(list.id.flatMap((name, index) => (parts[index] === undefined ? [] : [[name, parts[index]]])))
  // The entry has been read by the schema of the list. The compiler cannot follow that.
  const put = (entry: JsonObject): EntryChange => ({ org: { orgId, [list.member]: [entry] } }) as EntryChange
  return {
    reference: { kind: list.kind, key: resourceKeyOf(list, orgId, parts) },
    orgId,
    schema: list.schema,
    given,
    ...(list.member === 'humanUsers' ? { apart: linksInside } : {}),
    put,
    remove: (stored) => put({ ...stored, ...given, state: list.removedState }),
  }
}

/** A change of a user would make links whose rights, proof and report are not those of the user. */
function linksInside({ user }: JsonObject): ReturnType<NonNullable<Target['apart']>> {
  const links = isJsonObject(user) ? user['idps'] : undefined
  return Array.isArray(links) && links.length > 0 ? { field: 'user.idps', list: 'userLinks' } : undefined
}

/** @returns an organization */
export function orgTarget(orgId: string): Target {
  const put = (entry: JsonObject): EntryChange => ({ org: { ...entry, orgId } })
  return {
    reference: { kind: 'org', key: [orgId] },
    orgId,
    schema: orgEntrySchema,
    given: { orgId },
    states: ['org', 'orgState'],
    put,
    remove: () => put({ orgState: 'ORG_STATE_REMOVED' }),
  }
}

/** The policies of organizations by their names, which are segments of the path. */
export const orgPolicySchemas: ReadonlyMap<string, MessageSchema> = new Map(
  orgPolicies.map((name): [string, MessageSchema] => [name, documentOrgSchema.fields[name]]),
)

/** @returns a policy of an organization */
export function orgPolicyTarget(orgId: string, policy: string, schema: MessageSchema): Target {
  return {
    reference: { kind: 'orgPolicy', key: [orgId, policy] },
    orgId,
    schema,
    given: {},
    put: (entry) => ({ org: { orgId, [policy]: entry } }),
    remove: () => ({ orgId, resetPolicy: policy }),
  }
}

/** The policies of the instance by their names. */
export const instancePolicySchemas: ReadonlyMap<string, MessageSchema> = new Map<string, MessageSchema>(
  instancePolicyNames().map((name) => [name, instanceSettingsSchema.fields[name]]),
)

type InstancePolicyName = Extract<keyof InstanceSettings, `${string}Policy`>

function instancePolicyNames(): readonly InstancePolicyName[] {
  const isPolicy = (name: string): name is InstancePolicyName => name.endsWith('Policy')
  return Object.keys(instanceSettingsSchema.fields).filter(isPolicy)
}

/** @returns an identity provider of the instance, or its texts of one kind and language */
export function instanceEntryTarget(member: InstanceListMember, id: string): Target {
  const given = { [instanceLists.find((list) => list.member === member)?.id ?? 'language']: id }
  const put = (entry: JsonObject): EntryChange => ({ instance: { instance: { [member]: [entry] } } })
  return {
    reference: member === 'oidcIdps' ? { kind: 'instanceOidcIdp', key: [id] } : { kind: 'instanceText', key: [member, id] },
    orgId: undefined,
    schema: instanceSettingsSchema.fields[member].item,
    given,
    put,
    remove: (stored) => put({ ...stored, ...given, state: 'STATE_REMOVED' }),
  }
}

/** @returns a policy of the instance: the default of every organization */
export function instancePolicyTarget(policy: string, schema: MessageSchema): Target {
  return {
    reference: { kind: 'instancePolicy', key: [policy] },
    orgId: undefined,
    schema,
    given: {},
    put: (entry) => ({ instance: { instance: { [policy]: entry } } }),
    remove: () => ({ resetPolicy: policy }),
  }
}

/** @returns a member of the instance */
export function instanceMemberTarget(userId: string): Target {
  const put = (entry: JsonObject): EntryChange => ({ instance: { instanceMembers: [{ ...entry, userId }] } })
  return {
    reference: { kind: 'instanceMember', key: [userId] },
    orgId: undefined,
    schema: instanceMemberSchema,
    given: { userId },
    put,
    remove: (stored) => put({ ...stored, state: 'STATE_REMOVED' }),
  }
}
