// Markup is text that went through the escaping template `html`. A plain string in a template is always escaped, and nothing calls `raw`.
import { html } from 'hono/html'

/** Escaped HTML. */
export type Markup = ReturnType<typeof html>

/** No markup. */
export const nothing: Markup = html``

/**
 * @returns the markup of a whole page
 * @throws TypeError when a template holds a promise: every value of a page is known before it is rendered
 */
export function toDocument(markup: Markup): string {
  if (markup instanceof Promise) throw new TypeError('A page holds a promise')
  return markup.toString()
}

/** Control characters and the characters that change the direction of text. https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters */
const invisible = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu

/** @returns a name that another user chose, so that it neither reverses nor hides the text around it */
export function plainName(name: string): string {
  return name.replace(invisible, '')
}

/** @returns the name as markup with its own direction */
export function isolatedName(name: string): Markup {
  return html`<bdi>${plainName(name)}</bdi>`
}

/** @returns the path of the console, below `/ui/console`, with each part encoded */
export function consoleAddress(...parts: readonly string[]): string {
  return ['/ui/console', ...parts.map(encodeURIComponent)].join('/')
}
