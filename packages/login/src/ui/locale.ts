// Chooses the language of a page: the first of the request's `ui_locales` that the user interface offers, else of the browser's
// languages, else the default of the instance, else of the composition. The result is always an offered language, so no text of a request
// can become part of a file name.
import type { Branding } from '@symbolon/schema-v2'
import type { Locale } from './ui.ts'

/** The number of languages in the header that are read. */
const languageLimit = 32

/** The language for a user whose language is not known: the language of the instance, if it is offered. */
export function defaultLocaleOf(
  branding: Pick<Branding, 'defaultLanguage'> | undefined,
  offered: readonly Locale[],
  fallback: Locale,
): Locale {
  return lookUp(branding?.defaultLanguage ?? '', offered) ?? fallback
}

/**
 * Chooses the language of a page.
 *
 * @param uiLocales the parameter `ui_locales`, in order of preference: https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
 * @param acceptLanguage the header `Accept-Language`: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4
 */
export function chooseLocale(
  uiLocales: readonly string[],
  acceptLanguage: string | undefined,
  offered: readonly Locale[],
  fallback: Locale,
): Locale {
  for (const tag of [...uiLocales, ...acceptedLanguages(acceptLanguage ?? '')]) {
    const found = lookUp(tag, offered)
    if (found !== undefined) return found
  }
  return fallback
}

/** Finds the language of a tag by lookup: `de-AT` falls back to `de`. https://www.rfc-editor.org/rfc/rfc4647#section-3.4 */
function lookUp(tag: string, offered: readonly Locale[]): Locale | undefined {
  const range = tag.toLowerCase()
  return offered.find((locale) => range === locale || range.startsWith(`${locale}-`))
}

/** The languages of the header in order of preference. A quality of 0 means "not acceptable". */
function acceptedLanguages(header: string): string[] {
  return header
    .split(',')
    .slice(0, languageLimit)
    .map((item) => {
      const [tag = '', parameter = 'q=1'] = item.split(';').map((part) => part.trim())
      const quality = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i.exec(parameter)?.[1]
      return { tag, quality: quality === undefined ? 0 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}
