// The state of one run over a document, and what it needs to look things up and to yield.
import type { DirectoryStore, Resource, ResourceReference } from '@symbolon/core-protocol'
import type { DesiredResource } from '../desired/desired-resource.ts'
import { nameOf } from '../plan/existence.ts'
import type { Existence, Lookup } from '../plan/existence.ts'
import type { Plan } from '../plan/plan-changes.ts'
import type { ValueRegister } from '../plan/unique-values.ts'
import type { ApplyContext } from './apply-context.ts'

/** Long work beside a server: whoever does it rests between two steps, so that requests are answered in between. */
export interface Turns {
  /** Resolves at once, or in the next turn of the event loop when this one has lasted long enough. */
  rest(): Promise<void>
}

/** @param milliseconds how long work may go on before the event loop gets a turn */
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
 * What one run over a document knows while it goes from transaction to transaction. It grows with the organizations of the document and
 * with what the document removes, not with what it holds; a dry run alone remembers every object, because the storage does not.
 */
export interface Run {
  readonly context: ApplyContext
  readonly dryRun: boolean
  readonly update: boolean
  readonly turns: Turns
  readonly existences: Map<string, Existence>
  readonly held: ValueRegister
  /** Every object that was settled, where the document stands in memory anyway: an entry that comes twice is told from a change. */
  readonly seen: Map<string, DesiredResource> | undefined
  /** Organizations that the storage failed to begin: nothing of them is tried any more. */
  readonly failedOrgs: Set<string>
}

/** Keeps what later plans of the run have to know, and the storage does not tell: everything in a dry run, else what was removed. */
export function rememberPlan(plan: Plan, { dryRun, existences, held }: Run): void {
  for (const [name, existence] of plan.existences) if (dryRun || existence.state === 'removed') existences.set(name, existence)
  if (dryRun) held.registerAll(plan.held)
}

const chunkSize = 500

/** Looks up what is stored of many resources, some hundred at a time. */
export async function findStored(directory: DirectoryStore, references: readonly ResourceReference[]): Promise<Lookup> {
  const wanted = [...new Map(references.map(({ kind, key }) => [nameOf({ kind, key }), { kind, key }])).values()]
  const found = new Map<string, Resource>()
  for (let start = 0; start < wanted.length; start += chunkSize) {
    for (const resource of await directory.find(wanted.slice(start, start + chunkSize))) found.set(nameOf(resource), resource)
  }
  return found
}
