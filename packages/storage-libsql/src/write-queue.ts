// The queue of all writes of a process, in the order of their arrival. Adjacent units share one transaction, so that one sync serves
// all of them (group commit). While another process has locked the database, the queue waits without blocking the event loop. A write that
// waits longer than the limit fails.
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { Result, Unit } from './statement.ts'
import { backOff } from './retry-while-busy.ts'

/** The outcome of one unit of a group: the results of its statements that were run, or why none of them took effect. */
export type Outcome = { readonly results: readonly Result[] } | { readonly error: unknown }

/** Writes to the database. */
export interface Writer<Connection> {
  /** The connection for one turn, in which a transaction has begun; undefined while another process has locked the database. */
  begin(): Connection | undefined
  /**
   * Runs the units in one transaction and returns the outcome of each; undefined, with nothing done, while another process has locked the
   * database. A unit that fails does not undo the others. Never rejects.
   */
  commit(connection: Connection, units: readonly Unit[]): Promise<readonly Outcome[] | undefined>
}

/** The turn of a transaction. */
export interface Turn<Connection> {
  readonly connection: Connection
  /** Ends the turn. The transaction must have ended. */
  end(): void
}

interface Waiting {
  readonly deadline: number
  readonly reject: (error: unknown) => void
}

interface WaitingUnit extends Waiting {
  readonly unit: Unit
  readonly resolve: (results: readonly Result[]) => void
}

interface WaitingTurn<Connection> extends Waiting {
  readonly take: (turn: Turn<Connection>) => void
}

/** Limits a group to a few milliseconds of the event loop. */
const maxGroupSize = 100

/** Milliseconds that a group waits at most for the writers of the group before. */
const longestGathering = 5

/** The queue. */
export class WriteQueue<Connection> {
  readonly #writer: Writer<Connection>
  readonly #waitLimit: number
  /** In the order of arrival, which is the order of the deadlines. */
  #waiting: (WaitingUnit | WaitingTurn<Connection>)[] = []
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  #groups = 0
  #units = 0
  /** How many writes the next group waits for, and until when at most, on the clock of `performance.now`. */
  #expected = { units: 0, until: 0 }
  /** Called when work arrives. */
  #onArrival: (() => void) | undefined

  constructor(writer: Writer<Connection>, waitLimit: number) {
    this.#writer = writer
    this.#waitLimit = waitLimit
  }

  /** The number of waiting units and transactions. */
  get length(): number {
    return this.#waiting.length
  }

  /** The number of committed groups, and of units in them. */
  get groups(): { readonly count: number; readonly writes: number } {
    return { count: this.#groups, writes: this.#units }
  }

  /** Runs a unit; resolves with the results of the statements that were run when their effect is durable. */
  unit(unit: Unit): Promise<readonly Result[]> {
    return new Promise((resolve, reject) => this.#enqueue({ unit, resolve, reject, deadline: this.#deadline() }))
  }

  /** Waits for a turn, in which a transaction has begun. */
  turn(): Promise<Turn<Connection>> {
    return new Promise((resolve, reject) => this.#enqueue({ take: resolve, reject, deadline: this.#deadline() }))
  }

  /** Refuses further work, and resolves when all queued work is done. */
  async close(): Promise<void> {
    // Work that was requested before may still be waiting for promises only.
    await nextTurn()
    this.#closed = true
    await this.#running
  }

  #deadline(): number {
    return performance.now() + this.#waitLimit
  }

  #enqueue(job: WaitingUnit | WaitingTurn<Connection>): void {
    if (this.#closed) return job.reject(new StorageUnavailable('The storage is closed.'))
    this.#waiting.push(job)
    this.#onArrival?.()
    this.#running ??= this.#run()
    this.#timer ??= setTimeout(() => this.#rejectOverdue(), this.#waitLimit)
  }

  async #run(): Promise<void> {
    let refusals = 0
    // Waiting for the next turn of the event loop gathers the writes of this turn into one group, and lets requests run.
    while ((await nextTurn(), this.#waiting.length > 0)) {
      await this.#gather()
      if (await this.#serve()) refusals = 0
      else {
        await backOff(refusals)
        refusals += 1
      }
    }
    this.#running = undefined
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /**
   * Waits for as many writes as there were during the last group, in it and behind it: clients that got their response at its end send the next
   * request now. Without the wait, two groups of half the size alternate, and each also waits for the sync of the other. A transaction ends it.
   */
  async #gather(): Promise<void> {
    const { units, until } = this.#expected
    const rest = until - performance.now()
    const isOver = (): boolean => this.#waiting.length >= units || this.#waiting.some((job) => 'take' in job)
    if (rest <= 0 || isOver()) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, rest)
      this.#onArrival = () => {
        if (!isOver()) return
        clearTimeout(timer)
        // The rest of this tick may bring more.
        setImmediate(resolve)
      }
    })
    this.#onArrival = undefined
  }

  /** @returns false while another process has locked the database; nothing was done then */
  async #serve(): Promise<boolean> {
    const jobs = this.#nextJobs()
    // The deadline of all of them can pass while a group is gathered.
    if (jobs.length === 0) return true
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

  /** @returns false if nothing was done because another process has locked the database */
  async #work(connection: Connection, jobs: readonly (WaitingUnit | WaitingTurn<Connection>)[]): Promise<boolean> {
    const [first] = jobs
    if (first !== undefined && 'take' in first) {
      await new Promise<void>((end) => first.take({ connection, end }))
      return true
    }
    const units = jobs.filter((job) => 'unit' in job)
    const began = performance.now()
    const outcomes = await this.#writer.commit(
      connection,
      units.map(({ unit }) => unit),
    )
    if (outcomes === undefined) return false
    const ended = performance.now()
    this.#expected = {
      units: Math.min(units.length + this.#waiting.length, maxGroupSize),
      until: ended + Math.min(ended - began, longestGathering),
    }
    this.#groups += 1
    this.#units += units.length
    units.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index]
      if (outcome !== undefined && 'results' in outcome) resolve(outcome.results)
      else reject(outcome?.error)
    })
    return true
  }

  /** One transaction, or the units up to the next transaction. */
  #nextJobs(): readonly (WaitingUnit | WaitingTurn<Connection>)[] {
    const [first] = this.#waiting
    if (first !== undefined && 'take' in first) return [first]
    const turn = this.#waiting.findIndex((job) => 'take' in job)
    return this.#waiting.slice(0, Math.min(turn === -1 ? maxGroupSize : turn, maxGroupSize))
  }

  #rejectOverdue(): void {
    const now = performance.now()
    const overdue = this.#waiting.filter(({ deadline }) => deadline <= now)
    this.#waiting = this.#waiting.slice(overdue.length)
    for (const { reject } of overdue) reject(new StorageUnavailable('The write was not started within the time limit.'))
    const [next] = this.#waiting
    this.#timer =
      next === undefined && this.#running === undefined
        ? undefined
        : setTimeout(() => this.#rejectOverdue(), Math.max(1, (next?.deadline ?? this.#deadline()) - now))
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
