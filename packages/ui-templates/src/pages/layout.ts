// The frame of every page: one document, one card, one first heading. No script, style or event handler stands in it, so that
// it lives under a Content-Security-Policy of `default-src 'none'` with our own style sheet, images and one script.
import { html } from 'hono/html'
import { assetAddress } from '../assets/assets.ts'
import type { Markup } from '../html/markup.ts'
import { plainName } from '../html/markup.ts'
import type { Texts } from '../texts/texts.ts'

/** What all pages of one rendering share. */
export interface Setting {
  readonly texts: Texts
  readonly vendorName: string
}

export interface Content {
  /** The first part of the title, before the place. */
  readonly title: string
  /** Whose page this is, in the title: the application, or the product where there is none. */
  readonly place: string
  readonly heading: Markup | string
  /** Where the page goes on to by itself, at once: a path of our own, or an application. */
  readonly next?: string
  /** One line beneath the heading. */
  readonly lead?: Markup | string
  readonly body: Markup
}

export const layout = ({ texts, vendorName }: Setting, { title, place, heading, lead, next, body }: Content): Markup => html`<!doctype html>
<html lang="${texts.language}" dir="ltr">
<head>
<meta charset="utf-8">
<title>${title} · ${plainName(place)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${next === undefined ? '' : html`<meta http-equiv="refresh" content="0;url=${next}">
`}<link rel="icon" href="${assetAddress('logo.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetAddress('style.css')}">
</head>
<body>
<main>
<img class="logo" src="${assetAddress('logo.svg')}" alt="" width="48" height="48">
<h1>${heading}</h1>
${lead === undefined ? '' : html`<p class="lead">${lead}</p>`}
${body}
</main>
<footer><bdi>${plainName(vendorName)}</bdi></footer>
</body>
</html>
`
