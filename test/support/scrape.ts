// Reads metrics in the text format of Prometheus. https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format

/** One line: a series and its value. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** All lines that are not comments. */
export function readSamples(text: string): readonly Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', inner = '', value = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line) ?? []
      const labels = [...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [label, text])
      return { name, labels: Object.fromEntries(labels) as Record<string, string>, value: Number(value) }
    })
}

/** The values of a metric by its labels, without those that are 0: `{ 'endpoint=token endpoint,error=invalid_client': 2 }`. */
export function valuesOf(text: string, name: string): Readonly<Record<string, number>> {
  const samples = readSamples(text).filter((sample) => sample.name === name && sample.value !== 0)
  return Object.fromEntries(
    samples.map(({ labels, value }) => [
      Object.entries(labels)
        .map(([label, text]) => `${label}=${text}`)
        .join(','),
      value,
    ]),
  )
}
