// Notices, ordered steps, and codes to keep.
import { html } from 'hono/html'
import type { Markup } from './markup.ts'

/** A message other than an error: information or a success. */
export function notice(text: Markup | string, kind: 'information' | 'success' = 'information'): Markup {
  return html`<div class="${kind === 'success' ? 'notice success' : 'notice'}">${text}</div>`
}

/** Numbered steps, in the order in which they are done. */
export function orderedSteps(list: readonly Markup[]): Markup {
  return html`<ol class="steps">
${list.map(
  (step) => html`<li><div>${step}</div></li>
`,
)}</ol>`
}

/** A secret to copy into an app, in groups of four characters. Copying it takes all of it. */
export function secretText(secret: string): Markup {
  return html`<code class="secret" dir="ltr">${secret.replaceAll(/(.{4})(?=.)/gu, '$1 ')}</code>`
}

/** Codes to print or to write down. */
export function codeList(codes: readonly string[]): Markup {
  return html`<ul class="codes" dir="ltr">
${codes.map(
  (code) => html`<li><code>${code}</code></li>
`,
)}</ul>`
}
