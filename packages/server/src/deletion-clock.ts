// The time by which expired rows are deleted. It never runs ahead of what a steady clock and the database confirm: a system clock that is a
// year ahead for a minute must not delete revocations and used codes, which would become valid again.
import type { InstanceStore } from '@symbolon/core-protocol'

/** The time for which the system's clock must show a later time before rows are deleted by it, in milliseconds. */
const confirmedAfter = 3_600_000
/** Milliseconds between two writes of the time to the database. */
const writtenEvery = 600_000
const name = 'deletion_time'
/** For providers without timers: the time that a tick has shown, which the next tick confirms or replaces by an earlier one. */
const shownName = 'deletion_time_shown'

interface Sample {
  /** By the steady clock, milliseconds. */
  readonly at: number
  /** The system's clock minus the steady one. */
  readonly offset: number
}

/** The two clocks of a process. */
export interface Clocks {
  /** Milliseconds since the epoch, by the system's clock, which people and programs set. */
  readonly now: () => number
  /** Milliseconds since any moment, by a monotonic clock. */
  readonly monotonic: () => number
}

/**
 * @returns a function that returns the time, milliseconds since the epoch: that of the system's clock, or an earlier one. It begins where the last server
 * left it in the database, goes as fast as the steady clock, and catches up with the system's clock when that has been later for an hour.
 */
export function deletionClock({ now, monotonic }: Clocks, instance: Pick<InstanceStore, 'get' | 'raise'>): () => Promise<number> {
  let samples: readonly Sample[] | undefined
  let writtenAt = -Infinity

  return async () => {
    const at = monotonic()
    const current = { at, offset: now() - at }
    if (samples === undefined) {
      const known = await instance.get(name)
      samples = known === undefined ? [] : [{ at, offset: Number(known) - at }]
    }
    // The earliest time of the hour counts, so a clock that is set back acts at once.
    samples = [...samples.filter((sample) => at - sample.at < confirmedAfter), current]
    // Steady clocks count fractions of milliseconds. Stores keep whole ones.
    const time = Math.floor(at + Math.min(...samples.map(({ offset }) => offset)))
    if (at - writtenAt >= writtenEvery) {
      await instance.raise(name, time)
      writtenAt = at
    }
    return time
  }
}

/**
 * The same where the host calls `tick`: a process may live for one call, so no steady clock lasts, and the database holds what was seen. A time
 * of the system's clock counts once a later call has shown one an hour later, and none has shown an earlier one. A clock that is wrong for one
 * call changes nothing; rows are deleted an hour or two late.
 */
export function tickedDeletionClock(
  { now }: Pick<Clocks, 'now'>,
  instance: Pick<InstanceStore, 'get' | 'raise' | 'replace' | 'setIfAbsent'>,
): () => Promise<number> {
  return async () => {
    const current = Math.floor(now())
    const shown = Number(await instance.setIfAbsent(shownName, String(current)))
    const isConfirmed = current - shown >= confirmedAfter
    if (isConfirmed || current < shown) await instance.replace(shownName, String(shown), String(current))
    if (isConfirmed) await instance.raise(name, shown)
    const known = await instance.get(name)
    return Math.min(current, known === undefined ? shown : Number(known))
  }
}
