// How long a refusal takes at least. Verifying an imported bcrypt hash takes a hundred times as long as one of ours; so that the time
// of an answer does not tell who has which, or whether there is such a user, every refusal takes as long as the slowest hash would.
// It is waited, not worked: an attack costs no more than before.
import { setTimeout } from 'node:timers/promises'

export interface RefusalTime {
  /**
   * @param estimated milliseconds of the work that begins now
   * @returns called when the work has ended: waits until the refusal of a hash of `slowest` milliseconds would have ended
   */
  begin(estimated: number): (slowest: number) => Promise<void>
}

/** The work itself varies; the wait ends behind nearly all of it. */
const margin = 1.25
/** Shorter work says little about the machine. */
const leastMeasured = 20
const mostSlowness = 5

/** Estimates are of one machine; how much slower this one is under its load, it learns from the work that it does. */
export function refusalTime(): RefusalTime {
  let slowness = 1

  return {
    begin(estimated) {
      const began = performance.now()
      return async (slowest) => {
        const elapsed = performance.now() - began
        if (estimated >= leastMeasured) {
          const measured = Math.min(elapsed / estimated, mostSlowness)
          // Up at once, down slowly: too long a wait shows nothing.
          slowness = Math.max(1, measured, slowness - (slowness - measured) / 20)
        }
        const rest = slowest * slowness * margin - elapsed
        if (rest > 0) await setTimeout(rest)
      }
    },
  }
}
