// The timeout of an import. It counts from the first step that an earlier call has not settled, and a call that has settled nothing yet gets a
// little longer: so a call makes progress however short its timeout is, and calls that repeat it reach the end of the document.

/** The most milliseconds that a call without progress gets in addition. */
const longestGrace = 5000
/** The most milliseconds that a call takes to find its position: the longest timeout. */
const longestSearch = 86_400_000

/** A timeout that begins later, and waits for progress. */
export class TimeLimit {
  readonly #controller = new AbortController()
  readonly #milliseconds: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStarted = false
  #isDue = false
  #hasProgressed = false

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
    this.search()
  }

  /** Aborts at the end. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The timeout begins, unless it has begun. */
  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#wait(this.#milliseconds, () => this.#fallDue())
  }

  /** Pauses the timeout until the next step, for work that settles nothing. */
  search(): void {
    this.#isStarted = false
    this.#isDue = false
    this.#wait(longestSearch, () => this.#abort())
  }

  /** Something is settled. */
  progressed(): void {
    this.#hasProgressed = true
    if (this.#isDue) this.#abort()
  }

  /** Nothing is aborted any more. */
  end(): void {
    clearTimeout(this.#timer)
  }

  #fallDue(): void {
    this.#isDue = true
    if (this.#hasProgressed) this.#abort()
    else this.#wait(longestGrace, () => this.#abort())
  }

  #abort(): void {
    clearTimeout(this.#timer)
    this.#controller.abort(new Error('The import has reached its timeout.'))
  }

  #wait(milliseconds: number, then: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(then, milliseconds)
  }
}
