// Keeps one primary domain for each organization that a document describes or whose domains it lists. An organization to which a document
// only adds users keeps its domains. Domains may come in several pieces and may be refused. An organization without a primary domain at the
// end of the document gets one.
import { defaultDomain, isDefault, isPrimary, isUsablePrimary, settleDomains, unchanged } from '../desired/default-domain.ts'
import type { OrgNaming } from '../desired/default-domain.ts'
import type { DesiredResource } from '../desired/desired-resource.ts'
import type { PlannedResource } from '../plan/planned-resource.ts'
import type { Chunk } from './apply-chunk.ts'
import type { ApplyContext } from './apply-context.ts'

/** Tracks which organizations of a run have a primary domain. */
export interface PrimaryDomains {
  /** The resources of a part of an organization, with the necessary changes of its domains. */
  settle(resources: readonly DesiredResource[], orgId: string): Promise<readonly DesiredResource[]>
  /** Takes the results of the resources that `settle` returned. */
  settled(rows: readonly PlannedResource[]): void
  /**
   * The domain to make primary for each organization that still has no primary domain, except these. It is the default domain if the
   * organization has it.
   */
  missing(except: ReadonlySet<string>): AsyncIterable<Chunk>
}

/** @param update whether stored objects may change */
export function primaryDomains({ directory, issuerHost }: ApplyContext, update: boolean): PrimaryDomains {
  /** Organizations that may have no primary domain yet. */
  const open = new Map<string, OrgNaming>()
  /** Organizations of which a domain was made primary, unless a later change undoes it. */
  const having = new Set<string>()

  return {
    async settle(resources, orgId) {
      const orgs = resources.filter(({ kind }) => kind === 'org')
      const domains = resources.filter(({ kind }) => kind === 'orgDomain')
      const path = (orgs[0] ?? domains[0])?.path
      if (path === undefined || orgs.some(({ removed }) => removed)) return resources
      const naming = open.get(orgId) ?? { orgId, name: nameOfOrg(orgs[0]?.content['org']), path, issuerHost }
      open.set(orgId, naming)
      if (domains.length === 0) return resources
      const decided = settleDomains(domains, await directory.list('orgDomain', orgId), naming, update)
      return [...orgs, ...decided, ...resources.filter(({ kind }) => kind !== 'org' && kind !== 'orgDomain')]
    },
    settled(rows) {
      for (const {
        action,
        problem,
        prepared: { desired },
      } of rows) {
        const { kind, key } = desired
        if (kind !== 'org' && kind !== 'orgDomain') continue
        const orgId = key[0] ?? ''
        if (kind === 'org' && desired.removed) open.delete(orgId)
        const naming = open.get(orgId)
        if (kind === 'org' && action === 'create' && naming !== undefined) open.set(orgId, { ...naming, isNew: true })
        // Nothing follows from what the caller may not do, nor from an organization that is refused.
        if (problem?.reason === 'permission_denied' || (kind === 'org' && action === 'invalid')) open.delete(orgId)
        if (kind !== 'orgDomain') continue
        // The next run stores the domain. A default domain in its place would keep it out.
        if (problem?.reason === 'storage_failed') open.delete(orgId)
        else if (isUsablePrimary(desired) && ['create', 'update', 'same'].includes(action)) having.add(orgId)
        // It may have been the primary domain. That is checked at the end of the document.
        else if (action === 'remove' || action === 'update') having.delete(orgId)
      }
    },
    async *missing(except) {
      for (const [orgId, naming] of open) {
        if (except.has(orgId) || having.has(orgId)) continue
        const stored = await directory.list('orgDomain', orgId)
        const primary = stored.find(isPrimary)
        // A resumed run repeats the rows of the first one.
        if (primary !== undefined && isDefault(primary, naming)) yield { orgId, resources: [unchanged(primary, naming)] }
        if (primary !== undefined) continue
        const restated = settleDomains([], stored, naming, update)
        yield { orgId, resources: restated.length > 0 ? restated : [defaultDomain(naming)] }
      }
    },
  }
}

function nameOfOrg(org: unknown): string | undefined {
  return typeof org === 'object' && org !== null && 'name' in org && typeof org.name === 'string' ? org.name : undefined
}
