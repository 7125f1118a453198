// Limits how much runs at the same time. The rest waits in its order.

/** A counting semaphore. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  /** @param permits how much may run at the same time */
  constructor(permits: number) {
    this.#free = permits
  }

  /** Resolves when there is a permit. The caller gives it back with `release`. */
  async acquire(): Promise<void> {
    if (this.#free === 0)
      return new Promise((resolve) => {
        this.#waiting.push(resolve)
      })
    this.#free -= 1
  }

  /** Gives a permit back. */
  release(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free += 1
    else next()
  }
}
