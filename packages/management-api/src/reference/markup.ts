// Markup of the reference. A plain string in a template is always escaped.
import { html } from 'hono/html'

/** Escaped HTML. */
export type Markup = ReturnType<typeof html>

/** No markup. */
export const nothing: Markup = html``

/** @returns a text in which what stands between backticks is code */
export function prose(text: string): Markup {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

/** @returns the part of an address that stands for the name: `Policies of the instance` is `policies-of-the-instance` */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

/**
 * @returns the markup as text
 * @throws TypeError when a template holds a promise: every value of a page is known before it is rendered
 */
export function toText(markup: Markup): string {
  if (markup instanceof Promise) throw new TypeError('A page holds a promise')
  return markup.toString()
}
