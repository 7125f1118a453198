// The sign-ins of the last days: a chart that needs no script, and the same numbers as a table.
import type { SignInDay } from '@symbolon/management-api'
import { mostSignIns } from '@symbolon/management-api'
import { html } from 'hono/html'
import type { Markup } from '../html/markup.ts'
import type { Texts } from '../texts/shape.ts'

/** In units of the view box. The image grows with the page; its strokes do not. */
const [width, height] = [720, 96]

/** @returns the chart of the days, the oldest first, with its table */
export function signInChart(days: readonly SignInDay[], texts: Texts): Markup {
  const words = texts.facts
  const number = new Intl.NumberFormat(texts.language)
  const short = new Intl.DateTimeFormat(texts.language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const nameOf = ({ date }: SignInDay): string => short.format(Date.parse(date))
  const count = (value: number): string => (value >= mostSignIns ? words.atLeast(number.format(mostSignIns)) : number.format(value))
  const highest = Math.max(0, ...days.map(({ succeeded, failed }) => succeeded + failed))
  const step = width / Math.max(1, days.length)
  const scaled = (value: number): number => Math.round((value / Math.max(1, highest)) * height * 100) / 100
  const bar = (day: SignInDay, index: number): Markup => {
    const [succeeded, failed] = [scaled(day.succeeded), scaled(day.failed)]
    const [x, wide] = [(index * step + step * 0.15).toFixed(1), (step * 0.7).toFixed(1)]
    return html`<g><title>${words.signInsOfDay(nameOf(day), count(day.succeeded), count(day.failed))}</title>
<rect class="ground" x="${(index * step).toFixed(1)}" y="0" width="${step.toFixed(1)}" height="${height}"/>
<rect class="succeeded" x="${x}" y="${(height - succeeded).toFixed(1)}" width="${wide}" height="${succeeded}"/>
<rect class="failed" x="${x}" y="${(height - succeeded - failed).toFixed(1)}" width="${wide}" height="${failed}"/></g>`
  }
  const [first, last] = [days[0], days.at(-1)]
  return html`<section class="card chart">
<h2>${words.signInChart(number.format(days.length))}</h2>
<p class="legend"><span class="succeeded">${words.signIns}</span> <span class="failed">${words.failures}</span></p>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true" focusable="false">${days.map(bar)}</svg>
${first === undefined || last === undefined ? '' : html`<p class="axis" aria-hidden="true"><span>${nameOf(first)}</span> <span>${words.highest(count(highest))}</span> <span>${nameOf(last)}</span></p>`}
<details><summary>${words.signInTable}</summary>
<p class="muted">${words.signInsCaption(number.format(mostSignIns))}</p>
<div class="table narrow" tabindex="0" role="region" aria-label="${words.signInTable}"><table>
<thead><tr><th scope="col">${words.day}</th><th scope="col">${words.signIns}</th><th scope="col">${words.failures}</th></tr></thead>
<tbody>${days.toReversed().map((day) => html`<tr><th scope="row"><time datetime="${day.date}">${nameOf(day)}</time></th><td>${count(day.succeeded)}</td><td>${count(day.failed)}</td></tr>`)}</tbody></table></div></details>
</section>`
}
