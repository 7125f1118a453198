// Which version runs, and on what: for operators who watch a rollout.
import { composedName, defineMetric } from '@symbolon/core-protocol'
import type { MetricsRecorder } from '@symbolon/core-protocol'
import { version } from './version.ts'

const labels = { version: 'composed', runtime: ['node', 'bun', 'deno'] } as const

/** The metric: always 1. https://www.robustperception.io/exposing-the-software-version-to-prometheus/ */
const buildInfo = defineMetric({
  kind: 'gauge',
  name: 'symbolon_build_info',
  help: 'Always 1; the labels say what runs.',
  labels,
})

/** Declares the metric and gives it its value. */
export function declareBuild(recorder: MetricsRecorder): void {
  recorder
    .declare([buildInfo])
    .read(buildInfo, async () => [{ labels: { version: composedName(version), runtime: runtimeOf() }, value: 1 }])
}

function runtimeOf(): (typeof labels.runtime)[number] {
  if ('Bun' in globalThis) return 'bun'
  return 'Deno' in globalThis ? 'deno' : 'node'
}
