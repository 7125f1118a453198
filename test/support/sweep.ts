// The sweep of expired rows in the hands of a test: it runs when told, not by the clock on the wall.
import type { TestProvider } from './provider.ts'

export interface HeldSweep {
  /** Lets the sweep run once, to its end. */
  run(): Promise<void>
}

/** Starts a provider whose timers are held. */
export async function withHeldSweep(start: () => Promise<TestProvider>): Promise<readonly [started: TestProvider, sweep: HeldSweep]> {
  const real = globalThis.setInterval
  const ticks: (() => void)[] = []
  globalThis.setInterval = ((callback: () => void) => {
    ticks.push(callback)
    return real(() => undefined, 600_000).unref()
  }) as typeof setInterval
  try {
    const started = await start()
    return [
      started,
      {
        async run() {
          const swept = started.swept()
          for (const tick of ticks) tick()
          await swept
        },
      },
    ]
  } finally {
    globalThis.setInterval = real
  }
}
