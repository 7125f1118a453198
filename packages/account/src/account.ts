// The account page as parts of a provider: what users see and change of their accounts.
import { checkPartOptions } from '@symbolon/core-protocol'
import type { AnyEndpoint, OptionNames } from '@symbolon/core-protocol'
import type { Locale } from '@symbolon/login'
import { landing } from './landing/landing.ts'
import { overviewPage } from './overview/overview.ts'
import type { AnyAccountSection } from './visit/section.ts'
import type { AccountUi } from './ui/ui.ts'
import { accountEndpoints } from './visit/endpoints.ts'

/** Options of {@link account}. */
export interface AccountOptions {
  /** Renders the pages. */
  readonly ui: AccountUi
  /** The sections of the page, in order. */
  readonly sections: readonly AnyAccountSection[]
  /** The language of pages when neither the user nor the browser asks for an offered one. Default: `en`. */
  readonly defaultLocale?: Locale
}

const optionNames: OptionNames<AccountOptions> = {
  ui: 'required',
  sections: 'required',
  defaultLocale: 'optional',
}

/**
 * Composes the account page at `/ui/account`.
 *
 * @example createProvider({ endpoints: [...account({ ui: accountTemplates(), sections: [sessionsSection()] })], login, … })
 * @returns endpoints, which need a login that is composed too
 * @throws TypeError with the `code` `account_duplicate_section` or `account_default_locale`
 */
export function account(options: AccountOptions): readonly AnyEndpoint[] {
  checkPartOptions('account', options, optionNames)
  const { ui, sections, defaultLocale = 'en' } = options
  const repeated = sections.find(({ name }, index) => sections.findIndex((other) => other.name === name) !== index)
  if (repeated !== undefined)
    throw compositionError('account_duplicate_section', `Two sections of the account page are named ${repeated.name}.`)
  if (!ui.locales.includes(defaultLocale))
    throw compositionError('account_default_locale', `The user interface has no texts for ${defaultLocale}.`)
  const make = accountEndpoints(ui, defaultLocale)
  return [overviewPage(make, sections), landing(make), ...sections.flatMap(({ endpoints }) => endpoints(make))]
}

function compositionError(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code })
}
