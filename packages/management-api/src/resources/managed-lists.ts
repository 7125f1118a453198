// The lists of an organization as the API serves them. One table decides paths, schemas and kinds; routes and documentation come from it.
import { canonicalDomain, resourceKeys } from '@symbolon/core-protocol'
import type { ResourceKind } from '@symbolon/core-protocol'
import type { ListMember } from '@symbolon/provisioning'
import { documentOrgSchema, orgResourceLists } from '@symbolon/schema-v2'
import type { MessageSchema } from '@symbolon/schema-v2'
import { listKinds } from '@symbolon/transfer'

/** A list of an organization. */
export interface ManagedList {
  /** The member of the document, which is a segment of the path. */
  readonly member: ListMember
  readonly kind: ResourceKind
  /** The schema of an entry. */
  readonly schema: MessageSchema
  /** The members of an entry that identify it in its organization: further segments of the path, in this order. */
  readonly id: readonly string[]
  /** Whether the last part of the id may be absent. */
  readonly lastIsOptional: boolean
  /** Whether the API can choose the id of a new entry: it has one part that nothing else determines. */
  readonly choosesId: boolean
  /** The value of `state` that removes an entry. */
  readonly removedState: 'STATE_REMOVED' | 'USER_STATE_DELETED'
}

/** Lists whose only id part is not free: it names a user, a domain, a language. */
const namedLists: readonly ListMember[] = ['domains', 'orgMembers']

function managedList({ member, id }: (typeof orgResourceLists)[number]): ManagedList {
  const kind = listKinds[member]
  const isUser = kind === 'humanUser' || kind === 'machineUser'
  return {
    member,
    kind,
    schema: documentOrgSchema.fields[member].item,
    id,
    lastIsOptional: member === 'userGrants',
    choosesId: id.length === 1 && kind !== 'orgText' && !namedLists.includes(member),
    removedState: isUser ? 'USER_STATE_DELETED' : 'STATE_REMOVED',
  }
}

/** Only users create passkeys, and only documents bring removed ids. */
const unmanaged: readonly ListMember[] = ['passkeys', 'removedIds']

/** The lists of an organization that the API serves, in the order of the document. */
export const managedLists: readonly ManagedList[] = orgResourceLists.filter(({ member }) => !unmanaged.includes(member)).map(managedList)

/** @returns the key of the stored resource for the parts of a path below an organization */
export function resourceKeyOf({ kind, member, id }: ManagedList, orgId: string, parts: readonly string[]): readonly string[] {
  const padded = id.map((_, index) => parts[index] ?? '')
  if (kind === 'orgText') return [orgId, member, ...padded]
  if (kind === 'orgDomain') return [orgId, ...padded.map(canonicalDomain)]
  if (resourceKeys[kind][0] === 'orgId') return [orgId, ...padded]
  // The project of a grant's member is repeated by the document. The grant alone identifies it.
  return kind === 'projectGrantMember' ? padded.slice(1) : padded
}

/** @returns the parts of the path of an entry below its list */
export function pathPartsOf({ id }: ManagedList, entry: Readonly<Record<string, unknown>>): readonly string[] {
  return id.map((name) => entry[name]).filter((part) => typeof part === 'string')
}
