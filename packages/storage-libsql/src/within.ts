// A limit in time for work that a server does.
import { StorageUnavailable } from '@symbolon/core-protocol'

/** The time limit of a request. */
export interface Limit {
  readonly reached: boolean
  /** Rejects when the limit is reached. */
  readonly overdue: Promise<never>
}

/** @throws StorageUnavailable when the limit of so many milliseconds is reached; what the work does then is seen by nobody */
export async function within<T>(milliseconds: number, work: (limit: Limit) => Promise<T>): Promise<T> {
  const { promise: overdue, reject } = Promise.withResolvers<never>()
  overdue.catch(() => undefined)
  let reached = false
  const timer = setTimeout(() => {
    reached = true
    reject(new StorageUnavailable('The database server did not answer in time'))
  }, milliseconds)
  try {
    return await Promise.race([work({ overdue, get reached() { return reached } }), overdue])
  } finally {
    clearTimeout(timer)
  }
}
