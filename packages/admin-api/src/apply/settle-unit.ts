// Adds to an organization's unit what its domains still lack. Only an organization that the document describes, or whose domains it
// lists, is touched: a document that merely adds users to one leaves its domains alone.
import { settleDomains } from '../desired/default-domain.ts'
import type { DesiredResource } from '../desired/desired-resource.ts'
import type { ApplyContext } from './apply-context.ts'
import type { Unit } from './passes.ts'

export async function settledResources(
  { orgId, resources }: Unit,
  { directory, issuerHost }: ApplyContext,
): Promise<readonly DesiredResource[]> {
  const orgs = resources.filter(({ kind }) => kind === 'org')
  const domains = resources.filter(({ kind }) => kind === 'orgDomain')
  const path = (orgs[0] ?? domains[0])?.path
  if (orgId === undefined || path === undefined || orgs.some(({ removed }) => removed)) return resources
  const stored = await directory.list('orgDomain', orgId)
  const settled = settleDomains(domains, stored, { orgId, name: nameOfOrg(orgs[0]?.content['org']), path, issuerHost })
  return [...orgs, ...settled, ...resources.filter(({ kind }) => kind !== 'org' && kind !== 'orgDomain')]
}

function nameOfOrg(org: unknown): string | undefined {
  return typeof org === 'object' && org !== null && 'name' in org && typeof org.name === 'string' ? org.name : undefined
}
