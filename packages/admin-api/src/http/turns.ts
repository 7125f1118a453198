// Turns of reads: an organization reads one thing after the other, however many requests it sends at once. Each read occupies the thread of all
// requests for a millisecond or more, so that many reads of one organization would delay the tokens of all others.
import type { Context } from '@symbolon/core-protocol'

/** Milliseconds between two reads of an organization, in which requests of others are answered. */
const pause = 1

/** Runs work of one key after the other. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>()

  /** The number of keys with work that runs or waits. */
  get size(): number {
    return this.#last.size
  }

  /** @returns what the work returns, which begins once all earlier work of the key has ended; work of other keys goes on meanwhile */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    this.#last.set(key, ended)
    await before
    try {
      return await work()
    } finally {
      setTimeout(() => {
        if (this.#last.get(key) === ended) this.#last.delete(key)
        end()
      }, pause)
    }
  }
}

const ofProviders = new WeakMap<object, Turns>()

/** @returns the turns that all administrative endpoints of a provider share */
export function turnsOf({ sealing }: Pick<Context, 'sealing'>): Turns {
  const turns = ofProviders.get(sealing) ?? new Turns()
  ofProviders.set(sealing, turns)
  return turns
}
