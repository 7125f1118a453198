// The results as a table in Markdown, which reads as well in a terminal.
import type { Rate, RowResult } from './results.ts'

export const header = `| | symbolon /s | oidc-provider /s | bare /s | to oidc-provider (target 2) | to bare (target 0.7) | generator busy |
|---|---|---|---|---|---|---|`

export function line({ name, rates, toPeer, toBare }: RowResult): string {
  const busy = Math.max(...Object.values(rates).map(({ generatorBusy }) => generatorBusy))
  const cells = [
    rates.echo === undefined ? name : `${name} ${rate(rates.echo)} /s`,
    rate(rates.symbolon), rate(rates['oidc-provider']), rate(rates.bare), judged(toPeer, 2), judged(toBare, 0.7), `${(busy * 100).toFixed(0)} %`,
  ]
  return `| ${cells.join(' | ')} |`
}

function rate(of: Rate | undefined): string {
  return of === undefined ? '' : `${of.median.toFixed(0)} (${of.lowest.toFixed(0)} to ${of.highest.toFixed(0)})`
}

function judged(ratio: number | undefined, target: number): string {
  if (ratio === undefined) return ''
  return ratio >= target ? `**${ratio.toFixed(2)}**` : `${ratio.toFixed(2)}, missed`
}
