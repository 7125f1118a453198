// The sweep of expired rows in the hands of a test: it runs when told, not by the clock on the wall.

export interface HeldSweep {
  /** Lets the sweep run once, and waits long enough for so many rows. */
  run(rows: number): Promise<void>
}

/** Calls `start`, whose timers are held. */
export async function withHeldSweep<T>(start: () => Promise<T>): Promise<readonly [started: T, sweep: HeldSweep]> {
  const real = globalThis.setInterval
  const ticks: (() => void)[] = []
  globalThis.setInterval = ((callback: () => void) => {
    ticks.push(callback)
    return real(() => undefined, 600_000).unref()
  }) as typeof setInterval
  try {
    const started = await start()
    return [started, {
      async run(rows) {
        for (const tick of ticks) tick()
        await new Promise((resolve) => setTimeout(resolve, 100 + rows / 10))
      },
    }]
  } finally {
    globalThis.setInterval = real
  }
}
