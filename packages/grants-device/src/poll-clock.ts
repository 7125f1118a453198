// When each device polled last, and how often it may. Both are in memory alone: a refused request changes nothing in the database. A process that
// did not see the last poll forgives one that comes too early.

/** Seconds between two polls. https://www.rfc-editor.org/rfc/rfc8628#section-3.2: "If no value is provided, clients MUST use 5 as the default." */
export const pollInterval = 5

/** Seconds by which a poll that comes too early makes the interval longer, and its limit. https://www.rfc-editor.org/rfc/rfc8628#section-3.5 */
const slower = 5
const slowest = 60

/** Codes that are remembered; the one that polled longest ago is forgotten first. */
const most = 10_000

/** Milliseconds by which a poll may be early, for the time that requests take. */
const tolerance = 500

/** Decides whether a device polls too often. */
export interface PollClock {
  /** @param code identifies the device. @param now milliseconds since the epoch */
  mayPoll(code: string, now: number): boolean
}

/** @returns a clock that has seen no poll */
export function pollClock(): PollClock {
  const polls = new Map<string, { readonly at: number; readonly interval: number }>()
  return {
    mayPoll(code, now) {
      const { at, interval } = polls.get(code) ?? { at: undefined, interval: pollInterval }
      // A time in the future comes from a clock that was set back.
      const may = at === undefined || now < at || now - at >= interval * 1000 - tolerance
      polls.delete(code)
      polls.set(code, { at: now, interval: may ? interval : Math.min(interval + slower, slowest) })
      const [oldest] = polls.keys()
      if (polls.size > most && oldest !== undefined) polls.delete(oldest)
      return may
    },
  }
}
