// So much at a time, the rest in the order of asking: a server that is asked for more than it can do at once does none of it in
// time.
export class Admission {
  #room: number
  readonly #waiting: (() => void)[] = []

  constructor(room: number) {
    this.#room = room
  }

  /** Resolves when there is room, which is given back by `leave`. */
  async enter(): Promise<void> {
    if (this.#room === 0) return new Promise((resolve) => { this.#waiting.push(resolve) })
    this.#room -= 1
  }

  leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#room += 1
    else next()
  }
}
