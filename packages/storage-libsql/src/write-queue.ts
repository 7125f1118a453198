// The one queue of a local database. Turns are taken in the order of asking; statements that stand next to each other when
// their turn comes share one transaction, so that one sync serves them all (group commit). Waiting longer than the limit fails.
import type { ResultSet } from '@libsql/client'
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { Statement } from './statement.ts'

export type Outcome = { readonly result: ResultSet } | { readonly error: unknown }

interface Waiting {
  readonly deadline: number
  readonly reject: (error: unknown) => void
}

interface WaitingStatement extends Waiting {
  readonly statement: Statement
  readonly resolve: (result: ResultSet) => void
}

interface WaitingTurn extends Waiting {
  /** Takes the turn; what it returns settles when the turn is over. */
  readonly take: () => Promise<void>
}

/** One group stays within a few milliseconds of the event loop. */
const largestGroup = 200

export class WriteQueue {
  readonly #commit: (statements: readonly Statement[]) => Promise<readonly Outcome[]>
  readonly #waitLimit: number
  #waiting: (WaitingStatement | WaitingTurn)[] = []
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  /** @param commit runs statements in one transaction and says how each went; rejects when none of them took effect */
  constructor(commit: (statements: readonly Statement[]) => Promise<readonly Outcome[]>, waitLimit: number) {
    this.#commit = commit
    this.#waitLimit = waitLimit
  }

  /** Resolves when the statement's effect is durable. */
  statement(statement: Statement): Promise<ResultSet> {
    return new Promise((resolve, reject) => this.#enqueue({ statement, resolve, reject, deadline: this.#deadline() }))
  }

  /** Waits for a turn of its own. @returns the function that ends the turn */
  turn(): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const take = (): Promise<void> => new Promise((end) => resolve(end))
      this.#enqueue({ take, reject, deadline: this.#deadline() })
    })
  }

  /** Takes no more work and resolves when what was queued is done. */
  async close(): Promise<void> {
    // What was asked for before is on its way here through promises only.
    await nextTurn()
    this.#closed = true
    await this.#running
  }

  #deadline(): number {
    return performance.now() + this.#waitLimit
  }

  #enqueue(job: WaitingStatement | WaitingTurn): void {
    if (this.#closed) return job.reject(new StorageUnavailable('The storage is closed'))
    this.#waiting.push(job)
    this.#running ??= this.#run()
    this.#timer ??= setTimeout(() => this.#rejectOverdue(), this.#waitLimit)
  }

  async #run(): Promise<void> {
    // A macrotask between two groups gathers what this turn of the event loop brings, and lets requests through.
    while (await nextTurn(), this.#waiting.length > 0) {
      const [first] = this.#waiting
      if (first !== undefined && 'take' in first) {
        this.#waiting.shift()
        await first.take()
        continue
      }
      await this.#runGroup(this.#takeStatements())
    }
    this.#running = undefined
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #takeStatements(): readonly WaitingStatement[] {
    const group: WaitingStatement[] = []
    for (const job of this.#waiting) {
      if ('take' in job || group.length === largestGroup) break
      group.push(job)
    }
    this.#waiting = this.#waiting.slice(group.length)
    return group
  }

  async #runGroup(group: readonly WaitingStatement[]): Promise<void> {
    try {
      const outcomes = await this.#commit(group.map(({ statement }) => statement))
      group.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index]
        if (outcome !== undefined && 'result' in outcome) resolve(outcome.result)
        else reject(outcome?.error)
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  #rejectOverdue(): void {
    const now = performance.now()
    const overdue = this.#waiting.filter(({ deadline }) => deadline <= now)
    this.#waiting = this.#waiting.slice(overdue.length)
    for (const { reject } of overdue) reject(new StorageUnavailable('The database did not get round to it in time'))
    const [next] = this.#waiting
    this.#timer = next === undefined && this.#running === undefined
      ? undefined
      : setTimeout(() => this.#rejectOverdue(), Math.max(1, (next?.deadline ?? this.#deadline()) - now))
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
