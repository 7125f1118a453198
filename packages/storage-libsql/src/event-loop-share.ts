// How much of one turn of the event loop statements may take: the driver works synchronously, and a long row of awaited statements
// would otherwise let neither requests nor the collection of the driver's garbage through.
export class EventLoopShare {
  readonly #statements: number
  #taken = 0
  #nextTurn: Promise<void> | undefined

  constructor(statements: number) {
    this.#statements = statements
  }

  /** Whether this turn has room for one more statement, which is taken then. */
  takeNow(): boolean {
    if (this.#taken >= this.#statements && this.#nextTurn !== undefined) return false
    this.#taken += 1
    this.#nextTurn ??= new Promise((resolve) => setImmediate(() => {
      this.#taken = 0
      this.#nextTurn = undefined
      resolve()
    }))
    return true
  }

  /** Resolves in this turn, or in a later one that has room. */
  async take(): Promise<void> {
    while (!this.takeNow()) await this.#nextTurn
  }
}
