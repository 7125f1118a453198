// Metrics for Prometheus. Of this package, only this file knows the library, which counts everything but histograms. https://prometheus.io/docs/instrumenting/exposition_formats/
import type { LabelSets, Metric, Metrics, MetricReading, MetricsRecorder } from '@symbolon/core-protocol'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { FastHistogram } from './histogram.ts'

/** Metrics that can be read. */
export interface PrometheusMetrics extends MetricsRecorder {
  readonly contentType: string
  /** All of them, in the text format. */
  text(): Promise<string>
}

type Instrument = Counter | Gauge | FastHistogram
type Values = Readonly<Record<string, string>>

/** Of those that need no library, on every runtime: memory, processor time, event loop. */
export function prometheusMetrics(): PrometheusMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const instruments = new Map<string, Instrument>()
  const readers = new Map<string, () => Promise<void>>()

  function instrumentOf(metric: Metric): Instrument {
    const known = instruments.get(metric.name)
    if (known !== undefined) return known
    const instrument = makeInstrument(metric, registry)
    instruments.set(metric.name, instrument)
    return instrument
  }

  const metrics: Metrics = {
    enabled: true,
    count(metric, labels, by = 1) {
      const instrument = instrumentOf(metric)
      if (instrument instanceof Counter) instrument.inc(closed(metric, labels), by)
    },
    observe(metric, labels, value) {
      metrics.observer(metric, labels)(value)
    },
    observer(metric, labels) {
      const instrument = instrumentOf(metric)
      return instrument instanceof FastHistogram ? instrument.observer(closed(metric, labels)) : () => undefined
    },
    read(metric, read) {
      const instrument = instrumentOf(metric)
      readers.set(metric.name, async () => {
        const readings = await read().catch(() => [])
        if (!(instrument instanceof FastHistogram)) instrument.reset()
        for (const reading of readings) take(instrument, metric, reading)
      })
    },
  }

  return {
    contentType: registry.contentType,
    declare(declared) {
      // A metric without labels is 0 from the beginning: the first event is an increase.
      for (const metric of declared) instrumentOf(metric)
      return metrics
    },
    async text() {
      await Promise.all([...readers.values()].map((read) => read()))
      const histograms = [...instruments.values()].filter((instrument) => instrument instanceof FastHistogram)
      return [await registry.metrics(), ...histograms.map((histogram) => histogram.text())].join('\n')
    },
  }
}

/** The defaults of the client libraries of Prometheus. */
const defaultBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function makeInstrument({ kind, name, help, labels, buckets }: Metric, registry: Registry): Instrument {
  const options = { name, help, labelNames: Object.keys(labels), registers: [registry] }
  switch (kind) {
    case 'counter':
      return new Counter(options)
    case 'gauge':
      return new Gauge(options)
    case 'histogram': {
      const histogram = new FastHistogram(name, help, buckets ?? defaultBounds)
      if (options.labelNames.length === 0) histogram.observer({})
      return histogram
    }
  }
}

function take<L extends LabelSets>(instrument: Instrument, metric: Metric, { labels, value }: MetricReading<L>): void {
  if (instrument instanceof Gauge) instrument.set(closed(metric, labels), value)
  else if (instrument instanceof Counter) instrument.inc(closed(metric, labels), value)
}

/** Callers without types cannot add a series either: a value that is not declared counts as `other`. */
function closed({ labels: sets }: Metric, labels: Values): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name in sets) {
    const [set, value = 'other'] = [sets[name], labels[name]]
    values[name] = set === 'composed' || set?.includes(value) === true ? value : 'other'
  }
  return values
}
