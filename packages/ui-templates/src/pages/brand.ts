// The logo above a page, and the icon of its tab: those of the brand, else the built-in ones.
import type { Branding } from '@symbolon/login'
import { html } from 'hono/html'
import { assetAddress, imageAddress } from '../assets/assets.ts'
import type { Markup } from '../html/markup.ts'

const ownMark = html`<img class="logo" src="${assetAddress('logo.svg')}" alt="" width="48" height="48">`

/** The box of the logo of a brand has one size, so that nothing moves when the image arrives. */
function image(name: string): Markup {
  return html`<img class="brand" src="${imageAddress(name)}" alt="">`
}

/** The logo. It repeats what the texts say, so it has no alternative text. */
export function brandLogo({ images, themeMode }: Pick<Branding, 'images' | 'themeMode'> = { images: {}, themeMode: 'auto' }): Markup {
  const { logo, logoDark } = images
  const inLight = themeMode === 'dark' ? (logoDark ?? logo) : logo
  const inDark = themeMode === 'light' ? logo : (logoDark ?? logo)
  if (inLight === inDark) return inLight === undefined ? ownMark : image(inLight)
  // A brand that has a logo for dark surroundings alone is shown with it in all.
  if (inLight === undefined || inDark === undefined) return image(inLight ?? inDark ?? '')
  return html`<picture><source srcset="${imageAddress(inDark)}" media="(prefers-color-scheme: dark)">${image(inLight)}</picture>`
}

/** The address of the icon, and its type where it is known. */
export function brandIcon(branding: Pick<Branding, 'images'> | undefined): Markup {
  const icon = branding?.images.icon
  return icon === undefined
    ? html`<link rel="icon" href="${assetAddress('logo.svg')}" type="image/svg+xml">`
    : html`<link rel="icon" href="${imageAddress(icon)}">`
}
