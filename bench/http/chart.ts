// The results as a bar chart of processor time: the bars of each row, one for each server.
import { compared } from './table.ts'
import type { RowResult } from './statistics.ts'

const colors: Readonly<Record<(typeof compared)[number], string>> = {
  symbolon: '#2563eb',
  'oidc-provider': '#f59e0b',
  bare: '#9ca3af',
  'bare that commits': '#6b7280',
  'node:http': '#d1d5db',
}
const [labels, bars, values, bar, gap, top] = [240, 400, 100, 12, 14, 34]

/** @returns a self-contained SVG that is readable on light and dark backgrounds */
export function chart(results: readonly RowResult[]): string {
  const longest = Math.max(...results.flatMap(({ figures }) => compared.map((label) => figures[label]?.processorTime?.p25 ?? 0)))
  const groups: string[] = []
  let y = top
  for (const result of results) {
    const drawn = compared.filter((label) => result.figures[label]?.processorTime !== undefined)
    groups.push(group(result, drawn, y, longest))
    y += drawn.length * bar + gap
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${labels + bars + values}" height="${y}" font-family="system-ui, sans-serif" font-size="12">
<title>Processor time of a request in microseconds</title>
<style>text { fill: #1f2937 } @media (prefers-color-scheme: dark) { text { fill: #e5e7eb } }</style>
${legend()}
${groups.join('\n')}
</svg>
`
}

function legend(): string {
  return compared
    .map((label, index) => {
      const x = 20 + index * 145
      return `<rect x="${x}" y="8" width="12" height="12" fill="${colors[label]}"/><text x="${x + 18}" y="18">${label}</text>`
    })
    .join('')
}

function group({ name, figures }: RowResult, drawn: readonly (typeof compared)[number][], y: number, longest: number): string {
  const label = `<text x="${labels - 10}" y="${y + (drawn.length * bar) / 2 + 4}" text-anchor="end">${name}</text>`
  const rectangles = drawn.map((server, index) => {
    const time = figures[server]?.processorTime?.p25 ?? 0
    const width = Math.max(1, (time / longest) * bars).toFixed(1)
    const start = y + index * bar
    return (
      `<rect x="${labels}" y="${start}" width="${width}" height="${bar - 2}" fill="${colors[server]}"/>` +
      `<text x="${labels + Number(width) + 6}" y="${start + bar - 2}" font-size="11">${time.toFixed(0)} µs</text>`
    )
  })
  return [label, ...rectangles].join('')
}
