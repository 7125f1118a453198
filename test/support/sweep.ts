// The sweep of expired rows under control of a test: it runs on request, not by the clock.
import type { TestProvider } from './provider.ts'

export interface HeldSweep {
  /** Lets the sweep run once, to its end. */
  run(): Promise<void>
}

/** @param start starts a provider with these options in addition to its options */
export async function withHeldSweep(
  start: (held: { readonly timers: false }) => Promise<TestProvider>,
): Promise<readonly [started: TestProvider, sweep: HeldSweep]> {
  const started = await start({ timers: false })
  return [started, { run: async () => await started.provider.tick() }]
}
