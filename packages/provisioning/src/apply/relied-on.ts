// Finds the objects of organizations on which the instance relies. An administrator of the organization alone may neither redirect nor remove
// them.
import { nameOfResource } from '@symbolon/core-protocol'
import type { DirectoryQuery, DirectoryStore, Resource } from '@symbolon/core-protocol'
import { stateMembers } from '@symbolon/permissions'
import type { DesiredResource } from '../desired/desired-resource.ts'
import { isIdentityProvider } from '../plan/existence.ts'
import type { Lookup } from '../plan/existence.ts'

/**
 * @returns the names (`nameOfResource`) of the objects on which the instance relies: identity providers (`findTrustedProviders`), projects with an
 *   application whose tokens are for the management API, and organizations with any of these or with a member of the instance
 */
export async function findReliedOn(
  directory: DirectoryStore,
  resources: readonly DesiredResource[],
  stored: Lookup,
): Promise<ReadonlySet<string>> {
  const providers = new Set(resources.filter(({ kind }) => isIdentityProvider(kind)).map(({ key: [id = ''] }) => id))
  const trusted = new Set(providers.size === 0 ? [] : await directory.findTrustedProviders([...providers]))
  const ending = resources.filter((desired) => mayEnd(desired, stored))
  const homes = ending.some(({ kind }) => kind === 'org') ? await homesOfMembers(directory) : new Set<string>()
  const found = new Set<string>()
  for (const desired of resources) {
    if (isIdentityProvider(desired.kind) && trusted.has(desired.key[0] ?? '')) found.add(nameOfResource(desired))
  }
  for (const desired of ending) {
    const { kind, orgId, key } = desired
    const [id = ''] = key
    const isReliedOn =
      kind === 'org'
        ? homes.has(id) || (await hasTrustedProvider(directory, id)) || (await hasManagementApp(directory, { orgId: id }))
        : await hasManagementApp(directory, { of: { projectId: id }, ...(orgId === undefined ? {} : { orgId }) })
    if (isReliedOn) found.add(nameOfResource(desired))
  }
  return found
}

/** Whether a stored organization or project may be removed, or change its state. */
function mayEnd(desired: DesiredResource, stored: Lookup): boolean {
  if (desired.kind !== 'org' && desired.kind !== 'project') return false
  const existing = stored.get(nameOfResource(desired))
  if (existing === undefined) return false
  return desired.removed || stateMembers.some((member) => existing.content[member] !== desired.content[member])
}

/** The organizations of the members of the instance. */
async function homesOfMembers(directory: DirectoryStore): Promise<ReadonlySet<string>> {
  const members = await directory.list('instanceMember', undefined)
  const users = await directory.find(
    members.flatMap(({ key }) => [
      { kind: 'humanUser' as const, key },
      { kind: 'machineUser' as const, key },
    ]),
  )
  return new Set(users.flatMap(({ orgId }) => orgId ?? []))
}

async function hasTrustedProvider(directory: DirectoryStore, orgId: string): Promise<boolean> {
  const providers = await Promise.all([directory.list('oidcIdp', orgId), directory.list('jwtIdp', orgId)])
  const ids = providers.flat().map(({ key: [id = ''] }) => id)
  return ids.length > 0 && (await directory.findTrustedProviders(ids)).length > 0
}

const pageSize = 200

async function hasManagementApp(directory: DirectoryStore, place: Pick<DirectoryQuery, 'orgId' | 'of'>): Promise<boolean> {
  for (const kind of ['oidcApp', 'apiApp'] as const) {
    let after: Resource['key'] | undefined
    do {
      const page = await directory.page({ kind, ...place, limit: pageSize, ...(after === undefined ? {} : { after }) })
      if (page.some(({ content }) => content['managementAccess'] === true)) return true
      after = page.length < pageSize ? undefined : page.at(-1)?.key
    } while (after !== undefined)
  }
  return false
}
