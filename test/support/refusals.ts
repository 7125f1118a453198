// A refused request changes nothing. Every provider of the tests compares the rows of its database before and after each request that it
// refuses; the table below names the only changes that a refusal makes, and their reasons.
import assert from 'node:assert/strict'
import type { ChangeLog, RowChange } from './row-changes.ts'

interface Purpose {
  readonly table: string
  readonly change: RowChange['change']
  /** The columns that may differ; absent: all of them, as for a row that is inserted or deleted. */
  readonly columns?: readonly string[]
  readonly reason: string
}

/** What a refusal writes, because that is its purpose. */
const writtenByRefusals: readonly Purpose[] = [
  { table: 'audit_events', change: 'inserted', reason: 'The audit trail records the refusal.' },
  {
    table: 'audit_events',
    change: 'updated',
    columns: ['repeated'],
    reason: 'Repeated refusals of a caller are one event with their number.',
  },
  {
    table: 'import_jobs',
    change: 'inserted',
    reason: 'An import whose document turns out to be malformed has a report, as any other import.',
  },
  { table: 'sign_in_attempts', change: 'inserted', reason: 'The first wrong password or code of a series is counted.' },
  {
    table: 'sign_in_attempts',
    change: 'updated',
    columns: ['failed_attempts', 'last_attempt_at', 'expires_at'],
    reason: 'A wrong password or code is counted.',
  },
  { table: 'mailed_codes', change: 'updated', columns: ['tries_left'], reason: 'A wrong code is counted.' },
  {
    table: 'assertion_ids',
    change: 'inserted',
    reason: 'An assertion or a challenge counts once, also where the rest of the request fails.',
  },
  { table: 'authorization_codes', change: 'updated', columns: ['consumed_at'], reason: 'A code is presented once.' },
  { table: 'revocations', change: 'inserted', reason: 'The second use of a code or a refresh token revokes the authorization.' },
  { table: 'revocations', change: 'updated', columns: ['expires_at'], reason: 'A later reuse makes the revocation last longer.' },
  { table: 'external_sign_ins', change: 'deleted', reason: 'The state of a sign-in at an identity provider counts once.' },
  { table: 'authorization_requests', change: 'deleted', reason: 'An authorization request that was answered with an error has ended.' },
  { table: 'pushed_requests', change: 'deleted', reason: 'A pushed request that was answered with an error has ended.' },
  {
    table: 'authorization_requests',
    change: 'updated',
    columns: ['browser'],
    reason: 'An authorization request belongs to the first browser that continues it.',
  },
  {
    table: 'authorization_requests',
    change: 'updated',
    columns: ['login_name'],
    reason: 'The form shows the login name that was typed with a wrong password.',
  },
]

/** Compares the rows before and after requests. */
export interface RefusalWatch {
  /**
   * @returns what `run` resolves with
   * @throws AssertionError if `run` was refused and rows changed that no refusal changes
   */
  watch<T>(name: string, run: () => Promise<T>, outcomeOf: (result: T) => Outcome): Promise<T>
  /** Runs work that may change rows while requests are refused. @returns what `run` resolves with */
  change<T>(run: () => Promise<T>): Promise<T>
}

/** How a request was answered. */
export interface Outcome {
  readonly status: number
  readonly location?: string | undefined
}

/** @returns a watch over the requests to one provider, which does no work in the background */
export function refusalWatch(log: ChangeLog): RefusalWatch {
  let underWay = 0
  let refusals: string[] = []
  /** Whether a request that was not refused ran since the last mark. */
  let mayChange = false
  /** Another request can begin while the changes are read. */
  const isLastRefusal = (): boolean => underWay === 1 && !mayChange
  async function watch<T>(name: string, run: () => Promise<T>, outcomeOf: (result: T) => Outcome): Promise<T> {
    underWay += 1
    try {
      if (underWay === 1) {
        refusals = []
        mayChange = false
        await log.mark()
      }
      const result = await run()
      const outcome = outcomeOf(result)
      if (isRefusal(outcome)) refusals.push(`${name} ${outcome.status}`)
      else mayChange = true
      // Of requests at the same time, the last one knows whether all were refused.
      if (isLastRefusal()) {
        const changes = await log.changes()
        if (isLastRefusal()) assertUnchanged(refusals, changes)
      }
      return result
    } catch (error) {
      mayChange = true
      throw error
    } finally {
      underWay -= 1
    }
  }
  return { watch, change: async (run) => await watch('', run, () => ({ status: 200 })) }
}

/** Client errors, and redirects that report an error to an application. After a fault of the server, what was done may be unknown. */
function isRefusal({ status, location }: Outcome): boolean {
  return (status >= 400 && status < 500) || (location !== undefined && /[?&#]error=(?!server_error|temporarily_unavailable)/.test(location))
}

/** @throws AssertionError for a change that is not a purpose of refusals */
function assertUnchanged(refusals: readonly string[], changes: readonly RowChange[]): void {
  const unexpected = changes.filter((change) => !writtenByRefusals.some((purpose) => isOfPurpose(change, purpose)))
  assert.deepEqual(unexpected, [], `A refused request changed rows: ${refusals.join(', ')}`)
}

function isOfPurpose({ table, change, columns }: RowChange, purpose: Purpose): boolean {
  if (table !== purpose.table || change !== purpose.change) return false
  return purpose.columns === undefined || columns.every((column) => purpose.columns?.includes(column))
}
