// Markup is text that went through the escaping template `html`; a plain string in a template is always escaped.
// Nothing in this package calls `raw`.
import type { html } from 'hono/html'

export type Markup = ReturnType<typeof html>

/** @throws TypeError when a promise was put into a template: pages are made of values that are there */
export const toDocument = (markup: Markup): string => {
  if (markup instanceof Promise) throw new TypeError('A page holds a promise')
  return markup.toString()
}
