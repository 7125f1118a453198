// A clock that tests set.

export interface Clock {
  readonly now: () => number
  /** Moves on by so many seconds. */
  advance(seconds: number): void
}

/** Starts at the present and stands still unless it is moved. */
export function createClock(start: number = Date.now()): Clock {
  let time = start
  return {
    now: () => time,
    advance: (seconds) => void (time += seconds * 1000),
  }
}
