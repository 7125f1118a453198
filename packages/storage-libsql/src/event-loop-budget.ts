// Limits how long statements run in one turn of the event loop. The driver is synchronous: without a limit, a long series of awaited
// statements would block requests, and the garbage of the driver could not be collected.

/** A budget of time for each turn of the event loop. */
export class EventLoopBudget {
  readonly #milliseconds: number
  #since = 0
  #nextTurn: Promise<void> | undefined

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** Whether this turn has time left for another statement. */
  hasTime(): boolean {
    if (this.#nextTurn !== undefined) return performance.now() - this.#since < this.#milliseconds
    this.#since = performance.now()
    this.#nextTurn = new Promise((resolve) =>
      setImmediate(() => {
        this.#nextTurn = undefined
        resolve()
      }),
    )
    return true
  }

  /** Resolves in this turn, or in the next one that has time left. */
  async take(): Promise<void> {
    while (!this.hasTime()) await this.#nextTurn
  }
}
