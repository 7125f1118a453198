// Decisions that wait until the next group of writes has been gathered, and then begin together.

interface Held {
  count: number
  /** Resolves when they begin. */
  readonly began: Promise<void>
  readonly resolve: () => void
  readonly timer: ReturnType<typeof setTimeout>
}

/** Decisions that may end with a write. */
export class HeldDecisions {
  readonly #longest: number
  #held: Held | undefined
  /** How many writes may still come from those that began last: an estimate, since any write counts as one of them. */
  #begun = 0

  /** @param longest milliseconds that a decision waits at most */
  constructor(longest: number) {
    this.#longest = longest
  }

  /** How many wait. */
  get length(): number {
    return this.#held?.count ?? 0
  }

  /** How many writes may come from those that wait and those that have begun. */
  get coming(): number {
    return this.length + this.#begun
  }

  /** Resolves when they begin. */
  wait(): Promise<void> {
    this.#held ??= this.#hold()
    this.#held.count += 1
    return this.#held.began
  }

  /** Begins those that wait. */
  begin(): void {
    if (this.#held === undefined) return
    const { count, resolve, timer } = this.#held
    clearTimeout(timer)
    this.#held = undefined
    this.#begun = count
    resolve()
  }

  /** Must be called when something was written. */
  wrote(): void {
    if (this.#begun > 0) this.#begun -= 1
  }

  #hold(): Held {
    const { promise: began, resolve } = Promise.withResolvers<void>()
    return { count: 0, began, resolve, timer: setTimeout(() => this.begin(), this.#longest) }
  }
}
