// The names of the people and objects that events are about. The trail itself holds ids alone: a user who was removed has no name any more.
import { resourceKeys } from '@symbolon/core-protocol'
import type { Resource, ResourceKind, ResourceReference, StoredAuditEvent } from '@symbolon/core-protocol'
import { isJsonObject } from '@symbolon/schema-v2'
import type { Management } from './context.ts'
import { findReadable } from './read.ts'

/** Finds the names of what an event mentions. Undefined: there is none, or the caller may not read it. */
export interface EventNames {
  user(id: string | undefined): string | undefined
  /** The part of the id that identifies the object among others of its kind, if it has no name. */
  subject(subject: NonNullable<StoredAuditEvent['subject']>): string
  client(clientId: string | undefined): string | undefined
  org(orgId: string | undefined): string | undefined
}

/** Reads the names for a page of events. */
export async function namesFor(events: readonly StoredAuditEvent[], management: Management): Promise<EventNames> {
  const { directory } = management.context.stores
  const clientIds = [...new Set(events.flatMap(({ clientId }) => clientId ?? []))]
  const holders = new Map(await Promise.all(clientIds.map(async (id) => [id, await directory.findClientId(id)] as const)))
  const mentioned = events.flatMap(({ actorId, subject }) => [...(actorId === undefined ? [] : usersOf(actorId)), ...referencesOf(subject)])
  const orgs = events.flatMap(({ orgId }) => (orgId === undefined ? [] : [orgReference(orgId)]))
  const references = [...mentioned, ...orgs, ...[...holders.values()].filter((holder) => holder !== undefined)]
  const distinct = new Map(references.map((reference) => [keyOf(reference), reference]))
  const found = await findReadable([...distinct.values()], management)
  const names = new Map(found.map((resource) => [keyOf(resource), nameOf(resource)]))
  const first = (wanted: readonly ResourceReference[]): string | undefined =>
    wanted.map((reference) => names.get(keyOf(reference))).find((name) => name !== undefined)
  return {
    user: (id) => (id === undefined ? undefined : first(usersOf(id))),
    subject: (subject) => first(referencesOf(subject)) ?? idWithin(subject),
    client(clientId) {
      const holder = clientId === undefined ? undefined : holders.get(clientId)
      return holder === undefined ? undefined : first([holder])
    },
    org: (orgId) => (orgId === undefined ? undefined : first([orgReference(orgId)])),
  }
}

function orgReference(orgId: string): ResourceReference {
  return { kind: 'org', key: [orgId] }
}

function usersOf(id: string): readonly ResourceReference[] {
  return [
    { kind: 'humanUser', key: [id] },
    { kind: 'machineUser', key: [id] },
  ]
}

/** The id of a subject is the key of the object; for what belongs to a user it may be the id of the user. */
function referencesOf(subject: StoredAuditEvent['subject']): readonly ResourceReference[] {
  if (subject === undefined) return []
  const { kind, id } = subject
  if (kind === 'user' || kind === 'userLink') return usersOf(id)
  if (!isResourceKind(kind)) return []
  const key = id.split('/')
  if (key.length !== resourceKeys[kind].length) return []
  // A member is shown by the name of the user.
  const userAt = kind.endsWith('Member') ? resourceKeys[kind].indexOf('userId') : -1
  return userAt === -1 ? [{ kind, key }] : usersOf(key[userAt] ?? '')
}

/** @returns the part of the id that identifies the object; for an object of an organization, what follows the id of the organization */
function idWithin({ kind, id }: NonNullable<StoredAuditEvent['subject']>): string {
  const [first, ...others] = isResourceKind(kind) ? resourceKeys[kind] : []
  return first === 'orgId' && others.length > 0 ? id.slice(id.indexOf('/') + 1) : id
}

function isResourceKind(kind: string): kind is ResourceKind {
  return Object.hasOwn(resourceKeys, kind)
}

function keyOf({ kind, key }: ResourceReference): string {
  return JSON.stringify([kind, ...key])
}

/** @returns the name of an object as people know it; undefined if it has none */
function nameOf({ content }: Pick<Resource, 'content'>): string | undefined {
  const inner = [content, ...Object.values(content).filter(isJsonObject)]
  for (const each of inner) {
    const profile = isJsonObject(each['profile']) ? each['profile'] : {}
    const { firstName = '', lastName = '' } = profile
    const names = [
      profile['displayName'],
      `${String(firstName)} ${String(lastName)}`.trim(),
      each['displayName'],
      each['name'],
      each['userName'],
    ]
    const name = names.find((value): value is string => typeof value === 'string' && value !== '')
    if (name !== undefined) return name
  }
  return undefined
}
