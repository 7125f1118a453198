// Token buckets in bounded memory, one for each key. A bucket is one number, the time at which it will be full again (the generic cell
// rate algorithm). When there are too many keys, the one that was used least recently is evicted.
// https://www.itu.int/rec/T-REC-I.371-200403-I

/** How many requests are let through. */
export interface Rate {
  /** The number at once, after a pause. */
  readonly burst: number
  /** The number in each minute in the long run. */
  readonly perMinute: number
}

/** A token bucket for each key. */
export interface TokenBuckets {
  /** Milliseconds until the bucket has a token; 0 if it has one. Takes no token, and stores nothing. */
  wait(key: string, now: number): number
  /** Takes a token. An empty bucket does not change. */
  take(key: string, now: number): void
  /** Gives back a token that was taken from a bucket that had one. */
  giveBack(key: string, now: number): void
  /** The number of keys in memory. */
  readonly size: number
}

/** Creates full buckets. @param maxKeys how many keys are in memory at most */
export function createTokenBuckets({ burst, perMinute }: Rate, maxKeys: number): TokenBuckets {
  const interval = 60_000 / perMinute
  const depth = interval * burst
  const fullAt = new Map<string, number>()

  /** Milliseconds until the bucket is full: at most its depth, also after the clock was set back. */
  function timeUntilFull(key: string, now: number): number {
    return Math.min(Math.max((fullAt.get(key) ?? now) - now, 0), depth)
  }

  /** Removes up to two full buckets for each one that is added, so that the memory shrinks after a flood. */
  function removeFull(now: number): void {
    let checked = 0
    for (const [key, time] of fullAt) {
      if (checked++ === 2 || time > now) return
      fullAt.delete(key)
    }
  }

  return {
    wait: (key, now) => Math.max(timeUntilFull(key, now) + interval - depth, 0),
    take(key, now) {
      const next = Math.min(timeUntilFull(key, now) + interval, depth)
      // A Map keeps the order of insertion, so the first key is the least recently used one.
      fullAt.delete(key)
      removeFull(now)
      fullAt.set(key, now + next)
      if (fullAt.size <= maxKeys) return
      const [oldest] = fullAt.keys()
      if (oldest !== undefined) fullAt.delete(oldest)
    },
    giveBack(key, now) {
      if (!fullAt.has(key)) return
      const next = timeUntilFull(key, now) - interval
      // A full bucket is not kept: after the clock was set back, it would seem to be empty.
      if (next > 0) fullAt.set(key, now + next)
      else fullAt.delete(key)
    },
    get size() {
      return fullAt.size
    },
  }
}
