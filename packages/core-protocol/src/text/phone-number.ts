// Phone numbers. https://www.itu.int/rec/T-REC-E.164

/** What separates digits, and invisible characters that come with a number from a list of contacts. */
const separators = /[\s()./\p{Pd}\p{Cf}]/gu

/**
 * Reads a number with its country code: with `00` for `+`, with the usual separators, digits of any width, and a zero in brackets.
 *
 * @returns `+` and 1 to 48 digits, of which E.164 allows 15; undefined for other text, such as a number without a country code
 */
export function phoneNumber(text: string): string | undefined {
  if (isWholeNumber(text)) return text
  if (text.length > 100) return undefined
  const digits = text.normalize('NFKC').replaceAll('(0)', '').replaceAll(separators, '')
  if (/^\+\d{1,48}$/.test(digits)) return digits
  // Other names begin with two zeros, too.
  return /^00[1-9]\d{6,14}$/.test(digits) ? `+${digits.slice(2)}` : undefined
}

/** Whether the number is one that a person can have. @param number as `phoneNumber` returns it */
export function isWholeNumber(number: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(number)
}
