// Where the suite runs: a runtime, and a `test` whose verdicts are kept, so that those of all runtimes can be compared in the end.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Runtime } from '../support/runtimes.ts'

export interface Stage {
  readonly runtime: Runtime
  test(title: string, run: () => Promise<void>): void
}

export type Verdict = 'passed' | 'failed'

/** By runtime, then by title. */
export type Verdicts = Readonly<Record<string, ReadonlyMap<string, Verdict>>>

/** Runs the same suite on every runtime, at the same time: each test has separate services. */
export function onEvery(runtimes: readonly Runtime[], suite: (stage: Stage) => void): Verdicts {
  const verdicts: Record<string, Map<string, Verdict>> = {}
  describe('the same suite', { concurrency: runtimes.length }, () => runtimes.forEach(runOn))
  return verdicts

  function runOn(runtime: Runtime): void {
    const own = (verdicts[runtime.name] = new Map<string, Verdict>())
    const titles = new Set<string>()
    // Set here, because tests inherit the concurrency of what is around them.
    describe(`on ${runtime.name}`, { concurrency: 1 }, () =>
      suite({
        runtime,
        test(title, run) {
          assert.ok(!titles.has(title), `two tests have the title: ${title}`)
          titles.add(title)
          test(title, async () => {
            own.set(title, 'failed')
            await run()
            own.set(title, 'passed')
          })
        },
      }),
    )
  }
}
