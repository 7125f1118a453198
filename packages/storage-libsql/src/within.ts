// A limit in time for work that a server does.
import { StorageUnavailable } from '@symbolon/core-protocol'

/** The time limit of a request. */
export interface Limit {
  readonly reached: boolean
  /** Rejects when the limit is reached. */
  readonly overdue: Promise<never>
}

/**
 * An answer that had arrived when the limit passed still counts: when the event loop was blocked for longer than the limit, its timers
 * fire before its sockets are read.
 * @throws StorageUnavailable when the limit of so many milliseconds is reached; the result of the work is dropped then
 */
export async function within<T>(milliseconds: number, work: (limit: Limit) => Promise<T>): Promise<T> {
  const { promise: overdue, reject } = Promise.withResolvers<never>()
  overdue.catch(() => undefined)
  let reached = false
  let reading: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    // Immediates run after the sockets were read. https://nodejs.org/en/learn/asynchronous-work/event-loop-timers-and-nexttick
    reading = setImmediate(() => {
      reached = true
      reject(new StorageUnavailable('The database server did not answer in time'))
    })
  }, milliseconds)
  try {
    return await Promise.race([
      work({
        overdue,
        get reached() {
          return reached
        },
      }),
      overdue,
    ])
  } finally {
    clearTimeout(timer)
    clearImmediate(reading)
  }
}
