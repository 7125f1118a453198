// The one queue of a local database. Turns are taken in the order of asking; statements that stand next to each other when
// their turn comes share one transaction, so that one sync serves them all (group commit). While another program holds the
// database the queue stands still without stopping the event loop. Waiting longer than the limit fails.
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { NativeConnection } from './native-connection.ts'
import type { Result, Statement } from './statement.ts'
import { pause } from './until-free.ts'

export type Outcome = { readonly result: Result } | { readonly error: unknown }

/** The one writer. */
export interface Writer {
  /** Opens a transaction; undefined, and nothing done, while another program holds the database. */
  begin(): NativeConnection | undefined
  /** Runs the statements in the transaction, commits it, and says how each went. Never rejects. */
  commit(connection: NativeConnection, statements: readonly Statement[]): Promise<readonly Outcome[]>
}

export interface Turn {
  readonly connection: NativeConnection
  /** Ends the turn; the transaction must have ended before. */
  end(): void
}

interface Waiting {
  readonly deadline: number
  readonly reject: (error: unknown) => void
}

interface WaitingStatement extends Waiting {
  readonly statement: Statement
  readonly resolve: (result: Result) => void
}

interface WaitingTurn extends Waiting {
  readonly take: (turn: Turn) => void
}

/** One group stays within a few milliseconds of the event loop. */
const largestGroup = 100

export class WriteQueue {
  readonly #writer: Writer
  readonly #waitLimit: number
  /** In the order of asking, which is the order of the deadlines. */
  #waiting: (WaitingStatement | WaitingTurn)[] = []
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(writer: Writer, waitLimit: number) {
    this.#writer = writer
    this.#waitLimit = waitLimit
  }

  /** Resolves when the statement's effect is durable. */
  statement(statement: Statement): Promise<Result> {
    return new Promise((resolve, reject) => this.#enqueue({ statement, resolve, reject, deadline: this.#deadline() }))
  }

  /** Waits for a turn of its own, in which a transaction has begun. */
  turn(): Promise<Turn> {
    return new Promise((resolve, reject) => this.#enqueue({ take: resolve, reject, deadline: this.#deadline() }))
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
    let refusals = 0
    // A macrotask between two groups gathers what this turn of the event loop brings, and lets requests through.
    while (await nextTurn(), this.#waiting.length > 0) {
      const served = await this.#serve()
      if (served) refusals = 0
      else {
        await pause(refusals)
        refusals += 1
      }
    }
    this.#running = undefined
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** @returns false when the database is held by another program; then everybody waits on */
  async #serve(): Promise<boolean> {
    const jobs = this.#nextJobs()
    try {
      const connection = this.#writer.begin()
      if (connection === undefined) return false
      this.#waiting = this.#waiting.slice(jobs.length)
      await this.#work(connection, jobs)
    } catch (error) {
      this.#waiting = this.#waiting.filter((job) => !jobs.includes(job))
      for (const { reject } of jobs) reject(error)
    }
    return true
  }

  async #work(connection: NativeConnection, jobs: readonly (WaitingStatement | WaitingTurn)[]): Promise<void> {
    const [first] = jobs
    if (first !== undefined && 'take' in first) return new Promise((end) => first.take({ connection, end }))
    const statements = jobs.filter((job) => 'statement' in job)
    const outcomes = await this.#writer.commit(connection, statements.map(({ statement }) => statement))
    statements.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index]
      if (outcome !== undefined && 'result' in outcome) resolve(outcome.result)
      else reject(outcome?.error)
    })
  }

  /** A turn alone, or the statements up to the next turn. */
  #nextJobs(): readonly (WaitingStatement | WaitingTurn)[] {
    const [first] = this.#waiting
    if (first !== undefined && 'take' in first) return [first]
    const turn = this.#waiting.findIndex((job) => 'take' in job)
    return this.#waiting.slice(0, Math.min(turn === -1 ? largestGroup : turn, largestGroup))
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
