// Keeps one primary domain for each organization that a document describes or whose domains it lists. An organization to which a document
// only adds users keeps its domains. Domains may come in several pieces and may be refused. An organization without a primary domain at the
// end of the document gets one.
import { defaultDomain, isDefault, isPrimary, isUsablePrimary, settleDomains, unchanged } from '../desired/default-domain.ts'
import type { DesiredResource } from '../desired/desired-resource.ts'
import type { PlannedResource } from '../plan/planned-resource.ts'
import type { Chunk } from './apply-chunk.ts'
import type { ApplyContext } from './apply-context.ts'
import type { DomainMemory, DomainState } from './run-memory.ts'

/** Tracks which organizations of a run have a primary domain. */
export interface PrimaryDomains {
  /** The resources of a part of an organization, with the necessary changes of its domains. */
  settle(resources: readonly DesiredResource[], orgId: string): Promise<readonly DesiredResource[]>
  /** @returns what the run knows of these organizations once it takes the results of the resources that `settle` returned */
  after(rows: readonly PlannedResource[], orgIds: readonly string[]): readonly DomainMemory[]
  /** Takes these results, or what an earlier run knew. */
  remember(memory: readonly DomainMemory[]): void
  /**
   * A chunk for each organization of the run, in their order: with the domain to make primary if the organization still has no primary domain,
   * which is the default domain if the organization has it.
   * @param except organizations that get none
   */
  missing(except: ReadonlySet<string>, from: number): AsyncIterable<Chunk & { readonly orgId: string }>
}

/** @param update whether stored objects may change */
export function primaryDomains({ directory, issuerHost }: ApplyContext, update: boolean): PrimaryDomains {
  const states = new Map<string, DomainState>()

  const missingOf = async (orgId: string, { naming, listed }: DomainState): Promise<readonly DesiredResource[]> => {
    const stored = naming.isNew === true && !listed ? [] : await directory.list('orgDomain', orgId)
    const primary = stored.find(isPrimary)
    // A resumed run repeats the rows of the first one.
    if (primary !== undefined) return isDefault(primary, naming) ? [unchanged(primary, naming)] : []
    const restated = settleDomains([], stored, naming, update)
    return restated.length > 0 ? restated : [defaultDomain(naming)]
  }

  return {
    async settle(resources, orgId) {
      const orgs = resources.filter(({ kind }) => kind === 'org')
      const domains = resources.filter(({ kind }) => kind === 'orgDomain')
      const path = (orgs[0] ?? domains[0])?.path
      if (path === undefined || orgs.some(({ removed }) => removed)) return resources
      const known = states.get(orgId)
      const naming = known?.open === true ? known.naming : { orgId, name: nameOfOrg(orgs[0]?.content['org']), path, issuerHost }
      states.set(orgId, { having: false, listed: false, ...known, naming, open: true })
      if (domains.length === 0) return resources
      const decided = settleDomains(domains, await directory.list('orgDomain', orgId), naming, update)
      return [...orgs, ...decided, ...resources.filter(({ kind }) => kind !== 'org' && kind !== 'orgDomain')]
    },
    after(rows, orgIds) {
      const changed = new Map<string, DomainState>()
      for (const orgId of orgIds) {
        const known = states.get(orgId)
        if (known !== undefined) changed.set(orgId, known)
      }
      for (const row of rows) {
        const orgId = row.prepared.desired.key[0] ?? ''
        const before = changed.get(orgId) ?? states.get(orgId)
        if (before !== undefined) changed.set(orgId, stateAfter(row, before))
      }
      return [...changed].map(([orgId, state]) => ({ orgId, ...state }))
    },
    remember(memory) {
      for (const { orgId, ...state } of memory) states.set(orgId, state)
    },
    async *missing(except, from) {
      for (const [orgId, state] of [...states].slice(from)) {
        const isComplete = except.has(orgId) || !state.open || state.having
        yield { orgId, resources: isComplete ? [] : await missingOf(orgId, state) }
      }
    },
  }
}

function stateAfter({ action, problem, prepared: { desired } }: PlannedResource, before: DomainState): DomainState {
  const { kind } = desired
  if (kind !== 'org' && kind !== 'orgDomain') return before
  const naming = kind === 'org' && action === 'create' ? { ...before.naming, isNew: true as const } : before.naming
  const isRemoved = kind === 'org' && desired.removed
  // Nothing follows from what the caller may not do, nor from an organization that is refused.
  const isRefused = problem?.reason === 'permission_denied' || (kind === 'org' && action === 'invalid')
  // The next run stores the domain. A default domain in its place would keep it out.
  const isLost = kind === 'orgDomain' && problem?.reason === 'storage_failed'
  const state = { ...before, naming, open: before.open && !isRemoved && !isRefused && !isLost }
  if (kind !== 'orgDomain' || isLost) return state
  const isHeld = isUsablePrimary(desired) && ['create', 'update', 'same'].includes(action)
  // It may have been the primary domain. That is checked at the end of the document.
  const isUndone = action === 'remove' || action === 'update'
  return { ...state, listed: true, having: isHeld || (before.having && !isUndone) }
}

function nameOfOrg(org: unknown): string | undefined {
  return typeof org === 'object' && org !== null && 'name' in org && typeof org.name === 'string' ? org.name : undefined
}
