// A clock that a test moves.

/** A clock that stands still until it is moved. */
export interface Clock {
  /** @returns milliseconds since the epoch */
  readonly now: () => number
  /** Moves the clock forward, or back. @param seconds as the lifetimes of tokens are given */
  advance(seconds: number): void
}

/** Creates a clock. @param start milliseconds since the epoch; the present by default */
export function createClock(start: number = Date.now()): Clock {
  let time = start
  return {
    now: () => time,
    advance: (seconds) => void (time += seconds * 1000),
  }
}
