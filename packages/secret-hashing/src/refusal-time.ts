// Makes all refusals take equally long. Verifying an imported bcrypt hash takes a hundred times as long as one of ours. So that the response
// time does not reveal which hash a user has, or whether the user exists, every refusal takes as long as that of the slowest hash.
// The rest of the time is spent waiting, not computing, so an attack costs the server no more.
import { setTimeout } from 'node:timers/promises'

/** A clock in milliseconds from any start, and a delay. */
export interface Stopwatch {
  now(): number
  wait(milliseconds: number): Promise<void>
}

/** Measures work and waits after it. */
export interface RefusalTime {
  /**
   * Starts to measure.
   * @param estimated milliseconds of the work that starts now
   * @returns to be called when the work has ended; waits until the refusal of a hash of `slowest` milliseconds would have ended
   */
  begin(estimated: number): (slowest: number) => Promise<void>
}

/** The time of the work varies. With this margin nearly all work ends before the wait. */
const margin = 1.25
/** Shorter work, in milliseconds, says little about the machine. */
const minMeasured = 20
const maxSlowness = 5

const systemStopwatch: Stopwatch = { now: () => performance.now(), wait: async (milliseconds) => await setTimeout(milliseconds) }

/** Estimates are from one machine. How much slower this machine is under its load is learned from the work that it does. */
export function refusalTime({ now, wait }: Stopwatch = systemStopwatch): RefusalTime {
  let slowness = 1

  return {
    begin(estimated) {
      const began = now()
      return async (slowest) => {
        const elapsed = now() - began
        if (estimated >= minMeasured) {
          const measured = Math.min(elapsed / estimated, maxSlowness)
          // It rises at once and falls slowly: a wait that is too long reveals nothing.
          slowness = Math.max(1, measured, slowness - (slowness - measured) / 20)
        }
        const rest = slowest * slowness * margin - elapsed
        if (rest > 0) await wait(rest)
      }
    },
  }
}
