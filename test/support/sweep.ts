// The sweep of expired rows in the hands of a test: it runs when told, not by the clock on the wall.
import type { TestProvider } from './provider.ts'

export interface HeldSweep {
  /** Lets the sweep run once, to its end. */
  run(): Promise<void>
}

/** @param start starts a provider with the options that it is given beside its own */
export async function withHeldSweep(
  start: (held: { readonly timers: false }) => Promise<TestProvider>,
): Promise<readonly [started: TestProvider, sweep: HeldSweep]> {
  const started = await start({ timers: false })
  return [started, { run: async () => await started.provider.tick() }]
}
