// On which objects of organizations the instance relies. Whoever may change the organization alone may not lead them elsewhere, or end them.
import { nameOfResource } from '@symbolon/core-protocol'
import type { DirectoryStore, Resource } from '@symbolon/core-protocol'
import type { DesiredResource } from '../desired/desired-resource.ts'
import { isIdentityProvider } from '../plan/existence.ts'
import type { Lookup } from '../plan/existence.ts'

/**
 * @returns the names (`nameOfResource`) of those on which the instance relies: identity providers (`findTrustedProviders`), organizations with a
 *   member of the instance, and projects with an application whose tokens are for the management API
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
    const { kind, key } = desired
    const [id = ''] = key
    if (isIdentityProvider(kind) && trusted.has(id)) found.add(nameOfResource(desired))
    if (kind === 'org' && homes.has(id)) found.add(nameOfResource(desired))
  }
  for (const desired of ending)
    if (desired.kind === 'project' && (await hasManagementApp(directory, desired))) found.add(nameOfResource(desired))
  return found
}

/** Whether a stored organization or project may be removed, or change its state. */
function mayEnd(desired: DesiredResource, stored: Lookup): boolean {
  if (desired.kind !== 'org' && desired.kind !== 'project') return false
  const existing = stored.get(nameOfResource(desired))
  if (existing === undefined) return false
  return desired.removed || ['state', 'orgState'].some((member) => existing.content[member] !== desired.content[member])
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

const pageSize = 200

async function hasManagementApp(directory: DirectoryStore, { key: [projectId = ''], orgId }: DesiredResource): Promise<boolean> {
  for (const kind of ['oidcApp', 'apiApp'] as const) {
    let after: Resource['key'] | undefined
    do {
      const place = { ...(orgId === undefined ? {} : { orgId }), of: { projectId }, ...(after === undefined ? {} : { after }) }
      const page = await directory.page({ kind, ...place, limit: pageSize })
      if (page.some(({ content }) => content['managementAccess'] === true)) return true
      after = page.length < pageSize ? undefined : page.at(-1)?.key
    } while (after !== undefined)
  }
  return false
}
