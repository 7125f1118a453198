// The frame of every page: one document, one card, one main heading. It holds no inline script, style or event handler, so that a
// Content-Security-Policy of `default-src 'none'` with our own style sheet, images and one script is enough.
import { html } from 'hono/html'
import { assetAddress, themeAddress } from '../assets/assets.ts'
import type { AssetName } from '../assets/assets.ts'
import type { Markup } from '../html/markup.ts'
import { plainName } from '../html/markup.ts'
import { themeName } from '../theme/theme.ts'
import { brandIcon, brandLogo } from './brand.ts'
import { pageFooter } from './footer.ts'
import type { Setting } from './setting.ts'

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
  /** A script at the end of the page. */
  readonly script?: AssetName
  /** `wide` for pages with lists. */
  readonly width?: 'wide'
}

const colourSchemes = { auto: 'light dark', light: 'light', dark: 'dark' } as const

/** The whole HTML document. */
export function layout(setting: Setting, { title, place, heading, lead, next, body, script, width }: Content): Markup {
  const { texts, branding } = setting
  const theme = branding === undefined ? undefined : themeName(branding)
  return html`<!doctype html>
<html lang="${texts.language}" dir="${texts.direction}">
<head>
<meta charset="utf-8">
<title>${title} · ${plainName(place)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${colourSchemes[branding?.themeMode ?? 'auto']}">
<meta name="robots" content="noindex">
${
  next === undefined
    ? ''
    : html`<meta http-equiv="refresh" content="0;url=${next}">
`
}${brandIcon(branding)}
<link rel="stylesheet" href="${assetAddress('style.css')}">
${
  theme === undefined
    ? ''
    : html`<link rel="stylesheet" href="${themeAddress(theme)}">
`
}</head>
<body>
<main${width === undefined ? '' : html` class="${width}"`}>
${brandLogo(branding)}
<h1>${heading}</h1>
${lead === undefined ? '' : html`<p class="lead">${lead}</p>`}
${body}
</main>
${pageFooter(setting)}
${
  script === undefined
    ? ''
    : html`<script src="${assetAddress(script)}"></script>
`
}</body>
</html>
`
}
