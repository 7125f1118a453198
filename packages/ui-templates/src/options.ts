// The options of the built-in user interfaces, checked where they are given.
import type { TemplatePage } from './pages/own.ts'

/** Options of {@link templates}. */
export interface TemplatesOptions {
  /** The product's name. It appears in the footer, and in the title of pages that belong to no application. Default: `Symbolon`. */
  readonly vendorName?: string
  /** The pages of own steps: see `ownPage`. */
  readonly pages?: readonly TemplatePage[]
}

const known: Readonly<Record<keyof TemplatesOptions, true>> = { vendorName: true, pages: true }

/**
 * @param taker the function that takes the options
 * @returns the options with their defaults
 * @throws TypeError with the code `unknown_option` or `invalid_vendor_name`
 */
export function checkTemplatesOptions(taker: string, options: TemplatesOptions): Required<TemplatesOptions> {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name))
  if (unknown !== undefined)
    throw invalidOption('unknown_option', `Unknown option '${unknown}' of ${taker}(). The known ones are ${Object.keys(known).join(', ')}.`)
  const { vendorName = 'Symbolon', pages = [] } = options
  if (vendorName.trim() === '') throw invalidOption('invalid_vendor_name', `The option vendorName of ${taker}() is blank.`)
  return { vendorName, pages }
}

/** @returns the error for an option that cannot be used */
export function invalidOption(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code })
}
