// The one queue of all writes of a process. Turns are taken in the order of asking; statements that stand next to each other when
// their turn comes share one transaction, so that one sync serves them all (group commit). While somebody else holds the
// database the queue stands still without stopping the event loop. Waiting longer than the limit fails.
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { Result, Statement } from './statement.ts'
import { pause } from './until-free.ts'

export type Outcome = { readonly result: Result } | { readonly error: unknown }

/** The one writer. */
export interface Writer<Connection> {
  /** Gives the connection for one turn; undefined, and nothing done, while somebody else holds the database. */
  begin(): Connection | undefined
  /**
   * Runs the statements in one transaction and says how each went; undefined, and nothing done, while somebody else holds the
   * database. Never rejects.
   */
  commit(connection: Connection, statements: readonly Statement[]): Promise<readonly Outcome[] | undefined>
}

export interface Turn<Connection> {
  readonly connection: Connection
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

interface WaitingTurn<Connection> extends Waiting {
  readonly take: (turn: Turn<Connection>) => void
}

/** One group stays within a few milliseconds of the event loop. */
const largestGroup = 100

export class WriteQueue<Connection> {
  readonly #writer: Writer<Connection>
  readonly #waitLimit: number
  /** In the order of asking, which is the order of the deadlines. */
  #waiting: (WaitingStatement | WaitingTurn<Connection>)[] = []
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(writer: Writer<Connection>, waitLimit: number) {
    this.#writer = writer
    this.#waitLimit = waitLimit
  }

  /** Resolves when the statement's effect is durable. */
  statement(statement: Statement): Promise<Result> {
    return new Promise((resolve, reject) => this.#enqueue({ statement, resolve, reject, deadline: this.#deadline() }))
  }

  /** Waits for a turn of its own, in which a transaction has begun. */
  turn(): Promise<Turn<Connection>> {
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

  #enqueue(job: WaitingStatement | WaitingTurn<Connection>): void {
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

  /** @returns false when somebody else holds the database; then everybody waits on */
  async #serve(): Promise<boolean> {
    const jobs = this.#nextJobs()
    try {
      const connection = this.#writer.begin()
      if (connection === undefined) return false
      this.#waiting = this.#waiting.slice(jobs.length)
      if (await this.#work(connection, jobs)) return true
      this.#waiting = [...jobs, ...this.#waiting]
      return false
    } catch (error) {
      this.#waiting = this.#waiting.filter((job) => !jobs.includes(job))
      for (const { reject } of jobs) reject(error)
    }
    return true
  }

  /** @returns false when nothing was done because somebody else holds the database */
  async #work(connection: Connection, jobs: readonly (WaitingStatement | WaitingTurn<Connection>)[]): Promise<boolean> {
    const [first] = jobs
    if (first !== undefined && 'take' in first) {
      await new Promise<void>((end) => first.take({ connection, end }))
      return true
    }
    const statements = jobs.filter((job) => 'statement' in job)
    const outcomes = await this.#writer.commit(connection, statements.map(({ statement }) => statement))
    if (outcomes === undefined) return false
    statements.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index]
      if (outcome !== undefined && 'result' in outcome) resolve(outcome.result)
      else reject(outcome?.error)
    })
    return true
  }

  /** A turn alone, or the statements up to the next turn. */
  #nextJobs(): readonly (WaitingStatement | WaitingTurn<Connection>)[] {
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
