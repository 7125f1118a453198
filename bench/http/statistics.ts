// What the windows of a server say: the 25th percentile of the processor time, because other work of the machine only ever adds to it, and the
// spread.
import type { Measured, Measurement } from './measure.ts'

export interface Spread {
  readonly p25: number
  readonly median: number
  readonly lowest: number
  readonly highest: number
}

/** The figures of one server in one row. */
export interface Figures {
  /** Microseconds for a request, of all threads; undefined where the system does not report it. */
  readonly processorTime?: Spread
  /** Microseconds of the database server for a request, where there is one. */
  readonly databaseTime?: Spread
  /** Requests a second. */
  readonly rate: Spread
  /** The highest share of a window in which the generator was busy. */
  readonly generatorBusy: number
  readonly warmUp: Measured['warmUp']
  /** Latencies in milliseconds over all requests; only where a fixed rate was measured. */
  readonly latency?: { readonly p50: number; readonly p95: number; readonly p99: number }
  /** Bytes on the heap of V8 for a request. */
  readonly allocated?: number
}

export interface RowResult {
  readonly name: string
  /** By label. */
  readonly figures: Readonly<Partial<Record<string, Figures>>>
}

export function summarize(name: string, measurement: Measurement): RowResult {
  return { name, figures: Object.fromEntries([...measurement].map(([label, measured]) => [label, figuresOf(measured)])) }
}

/** @returns how many times less processor time the first takes than the second; undefined when one of them is missing */
export function ratio(first: Figures | undefined, second: Figures | undefined): number | undefined {
  const [one, other] = [first?.processorTime?.p25, second?.processorTime?.p25]
  return one === undefined || other === undefined ? undefined : other / one
}

export function spreadOf(values: readonly number[]): Spread {
  return { p25: percentile(values, 0.25), median: percentile(values, 0.5), lowest: Math.min(...values), highest: Math.max(...values) }
}

/** @returns the value below which that share of all values lies */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.round((values.length - 1) * share)] ?? Number.NaN
}

function figuresOf({ warmUp, windows, open, allocated }: Measured): Figures {
  const times = windows.flatMap(({ processorTime }) => processorTime ?? [])
  const databaseTimes = windows.flatMap(({ databaseTime }) => databaseTime ?? [])
  const latencies = open.flatMap((window) => window.latencies)
  return {
    ...(times.length === 0 ? {} : { processorTime: spreadOf(times) }),
    ...(databaseTimes.length === 0 ? {} : { databaseTime: spreadOf(databaseTimes) }),
    rate: spreadOf(windows.map(({ perSecond }) => perSecond)),
    generatorBusy: Math.max(...windows.map(({ generatorBusy }) => generatorBusy)),
    warmUp,
    ...(latencies.length === 0
      ? {}
      : { latency: { p50: percentile(latencies, 0.5), p95: percentile(latencies, 0.95), p99: percentile(latencies, 0.99) } }),
    ...(allocated === undefined ? {} : { allocated }),
  }
}
