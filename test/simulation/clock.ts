// The clocks of a schedule: a wall clock, which can be set, and a monotonic clock.
import type { seededRandom } from '@symbolon/test-kit'
import type { World } from './world.ts'

type Random = ReturnType<typeof seededRandom>

/** The maximum error of the wall clock, in milliseconds. */
const longestJump = 3_600_000

export interface Time {
  /** By the wall clock. */
  now(): number
  /** By the monotonic clock. */
  monotonic(): number
  /** Lets time pass, and sometimes sets the wall clock. @returns the actions, for the log */
  move(random: Random, world: World): readonly string[]
}

export function clockOf(start: number): Time {
  let passed = start
  let offset = 0
  const now = (): number => passed + offset
  return {
    now,
    monotonic: () => passed,
    move(random, world) {
      const kind = random.number(20)
      if (kind < 11) return []
      if (kind < 15) {
        passed += random.pick([1, 1000, 9999, 10_000, 60_000, 300_000])
        return []
      }
      if (kind < 19) {
        // The very moment of an expiry, or the last millisecond before it.
        const moments = momentsOf(world).filter((moment) => moment > now() + 1 && moment < now() + longestJump)
        const moment = moments[random.number(moments.length)] ?? now() + 1
        passed += moment - now() - random.number(2)
        return []
      }
      offset = random.number(2) === 0 ? 0 : random.number(2 * longestJump) - longestJump
      return [`the clock is off by ${offset / 1000} s`]
    },
  }
}

function momentsOf({ accessTokens, codes, families }: World): readonly number[] {
  return [
    ...Object.values(accessTokens).map(({ expiresAt }) => expiresAt),
    ...Object.values(codes).map(({ expiresAt }) => expiresAt),
    ...Object.values(families).flatMap(({ expiresAt, repeatableUntil }) => [expiresAt, repeatableUntil]),
  ]
}
