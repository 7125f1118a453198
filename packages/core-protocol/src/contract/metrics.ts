// Metrics as parts see them: plain declarations, and three verbs. Each label has a closed set of values, so that no request can add a time series:
// what a client sends (its id, a path, a user, an address) is never the value of a label. https://prometheus.io/docs/practices/naming/#labels

declare const composed: unique symbol

/** The name of something that is composed or built in, such as a part, a grant type or a store. No request makes a new one. */
export type ComposedName = string & { readonly [composed]: true }

/** @param name of a part, a grant or a store; never text from a request */
export function composedName(name: string): ComposedName {
  return name as ComposedName
}

/** For each label its values, or `composed` where they are names of what is composed. */
export type LabelSets = Readonly<Record<string, readonly string[] | 'composed'>>

/** A value for each label. */
export type LabelsOf<L extends LabelSets> = {
  readonly [N in keyof L]: L[N] extends readonly (infer V extends string)[] ? V : ComposedName
}

/** A metric, as data. */
export interface Metric<K extends MetricKind = MetricKind, L extends LabelSets = LabelSets> {
  readonly kind: K
  /** The full name, with its unit at the end. https://prometheus.io/docs/practices/naming/ */
  readonly name: string
  /** One line. */
  readonly help: string
  readonly labels: L
  /** Upper bounds, for a histogram. */
  readonly buckets?: readonly number[]
}

/** What a metric measures. */
export type MetricKind = 'counter' | 'gauge' | 'histogram'

/** A value that is read when the metrics are read. */
export interface MetricReading<L extends LabelSets> {
  readonly labels: LabelsOf<L>
  readonly value: number
}

/** Takes what is measured. */
export interface Metrics {
  /** Whether anything is measured. Where it is not, nothing has to be timed. */
  readonly enabled: boolean
  /** @param by default 1 */
  count<L extends LabelSets>(metric: Metric<'counter', L>, labels: NoInfer<LabelsOf<L>>, by?: number): void
  observe<L extends LabelSets>(metric: Metric<'histogram', L>, labels: NoInfer<LabelsOf<L>>, value: number): void
  /** @returns `observe` for these labels, for what is measured at every request: the series is found once */
  observer<L extends LabelSets>(metric: Metric<'histogram', L>, labels: NoInfer<LabelsOf<L>>): (value: number) => void
  /**
   * Reads the metric whenever the metrics are read. A counter is the number of events since the start.
   * @param read replaces the one of before; if it fails, the metric has no value
   */
  read<L extends LabelSets>(metric: Metric<'counter' | 'gauge', L>, read: () => Promise<readonly MetricReading<NoInfer<L>>[]>): void
}

/** Where metrics go. */
export interface MetricsRecorder {
  /** @returns takes what is measured of these metrics. A metric may be declared again, with the same members. */
  declare(metrics: readonly Metric[]): Metrics
}

/** Measures nothing. */
export const noMetrics: Metrics = {
  enabled: false,
  count: () => undefined,
  observe: () => undefined,
  observer: () => () => undefined,
  read: () => undefined,
}

/**
 * Declares a metric. The values of its labels become types.
 * ```ts
 * const deliveries = defineMetric({ kind: 'counter', name: 'acme_deliveries_total', help: 'Deliveries.', labels: { outcome: ['sent', 'failed'] } })
 * context.metrics.count(deliveries, { outcome: 'sent' })
 * ```
 */
export function defineMetric<const K extends MetricKind, const L extends LabelSets>(metric: Metric<K, L>): Metric<K, L> {
  return metric
}
