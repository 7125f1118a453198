// The branding that follows from the policies and texts of an organization or of the instance: colours, images, links and texts of the pages.
import type { BrandImageName } from './brand-image.ts'
import type { CustomTexts } from './custom-texts.ts'

/** Colours of one scheme as `#rgb` or `#rrggbb`. A colour that is absent has the value of the user interface. */
export interface BrandColours {
  readonly primary?: string
  readonly background?: string
  readonly font?: string
  readonly warn?: string
}

/** Links in the footer of every page. Addresses begin with http:// or https://, and may hold the placeholder `{{.Lang}}`. */
export interface BrandLinks {
  readonly terms?: string
  readonly privacy?: string
  readonly help?: string
  /** An email address. */
  readonly support?: string
  readonly documentation?: string
  readonly custom?: { readonly address: string; readonly text: string }
}

/** The branding of the pages. */
export interface Branding {
  /** `auto` follows the browser. */
  readonly themeMode: 'auto' | 'light' | 'dark'
  readonly light: BrandColours
  readonly dark: BrandColours
  /**
   * The names of the images, for `PolicyStore.findBrandImage`. A name holds a digest of the image, so that what it names never changes, and
   * has letters, digits and `-._` alone.
   */
  readonly images: Readonly<Partial<Record<BrandImageName, string>>>
  /** The name of the logo, where it is a PNG or a JPEG. Mail programs show no other images. */
  readonly mailLogo?: string
  /** Whether a page does not show the domain that completes a bare user name. */
  readonly hideLoginNameSuffix: boolean
  /** Whether the footer does not name the product. */
  readonly disableWatermark: boolean
  readonly links: BrandLinks
  /** A language tag: for pages and mails to people whose own language is not known. */
  readonly defaultLanguage?: string
  /** By language tag. */
  readonly texts: Readonly<Record<string, CustomTexts>>
  /** Where people go who came without an application. */
  readonly homeUri?: string
}
