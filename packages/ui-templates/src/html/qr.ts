// A QR code as an inline SVG image. https://www.iso.org/standard/83389.html
import { html } from 'hono/html'
import { encode } from 'uqr'
import type { Markup } from './markup.ts'

/** Modules of quiet zone on each side. The standard demands four. */
const quietZone = 4

/**
 * The dark modules of a row as horizontal strokes: one for each run, each from the end of the last. An element for each module would be ten
 * times as long.
 */
function strokesOf(row: readonly boolean[], y: number): string {
  const strokes: string[] = []
  let end = 0
  for (let x = row.indexOf(true); x !== -1; x = row.indexOf(true, end)) {
    const start = end === 0 ? `M${x} ${y}` : `m${x - end} 0`
    end = [...row, false].indexOf(false, x)
    strokes.push(`${start}h${end - x}`)
  }
  return strokes.join('')
}

/**
 * Draws a text as a QR code. The modules are black on white in dark surroundings as well, because scanners expect it.
 *
 * @param label the purpose of the image
 * @throws Error when the text does not fit into a QR code (2,331 bytes)
 */
export function qrCode(text: string, label: string): Markup {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
<rect width="${size}" height="${size}" fill="#fff"></rect>
<path transform="translate(0 .5)" stroke="#000" d="${data.map(strokesOf).join('')}"></path>
</svg>`
}
