// The authority behind a change of the directory: the system, or a user with the user's current rights.
import type { DirectoryStore, Stores, User } from '@symbolon/core-protocol'
import { callerOf, linkedMembersLimit, may, protectsAtHome, system, theInstance } from '@symbolon/permissions'
import type { Caller, Given } from '@symbolon/permissions'
import type { DesiredResource } from '../desired/desired-resource.ts'
import { isIdentityProvider } from '../plan/existence.ts'
import type { Lookup } from '../plan/existence.ts'
import { usersConcerned } from '../plan/rights.ts'
import type { Rights } from '../plan/rights.ts'
import { noContactFacts, statedAddresses } from '../plan/verified-contacts.ts'
import { findReliedOn } from './relied-on.ts'

/** The authority that decides about each object. */
export interface Authority {
  /** Reads the caller, once for each transaction: the removal of a role takes effect in the next transaction. */
  readonly caller: () => Promise<Caller>
  /** All memberships of users by user id, whether or not they count now. */
  readonly membershipsOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, readonly Given[]>>
}

/** The authority of a command at the database and of documents at start-up: access to the database includes every right. */
export const systemAuthority: Authority = { caller: async () => system, membershipsOf: async () => new Map() }

/**
 * @returns the authority of a user, by the roles that are stored when they are needed. A user who was locked or removed has no authority, nor
 *   does a later user with the same id.
 */
export function userAuthority(
  user: Pick<User, 'id' | 'createdAt'>,
  { memberships, users }: Pick<Stores, 'memberships' | 'users'>,
): Authority {
  return {
    async caller() {
      const active = await users.findActive(user.id)
      return callerOf(user, active?.createdAt === user.createdAt ? await memberships.list(user.id) : [])
    },
    membershipsOf: async (userIds) => await memberships.listOf(userIds),
  }
}

/** Whether the caller may change what all organizations of the instance depend on. */
export function mayChangeInstance(caller: Caller): boolean {
  return may(caller, 'change', 'instancePolicy', theInstance) === undefined
}

/** @returns what the rights to the resources depend on */
export async function readRights(
  { authority, directory }: { readonly authority: Authority; readonly directory: DirectoryStore },
  resources: readonly DesiredResource[],
  stored: Lookup,
): Promise<Rights> {
  const caller = await authority.caller()
  if (caller.kind === 'system')
    return { caller, memberships: new Map(), reliedOn: new Set(), linkedTo: new Map(), contacts: noContactFacts }
  const stated = statedAddresses(resources)
  return {
    caller,
    memberships: await authority.membershipsOf([...usersConcerned(resources, stored)]),
    reliedOn: await findReliedOn(directory, resources, stored),
    contacts: stated.addresses.length === 0 ? noContactFacts : await directory.findContactFacts(stated),
    linkedTo: await findLinked({ authority, directory }, resources),
  }
}

/** Reads the memberships that protect the users who are linked to the identity providers among the resources. */
async function findLinked(
  { authority, directory }: { readonly authority: Authority; readonly directory: DirectoryStore },
  resources: readonly DesiredResource[],
): Promise<Rights['linkedTo']> {
  const found = new Map<string, readonly Given[] | undefined>()
  for (const idpId of new Set(resources.filter(({ kind }) => isIdentityProvider(kind)).map(({ key: [id = ''] }) => id))) {
    const members = await directory.findLinkedMembers([idpId], linkedMembersLimit + 1)
    if (members.length === 0) continue
    const isWhole = members.length <= linkedMembersLimit
    const memberships = isWhole ? await authority.membershipsOf(members.map(({ userId }) => userId)) : undefined
    const protecting = members.flatMap(({ userId, orgId }) =>
      (memberships?.get(userId) ?? []).filter((membership) => protectsAtHome(membership, { orgId })),
    )
    found.set(idpId, isWhole ? protecting : undefined)
  }
  return found
}
