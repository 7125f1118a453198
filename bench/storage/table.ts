// Prints rates side by side: the median over all slices, and the median and middle half of the ratios of slices that followed each other.
export interface Rates {
  readonly ours: readonly number[]
  readonly peer: readonly number[]
}

export function printTable(title: string, rates: ReadonlyMap<string, Rates>): void {
  const lines = [[title, 'storage-libsql /s', '@libsql/client /s', 'ratio', 'middle half'], ...[...rates].map(figures)]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const [name = '', ...cells] of lines) {
    console.log([name.padEnd(widths[0] ?? 0), ...cells.map((cell, index) => cell.padStart(widths[index + 1] ?? 0))].join('  '))
  }
  console.log()
}

function figures([name, { ours, peer }]: readonly [string, Rates]): readonly string[] {
  const ratios = ours.map((rate, slice) => rate / (peer[slice] ?? Number.NaN))
  return [
    name,
    quantile(ours, 0.5).toFixed(0),
    quantile(peer, 0.5).toFixed(0),
    quantile(ratios, 0.5).toFixed(2),
    `${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)}`,
  ]
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}
