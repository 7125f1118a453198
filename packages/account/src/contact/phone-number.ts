// Reads phone numbers. https://www.itu.int/rec/T-REC-E.164

/**
 * Reads a typed number in international form, with the usual separators, `00` for `+`, and a zero in brackets.
 *
 * @returns `+` and 7 to 15 digits; undefined for other text
 */
export function readPhoneNumber(typed: string): string | undefined {
  const number = typed
    .slice(0, 100)
    .normalize('NFKC')
    .replaceAll('(0)', '')
    .replaceAll(/[\s()./\p{Pd}]/gu, '')
    .replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : undefined
}
