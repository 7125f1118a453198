// The state of one run over a document, with its lookups and its yields to the event loop.
import { nameOfResource } from '@symbolon/core-protocol'
import type { DirectoryChange, DirectoryStore, ExpectedContent, ResourceReference, StoredResource } from '@symbolon/core-protocol'
import type { DesiredResource } from '../desired/desired-resource.ts'
import type { Existence, Lookup } from '../plan/existence.ts'
import type { Accepted } from '../plan/rights.ts'
import type { PlannedResource } from '../plan/planned-resource.ts'
import type { Plan } from '../plan/plan-changes.ts'
import type { ValueRegister } from '../plan/unique-values.ts'
import type { ApplyContext } from './apply-context.ts'
import type { PasswordPolicies } from './password-policies.ts'
import type { RunMemory } from './run-memory.ts'
import type { TextDomains } from './text-domains.ts'

/** Long work on the thread of a server. It yields between two steps, so that requests are answered in between. */
export interface Turns {
  /** Resolves at once, or in the next turn of the event loop after the time limit of this turn. */
  rest(): Promise<void>
}

/** @param milliseconds the time after which the event loop gets a turn */
export function eventLoopTurns(milliseconds: number = 5): Turns {
  let since = performance.now()
  return {
    async rest() {
      if (performance.now() - since < milliseconds) return
      await new Promise((resolve) => {
        setTimeout(resolve)
      })
      since = performance.now()
    },
  }
}

/**
 * The state that one run keeps between transactions. It grows with the organizations of the document and with the removed objects, not with
 * the number of objects. Only a dry run remembers every object, because the storage does not.
 */
export interface Run {
  readonly context: ApplyContext
  readonly dryRun: boolean
  readonly update: boolean
  readonly strict: boolean
  /** What objects must still be when they are written. */
  readonly expected: readonly ExpectedContent[]
  /** What is stored in the transaction of a plan. `rows`: of each chunk. */
  readonly recordOf: (plan: Plan, rows: readonly (readonly PlannedResource[])[]) => Promise<DirectoryChange['record']>
  /** Whether the server has chosen the ids of new objects. */
  readonly idGenerated: boolean
  /** Whether removed objects return, for any caller. */
  readonly restores: boolean
  readonly turns: Turns
  readonly existences: Map<string, Existence>
  readonly held: ValueRegister
  /** In a dry run, the objects that say where others are: applications, and project grants. */
  readonly accepted: Map<string, NonNullable<ReturnType<Accepted['get']>>>
  /** The settled objects of a document in memory. They distinguish an entry that occurs twice from a change. */
  readonly seen: Map<string, DesiredResource> | undefined
  /** Organizations that the storage failed to create. Their other objects are not tried. */
  readonly failedOrgs: Set<string>
  /** The objects of a document in memory that belong to the instance. Their policies apply to the organizations, which are applied before. */
  readonly ofInstance: readonly DesiredResource[]
  readonly passwordPolicies: PasswordPolicies
  readonly textDomains: TextDomains
}

const chunkSize = 500

/** The names (`nameOfResource`) of what does not exist because its user has removed it, some hundred at a time. */
export async function findRemovedByUsers(
  directory: DirectoryStore,
  resources: readonly DesiredResource[],
  stored: Lookup,
): Promise<ReadonlySet<string>> {
  const absent = resources.filter((desired) => removable.has(desired.kind) && !desired.removed && !stored.has(nameOfResource(desired)))
  const found = new Set<string>()
  for (let start = 0; start < absent.length; start += chunkSize) {
    const references = absent.slice(start, start + chunkSize).map(({ kind, key }) => ({ kind, key }))
    for (const reference of await directory.findRemovedByUsers(references)) found.add(nameOfResource(reference))
  }
  return found
}

const removable: ReadonlySet<ResourceReference['kind']> = new Set(['passkey', 'userLink'])

/** Looks up the stored state of many resources, some hundred at a time. */
export async function findStored(directory: DirectoryStore, references: readonly ResourceReference[]): Promise<Lookup> {
  const byName = new Map<string, ResourceReference>()
  for (const reference of references) byName.set(nameOfResource(reference), reference)
  const wanted = [...byName.values()]
  const found = new Map<string, StoredResource>()
  for (let start = 0; start < wanted.length; start += chunkSize) {
    for (const resource of await directory.find(wanted.slice(start, start + chunkSize))) found.set(nameOfResource(resource), resource)
  }
  return found
}

/** Adds to the memory of a run what a transaction found. */
export function remember({ existences = [], held = [], accepted = [], failedOrgs = [] }: RunMemory, run: Run): void {
  for (const [name, existence] of existences) run.existences.set(name, existence)
  for (const [value, name] of held) run.held.register(value, name)
  for (const [name, resource] of accepted) run.accepted.set(name, resource)
  for (const orgId of failedOrgs) run.failedOrgs.add(orgId)
}
