// Every call of a store passes here. A call that lost against another transaction is repeated as a whole, and closing waits for the calls
// under way.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stores } from '@symbolon/core-protocol'
import { StorageUnavailable } from '@symbolon/core-protocol'
import { isRepeatable } from './errors.ts'

/** How often a call is tried. */
const tries = 8
const shortestPause = 10
const longestPause = 100

/** The pause before a call is repeated. Replaced in tests. @param round how many tries have failed */
export type Pause = (round: number) => Promise<void>

/** The calls of one storage. */
export class Calls {
  readonly #pause: Pause
  readonly #open = new Set<Promise<unknown>>()
  #closing = false
  #repeated = 0

  constructor(pause: Pause = backOff) {
    this.#pause = pause
  }

  /**
   * Runs a call.
   * @throws StorageUnavailable after `close`, and when the call lost every time
   */
  run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#closing) return Promise.reject(new StorageUnavailable('The storage is closed.'))
    const result = this.#repeat(call)
    const forget = (): void => void this.#open.delete(settled)
    const settled: Promise<void> = result.then(forget, forget)
    this.#open.add(settled)
    return result
  }

  /** How often a call was repeated. */
  get repeated(): number {
    return this.#repeated
  }

  async #repeat<T>(call: () => Promise<T>): Promise<T> {
    for (let round = 1; ; round += 1) {
      try {
        return await call()
      } catch (error) {
        if (round === tries || !isRepeatable(error)) throw error
      }
      this.#repeated += 1
      await this.#pause(round)
    }
  }

  /** The same stores, whose methods run as calls. Every method of a store returns a promise. */
  wrap(stores: Partial<Stores>): Partial<Stores> {
    return Object.fromEntries(Object.entries(stores).map(([name, store]) => [name, this.#wrapStore(store)]))
  }

  #wrapStore(store: object): object {
    return Object.fromEntries(
      Object.entries(store).map(([name, method]: [string, (...args: readonly unknown[]) => Promise<unknown>]) => [
        name,
        (...args: readonly unknown[]) => this.run(async () => await method(...args)),
      ]),
    )
  }

  /** Refuses new calls, and resolves when those under way have ended. */
  async close(): Promise<void> {
    this.#closing = true
    await Promise.all(this.#open)
  }
}

/** The pauses grow, and differ, so that the same transactions do not meet again. */
async function backOff(round: number): Promise<void> {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  await sleep(Math.min(longestPause, shortestPause * 2 ** (round - 1)) * (0.5 + byte / 256))
}
