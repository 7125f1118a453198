// Buttons, and links that look like buttons. A form has one submit button; other targets are links or separate forms.
import { html } from 'hono/html'
import type { Markup } from './markup.ts'
import { ownPath } from './markup.ts'

/** The appearance of a button. */
export interface ButtonLook {
  /** `primary` for what the page is for, once on a page; `danger` for what cannot be undone. Default: `primary`. */
  readonly kind?: 'primary' | 'secondary' | 'danger'
  /** Small buttons stand in rows and sections. Default: false. */
  readonly small?: boolean
}

function classOf({ kind = 'primary', small = false }: ButtonLook, base: string): string {
  return [base, kind === 'primary' ? '' : kind, small ? 'small' : ''].filter((name) => name !== '').join(' ')
}

/**
 * The submit button of a form.
 *
 * @param text what happens, as a verb
 * @param about names what the button acts on when several buttons of a page have the same text; screen readers read it after the text
 */
export function submitButton(text: string, look: ButtonLook = {}, about?: string): Markup {
  const names = classOf(look, '')
  return html`<button type="submit"${names === '' ? '' : html` class="${names}"`}${about === undefined ? '' : html` aria-label="${text}: ${about}"`}>${text}</button>`
}

/**
 * A link to a path of this server that looks like a button.
 *
 * @throws TypeError when the path could lead to another origin
 */
export function linkButton(path: string, text: Markup | string, look: ButtonLook = { kind: 'secondary' }): Markup {
  return html`<a href="${ownPath(path)}" class="${classOf(look, 'button')}">${text}</a>`
}

/**
 * Where a page without a form leads to.
 *
 * @param address of this server or checked by `webAddress` or `applicationAddress`
 */
export function nextLink(address: string, text: Markup | string): Markup {
  return html`<p class="next"><a class="button secondary" href="${address}">${text}</a></p>`
}

/** Other methods below the main form, one below the other: links that look like buttons, or forms with a secondary button. */
export function moreWays(ways: readonly Markup[]): Markup | '' {
  return ways.length === 0
    ? ''
    : html`<div class="more">
${ways.map(
  (way) => html`${way}
`,
)}</div>`
}

/** A line with a word between two methods: "or". */
export function divider(word: string): Markup {
  return html`<div class="divider">${word}</div>`
}
