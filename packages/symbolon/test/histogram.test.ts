// The histograms of requests and stores, in addition to the histograms of the library.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Histogram, Registry } from 'prom-client'
import { FastHistogram } from '../src/histogram.ts'

test('says in the text format what the library says', async () => {
  const [name, help, buckets] = ['seconds', 'A time.', [0.1, 1, 5]]
  const registry = new Registry()
  const theirs = new Histogram({ name, help, buckets, labelNames: ['store', 'outcome'], registers: [registry] })
  const ours = new FastHistogram(name, help, buckets)
  for (const [labels, values] of [
    [{ store: 'users', outcome: 'succeeded' }, [0, 0.1, 0.1000001, 1, 5, 6, 1000]],
    [{ store: 'a "name"\\\n', outcome: 'failed' }, [2]],
  ] as const) {
    for (const value of values) {
      theirs.observe(labels, value)
      ours.observer(labels)(value)
    }
  }
  const lines = (text: string): readonly string[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map(sortedLabels)
      .toSorted()
  assert.deepEqual(lines(ours.text()), lines(await registry.metrics()))
})

/** The order of labels means nothing. */
function sortedLabels(line: string): string {
  return line.replace(/\{(.*)\}/, (_, labels: string) => `{${(labels.match(/\w+="(?:[^"\\]|\\.)*"/g) ?? []).toSorted().join()}}`)
}
