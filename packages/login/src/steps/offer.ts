// When the offer of a step is made again. Pure.

/**
 * Whether an offer may be made.
 *
 * @param skippedAt when the user last skipped it, milliseconds since the epoch; undefined when that never happened
 * @param lifetime milliseconds after which it is made again; 0 when it is not
 */
export function mayOffer(skippedAt: number | undefined, lifetime: number, now: number): boolean {
  if (skippedAt === undefined) return true
  // A time in the future comes from a clock that ran ahead.
  return lifetime > 0 && Math.abs(now - skippedAt) >= lifetime
}
