// Serial reads: the reads of one organization run one after the other, however many requests it sends at once. Each read occupies the thread of
// all requests for a millisecond or more, so that many reads of one organization would delay the tokens of all others.
import { oncePerValue } from '@symbolon/core-protocol'
import type { Context } from '@symbolon/core-protocol'

/** Milliseconds between two reads of an organization, for the requests of others. */
const pause = 1

/** Runs the work of one key one after the other. */
export class SerialReads {
  readonly #last = new Map<string, Promise<void>>()

  /** The number of keys with work that runs or waits. */
  get size(): number {
    return this.#last.size
  }

  /** @returns the result of the work, which begins once all earlier work of the key has ended; work of other keys does not wait */
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

const ofProvider = oncePerValue((_sealing: Context['sealing']) => new SerialReads())

/** @returns the serial reads that all administrative endpoints of a provider share */
export function serialReadsOf({ sealing }: Pick<Context, 'sealing'>): SerialReads {
  return ofProvider(sealing)
}
