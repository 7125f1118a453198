// Token buckets, one a key, in bounded memory: a bucket is one number, and the keys that were asked for least recently go first.
// The number is the time at which the bucket will be full again (the generic cell rate algorithm):
// https://www.itu.int/rec/T-REC-I.371-200403-I

export interface Rate {
  /** How many come at once when nothing came before. */
  readonly burst: number
  /** How many come in a minute for ever. */
  readonly perMinute: number
}

export interface TokenBuckets {
  /** Milliseconds until the key has a token; 0 when it has one. Takes none, and remembers nothing. */
  wait(key: string, now: number): number
  /** Takes a token; from an empty bucket it takes nothing. */
  take(key: string, now: number): void
  /** How many keys are remembered. */
  readonly size: number
}

/** @param maxKeys how many keys are remembered at most */
export function createTokenBuckets({ burst, perMinute }: Rate, maxKeys: number): TokenBuckets {
  const interval = 60_000 / perMinute
  const depth = interval * burst
  const fullAt = new Map<string, number>()

  /** Milliseconds until the bucket is full. A clock that was set back must not keep anybody out for as long as it was wrong. */
  function lack(key: string, now: number): number {
    return Math.min(Math.max((fullAt.get(key) ?? now) - now, 0), depth)
  }

  /** Two for each one that comes: after a flood the memory is given back. */
  function forgetFull(now: number): void {
    let looked = 0
    for (const [key, time] of fullAt) {
      if (looked++ === 2 || time > now) return
      fullAt.delete(key)
    }
  }

  return {
    wait: (key, now) => Math.max(lack(key, now) + interval - depth, 0),
    take(key, now) {
      const next = Math.min(lack(key, now) + interval, depth)
      // A Map keeps the order of insertion: the first key is the one that was taken from least recently.
      fullAt.delete(key)
      forgetFull(now)
      fullAt.set(key, now + next)
      if (fullAt.size <= maxKeys) return
      const [oldest] = fullAt.keys()
      if (oldest !== undefined) fullAt.delete(oldest)
    },
    get size() {
      return fullAt.size
    },
  }
}
