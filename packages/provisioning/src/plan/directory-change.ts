// The change of the directory that follows from the rows of a plan.
import { nameOfResource } from '@symbolon/core-protocol'
import type { DirectoryChange, Resource, ResourceIdentity, ResourceReference } from '@symbolon/core-protocol'
import type { PreparedResource } from '../prepare/prepared-resource.ts'
import { twinsOf } from './existence.ts'
import type { Lookup } from './existence.ts'
import type { PlannedAction, PlannedResource } from './planned-resource.ts'
import { ownedProviders } from './rights.ts'

/** @returns what a plan changes in the directory, and what that was decided with */
export function changeOf(rows: readonly PlannedResource[], stored: Lookup): DirectoryChange {
  const rowsOf = (...actions: readonly PlannedAction[]): readonly PreparedResource[] =>
    rows.filter(({ action }) => actions.includes(action)).map(({ prepared }) => prepared)
  return {
    put: rowsOf('create', 'update').map(resourceOf),
    remove: rowsOf('remove').map(({ desired: { kind, key } }) => ({ kind, key })),
    decidedWith: identitiesOf(rowsOf('create', 'update', 'remove'), stored),
    absent: rowsOf('create').flatMap(({ desired: { kind, key } }) => (stored.has(nameOfResource({ kind, key })) ? [] : [{ kind, key }])),
  }
}

/** What the changes write, the providers whose id they take, and what they refer to unless the plan creates it. */
function identitiesOf(changed: readonly PreparedResource[], stored: Lookup): readonly ResourceIdentity[] {
  const identities = new Map<string, ResourceIdentity>()
  const add = ({ kind, key }: ResourceReference, mayBeAbsent: boolean): void => {
    const name = nameOfResource({ kind, key })
    const found = stored.get(name)
    if (identities.has(name) || (found === undefined && !mayBeAbsent)) return
    const was =
      found === undefined ? {} : { was: { ...(found.orgId === undefined ? {} : { orgId: found.orgId }), createdAt: found.createdAt } }
    identities.set(name, { kind, key, ...was })
  }
  for (const { desired } of changed) {
    add(desired, true)
    // All other twins would share the row.
    for (const twin of twinsOf(desired)) if ([desired.kind, twin.kind].includes('instanceOidcIdp')) add(twin, true)
    for (const { anyOf } of desired.references) for (const reference of anyOf) add(reference, false)
    // The right to a link depends on whose its provider is.
    if (desired.kind === 'userLink') for (const provider of ownedProviders(desired.key[1] ?? '')) add(provider, false)
  }
  return [...identities.values()]
}

function resourceOf({ desired: { kind, key, orgId, ownName }, content, secrets }: PreparedResource): Resource {
  return {
    kind,
    key,
    ...(ownName === undefined ? {} : { ownName }),
    ...(orgId === undefined ? {} : { orgId }),
    content,
    ...(Object.keys(secrets).length === 0 ? {} : { secrets }),
  }
}
