// The preferred language of a person, which becomes the claim `locale`.

/** Of the member `preferredLanguage`. The canonical form can be longer than the tag, and an export that holds it must be readable. */
export const longestLanguageTag = 35

/**
 * Reads a language tag. Some implementations write an underscore for the hyphen.
 *
 * @returns the tag in its canonical form, empty text for `und`, which names no language; undefined where the text is not a well-formed tag, or its
 *   canonical form is too long to be stored
 * @see https://www.rfc-editor.org/rfc/rfc5646#section-2.2.9
 * @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims
 */
export function languageTag(text: string): string | undefined {
  if (text === '' || text === 'und') return ''
  try {
    const [tag] = Intl.getCanonicalLocales(text.replaceAll('_', '-'))
    return tag === undefined || tag.length > longestLanguageTag ? undefined : tag
  } catch {
    return undefined
  }
}
