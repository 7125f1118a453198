// How much of one turn of the event loop statements may take: the driver works synchronously, and a long row of awaited statements
// would otherwise let neither requests nor the collection of the driver's garbage through.
export class EventLoopShare {
  readonly #milliseconds: number
  #since = 0
  #nextTurn: Promise<void> | undefined

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  /** Whether this turn has time for one more statement. */
  hasTime(): boolean {
    if (this.#nextTurn !== undefined) return performance.now() - this.#since < this.#milliseconds
    this.#since = performance.now()
    this.#nextTurn = new Promise((resolve) => setImmediate(() => {
      this.#nextTurn = undefined
      resolve()
    }))
    return true
  }

  /** Resolves in this turn, or in a later one that has time. */
  async take(): Promise<void> {
    while (!this.hasTime()) await this.#nextTurn
  }
}
