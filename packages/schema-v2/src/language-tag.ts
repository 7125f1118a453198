// The preferred language of a person, which becomes the claim `locale`.

/**
 * Reads a language tag. Some implementations write an underscore for the hyphen.
 *
 * @returns the tag in its canonical form, empty text for `und`, which names no language; undefined where the text is not a well-formed tag
 * @see https://www.rfc-editor.org/rfc/rfc5646#section-2.2.9
 * @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims
 */
export function languageTag(text: string): string | undefined {
  if (text === '' || text === 'und') return ''
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}
