// The texts of the pages about branding.
import type { BrandImageName } from '@symbolon/core-protocol'

/** The texts of branding in one language. */
export interface BrandingTexts {
  readonly heading: string
  readonly lead: string
  readonly save: string
  readonly show: string
  readonly schemes: Readonly<Record<'light' | 'dark', string>>
  readonly preview: (scheme: string) => string
  readonly contrasts: Readonly<Record<'text' | 'link' | 'warning', string>>
  readonly readable: string
  readonly hardToRead: string
  readonly images: Readonly<Record<BrandImageName, string>>
  readonly imageHelp: string
  readonly removeImage: (image: string) => string
  readonly problems: Readonly<Record<'image_malformed' | 'image_too_large' | 'image_unsupported', string>>
}
