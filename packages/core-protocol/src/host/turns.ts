// Comparisons of passwords take turns, and those that would wait for too long are refused before they count as attempts.
import type { SecretHashingBusy } from '../ports/secret-hashing.ts'

/** Seconds after which a refused comparison may be tried again. */
const retryAfterSeconds = 2

/** Runs work when its turn comes. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/**
 * @param concurrency how much work runs at once
 * @param limit how much waits; more is rejected with {@link SecretHashingBusy}, without having begun
 */
export function turns(concurrency: number, limit: number): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= concurrency) {
      if (waiting.length >= limit) throw busy()
      // A finished attempt passes its place to the next one, so that attempts keep their order.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

function busy(): SecretHashingBusy {
  return Object.assign(new Error('Too many passwords are being compared.'), {
    name: 'SecretHashingBusy',
    code: 'secret_hashing_busy' as const,
    retryAfterSeconds,
  })
}
