// openid-client reads the clock of the runtime. It is given the difference to the clock of the provider, which decides about every time.

/** @returns the seconds by which the provider's clock is ahead of the runtime's */
export function clockSkewOf(now: () => number): number {
  return Math.round((now() - Date.now()) / 1000)
}
