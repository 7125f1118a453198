// Every call of a store passes here. A call that lost against another transaction is repeated as a whole, and closing waits for the calls
// under way.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stores } from '@symbolon/core-protocol'
import { StorageUnavailable } from '@symbolon/core-protocol'
import { isRepeatable } from './errors.ts'

/**
 * A call is given up when it was tried so often and so much time has passed since it began. Of transactions that meet, one is committed, so
 * the last of many needs as many tries as there are others: a count alone would be too small for some number of callers, and a time alone
 * for a slow server. Milliseconds.
 */
const leastTries = 8
const longestTime = 10_000
const shortestPause = 10
const longestPause = 200

/** Time as the calls see it. Replaced in tests. */
export interface CallTiming {
  /** Milliseconds, by a monotonic clock. */
  readonly now: () => number
  /** The pause before a call is repeated. @param round how many tries have failed */
  readonly pause: (round: number) => Promise<void>
}

/** The calls of one storage. */
export class Calls {
  readonly #timing: CallTiming
  readonly #open = new Set<Promise<unknown>>()
  #closing = false
  #repeated = 0

  constructor(timing: CallTiming = { now: () => performance.now(), pause: backOff }) {
    this.#timing = timing
  }

  /**
   * Runs a call.
   * @throws StorageUnavailable after `close`, and when the call lost every time until it was given up
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
    const { now, pause } = this.#timing
    const begun = now()
    for (let round = 1; ; round += 1) {
      try {
        return await call()
      } catch (error) {
        if (!isRepeatable(error) || (round >= leastTries && now() - begun >= longestTime)) throw error
      }
      this.#repeated += 1
      await pause(round)
    }
  }

  /** The same stores, whose methods run as calls. Every method of a store returns a promise. */
  wrap(stores: Partial<Stores>): Partial<Stores> {
    return Object.fromEntries(Object.entries(stores).map(([name, store]) => [name, this.#wrapStore(store)]))
  }

  /** The store of a part may be an object of a class, whose methods use `this`. */
  #wrapStore(store: object): object {
    return Object.fromEntries(
      methodsOf(store).map(([name, method]) => [
        name,
        (...args: readonly unknown[]) => this.run(async () => await method.apply(store, [...args])),
      ]),
    )
  }

  /** Refuses new calls, and resolves when the running calls have ended. */
  async close(): Promise<void> {
    this.#closing = true
    await Promise.all(this.#open)
  }
}

/** The pauses grow, and differ in their whole length, so that the same transactions do not meet again. */
async function backOff(round: number): Promise<void> {
  const [random = 0] = crypto.getRandomValues(new Uint16Array(1))
  await sleep(Math.min(longestPause, shortestPause * 2 ** (round - 1)) * (random / 65_536))
}

type Method = (...args: readonly unknown[]) => Promise<unknown>

function methodsOf(store: object): readonly (readonly [string, Method])[] {
  const names = new Set<string>()
  for (let holder: object | null = store; holder !== null && holder !== Object.prototype; holder = Object.getPrototypeOf(holder))
    for (const name of Object.getOwnPropertyNames(holder)) if (name !== 'constructor') names.add(name)
  return [...names].flatMap((name) => {
    const method: unknown = Reflect.get(store, name)
    return typeof method === 'function' ? [[name, method as Method] as const] : []
  })
}
