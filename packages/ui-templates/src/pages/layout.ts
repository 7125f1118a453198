// The frame of every page: one document, one card, one main heading. It holds no inline script, style or event handler, so that a
// Content-Security-Policy of `default-src 'none'` with our own style sheet, images and one script is enough.
import { html } from 'hono/html'
import { assetAddress } from '../assets/assets.ts'
import type { Markup } from '../html/markup.ts'
import { isolatedName, plainName } from '../html/markup.ts'
import type { Texts } from '../texts/texts.ts'

/** What every page needs beside its content: the texts of the locale, and the product's name. */
export interface Setting {
  readonly texts: Texts
  readonly vendorName: string
}

/** The content of one page. */
export interface Content {
  /** The first part of the document title. */
  readonly title: string
  /** The second part of the document title: the application's name, or the product's name without an application. */
  readonly place: string
  readonly heading: Markup | string
  /** Where the page redirects to at once, by `<meta http-equiv="refresh">`: a checked path or address. */
  readonly next?: string
  /** One line below the heading. */
  readonly lead?: Markup | string
  readonly body: Markup
  /** `wide` for pages with lists. */
  readonly width?: 'wide'
}

/** The whole HTML document. */
export const layout = (
  { texts, vendorName }: Setting,
  { title, place, heading, lead, next, body, width }: Content,
): Markup => html`<!doctype html>
<html lang="${texts.language}" dir="${texts.direction}">
<head>
<meta charset="utf-8">
<title>${title} · ${plainName(place)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${
  next === undefined
    ? ''
    : html`<meta http-equiv="refresh" content="0;url=${next}">
`
}<link rel="icon" href="${assetAddress('logo.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetAddress('style.css')}">
</head>
<body>
<main${width === undefined ? '' : html` class="${width}"`}>
<img class="logo" src="${assetAddress('logo.svg')}" alt="" width="48" height="48">
<h1>${heading}</h1>
${lead === undefined ? '' : html`<p class="lead">${lead}</p>`}
${body}
</main>
<footer><p>${isolatedName(vendorName)}</p></footer>
</body>
</html>
`
