// The set-up texts of an application, to be copied.
import { html } from 'hono/html'
import { fieldId } from '../html/form.ts'
import type { Markup } from '../html/markup.ts'
import type { Texts } from '../texts/shape.ts'
import { setupsOf } from './setup/setup.ts'
import { discoveryOf } from './setup/values.ts'
import type { SetupValues } from './setup/values.ts'

/** @returns client id, secret and addresses, each with a button that copies it */
export function factsOf(values: SetupValues, { applications: own }: Texts): Markup {
  const facts: readonly (readonly [string, string])[] = [
    [own.clientId, values.clientId],
    ...(values.secret === undefined ? [] : [[own.facts.secret, values.secret] as const]),
    [own.facts.discovery, discoveryOf(values)],
    [own.facts.issuer, values.issuer],
  ]
  return html`<dl class="facts card">${facts.map(
    ([label, value], index) =>
      html`<dt>${label}</dt><dd class="copied"><code id="fact-${index}">${value}</code>${copyButton(`fact-${index}`, label, own.setup.copy)}</dd>`,
  )}</dl>`
}

/** @returns the set-up texts; the first is open, the others are folded */
export function setupView(values: SetupValues, { applications: own }: Texts): Markup {
  return html`<h2>${own.setup.heading}</h2>
<p class="muted">${own.setup.help}</p>
${setupsOf(values).map(({ id, title, text }, index) => {
  const place = fieldId(`setup-${id}`)
  return html`<details class="setup"${index === 0 ? html` open` : ''}><summary>${title}</summary>
<div class="copied"><pre id="${place}" tabindex="0">${text}</pre>${copyButton(place, title, own.setup.copy)}</div>
</details>`
})}`
}

function copyButton(place: string, what: string, label: string): Markup {
  return html`<button type="button" class="secondary" hidden data-copy="${place}" aria-label="${label}: ${what}">${label}</button>`
}
