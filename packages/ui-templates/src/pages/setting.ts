// What every page needs in addition to its content.
import type { Branding } from '@symbolon/login'
import type { Texts } from '../texts/texts.ts'

/** What every page needs in addition to its content: the texts of the locale, and the product's name. */
export interface Setting {
  readonly texts: Texts
  readonly vendorName: string
  /** The branding of the organization or the instance. */
  readonly branding?: Branding | undefined
}
