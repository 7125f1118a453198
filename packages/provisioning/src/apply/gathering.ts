// Gathers parts of organizations for one transaction. Small organizations share a transaction, and so one sync of the disk.
import type { RunPart } from './settlement.ts'

/** The most parts of one transaction, so that organizations without objects do not grow it. */
const mostParts = 100
/** The most entries that wait with one transaction. */
const mostWaiting = 1000

type Incoming = Pick<RunPart, 'orgId' | 'resources'> & Partial<RunPart>

/** The parts of the next transaction. */
export class Gathering {
  readonly #most: number
  #parts: RunPart[] = []
  #resources = 0
  #waiting = 0
  readonly #domains = new Set<string>()

  /** @param most the number of resources that fill a transaction */
  constructor(most: number) {
    this.#most = most
  }

  get isFull(): boolean {
    return this.#resources >= this.#most || this.#parts.length >= mostParts || this.#waiting >= mostWaiting
  }

  /**
   * Whether the part fits. Domains of one organization, and one domain of several, are decided one after the other: each decision depends on what
   * is stored.
   */
  hasRoomFor({ orgId, resources }: Incoming): boolean {
    if (this.#parts.length === 0) return true
    return this.#resources + resources.length <= this.#most && !namesOf(orgId, resources).some((name) => this.#domains.has(name))
  }

  add(part: RunPart): void {
    this.#parts.push(part)
    this.#resources += part.resources.length
    this.#waiting += part.deferred.length
    for (const name of namesOf(part.orgId, part.resources)) this.#domains.add(name)
  }

  /** @returns the parts, which are no longer gathered */
  take(): readonly RunPart[] {
    const parts = this.#parts
    this.#parts = []
    this.#resources = 0
    this.#waiting = 0
    this.#domains.clear()
    return parts
  }
}

function namesOf(orgId: string | undefined, resources: RunPart['resources']): readonly string[] {
  const domains = resources.filter(({ kind }) => kind === 'orgDomain')
  return domains.length === 0 ? [] : [`organization ${orgId ?? ''}`, ...domains.map(({ key: [, name = ''] }) => `domain ${name}`)]
}
