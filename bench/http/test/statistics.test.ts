// How windows become figures.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Measured } from '../measure.ts'
import { percentile, ratio, summarize } from '../statistics.ts'
import { isCompiler, processorTime } from '../threads.ts'

function measured(...times: readonly number[]): Measured {
  const window = { requests: 1000, perSecond: 1000, generatorBusy: 0.5, compilerShare: 0.01, latencies: [] }
  return {
    warmUp: { requests: 100_000, compilerShare: 0.01, warm: true },
    windows: times.map((time) => ({ ...window, processorTime: time })),
    open: [],
  }
}

test('the processor time of a row is its 25th percentile, with the lowest and the highest', () => {
  const { figures } = summarize('row', new Map([['symbolon', measured(50, 90, 60, 70, 80)]]))
  assert.deepEqual(figures['symbolon']?.processorTime, { p25: 60, median: 70, lowest: 50, highest: 90 })
})

test('a ratio above one means that the first takes less processor time', () => {
  const { figures } = summarize(
    'row',
    new Map([
      ['symbolon', measured(50)],
      ['oidc-provider', measured(100)],
    ]),
  )
  assert.equal(ratio(figures['symbolon'], figures['oidc-provider']), 2)
  assert.equal(ratio(figures['symbolon'], undefined), undefined)
})

test('a percentile of one value is that value', () => {
  assert.equal(percentile([3], 0.25), 3)
})

test('the compiler threads of Node, Deno and Bun are distinguished from other threads', () => {
  for (const name of ['V8Worker\n', 'V8 DefaultWorke\n', 'JITWorker\n']) assert.equal(isCompiler(name), true)
  for (const name of ['MainThread\n', 'libuv-worker\n', 'tokio-runtime-w\n', 'HeapHelper\n', 'bun.exe\n'])
    assert.equal(isCompiler(name), false)
})

test(
  'the processor time of this process grows with its work, and so does that of its compiler threads',
  { skip: process.platform !== 'linux' },
  () => {
    const before = processorTime(process.pid)
    const end = performance.now() + 100
    for (let sum = 0; performance.now() < end; sum += 1) JSON.parse(`[${sum}]`)
    const after = processorTime(process.pid)
    assert.ok(before !== undefined && after !== undefined)
    assert.ok(after.all > before.all)
    assert.ok(after.compiler > 0 && after.compiler < after.all)
  },
)

test('a process that is gone has no processor time', () => {
  assert.equal(processorTime(undefined), undefined)
})
