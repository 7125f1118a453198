// Which language a page speaks: the first of the request's `ui_locales` that there is, else of the browser's, else the default.
// The answer is always one of the offered languages, so that nothing a request says can become part of a file name.
import type { Locale } from './ui.ts'

/** Languages of the header that are looked at. */
const languageLimit = 32

/**
 * @param uiLocales https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest, in order of preference
 * @param acceptLanguage the header, https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4
 */
export function chooseLocale(
  uiLocales: readonly string[],
  acceptLanguage: string | null,
  offered: readonly Locale[],
  fallback: Locale,
): Locale {
  for (const tag of [...uiLocales, ...acceptedLanguages(acceptLanguage ?? '')]) {
    const found = lookUp(tag, offered)
    if (found !== undefined) return found
  }
  return fallback
}

/** The language of `de-AT` is `de`. https://www.rfc-editor.org/rfc/rfc4647#section-3.4 */
function lookUp(tag: string, offered: readonly Locale[]): Locale | undefined {
  const range = tag.toLowerCase()
  return offered.find((locale) => range === locale || range.startsWith(`${locale}-`))
}

/** The languages of the header, the most wanted first; those of quality 0 are not wanted at all. */
function acceptedLanguages(header: string): string[] {
  return header.split(',').slice(0, languageLimit)
    .map((item) => {
      const [tag = '', parameter = 'q=1'] = item.split(';').map((part) => part.trim())
      const quality = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i.exec(parameter)?.[1]
      return { tag, quality: quality === undefined ? 0 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}
