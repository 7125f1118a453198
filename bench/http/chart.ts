// The results as a bar chart of requests per second: three bars for each row.
import type { RowResult } from './results.ts'
import type { ServerName } from './server-process.ts'

const servers: readonly { readonly name: ServerName; readonly color: string }[] = [
  { name: 'symbolon', color: '#2563eb' },
  { name: 'oidc-provider', color: '#f59e0b' },
  { name: 'bare', color: '#9ca3af' },
]
const [labels, bars, values, bar, gap, top] = [190, 430, 100, 13, 14, 34]

/** @returns a self-contained SVG that is readable on light and dark backgrounds */
export function chart(results: readonly RowResult[]): string {
  const drawn = results.filter(({ rates }) => rates.bare !== undefined)
  const longest = Math.max(...drawn.flatMap(({ rates }) => servers.map(({ name }) => rates[name]?.median ?? 0)))
  const rowHeight = servers.length * bar + gap
  const size = `width="${labels + bars + values}" height="${top + drawn.length * rowHeight}"`
  const rows = drawn.map((result, index) => group(result, top + index * rowHeight, longest)).join('\n')
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="system-ui, sans-serif" font-size="12">
<title>Requests a second</title>
<style>text { fill: #1f2937 } @media (prefers-color-scheme: dark) { text { fill: #e5e7eb } }</style>
${legend()}
${rows}
</svg>
`
}

function legend(): string {
  return servers
    .map(({ name, color }, index) => {
      const x = labels + index * 130
      return `<rect x="${x}" y="8" width="12" height="12" fill="${color}"/><text x="${x + 18}" y="18">${name}</text>`
    })
    .join('')
}

function group({ name, rates, valid }: RowResult, y: number, longest: number): string {
  const label = `<text x="${labels - 10}" y="${y + (servers.length * bar) / 2 + 4}" text-anchor="end">${name}${valid ? '' : ' (invalid)'}</text>`
  const drawn = servers.map((server, index) => {
    const median = rates[server.name]?.median ?? 0
    const width = Math.max(1, (median / longest) * bars).toFixed(1)
    const top = y + index * bar
    return (
      `<rect x="${labels}" y="${top}" width="${width}" height="${bar - 2}" fill="${server.color}"/>` +
      `<text x="${labels + Number(width) + 6}" y="${top + bar - 3}">${median.toFixed(0)}</text>`
    )
  })
  return [label, ...drawn].join('')
}
