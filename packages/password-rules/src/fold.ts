// The forms in which passwords are compared with words: text that looks or reads alike becomes equal.

/** Compatibility-composed and in lower case: full-width letters and ligatures become plain ones. */
export function plainForm(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC')
}

/** Digits and symbols that stand for letters. `l` and `i` become one letter, because `1` stands for both. */
const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  l: 'i',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
}

/**
 * Replaces digits and symbols by the letters that they stand for: `p4$$w0rd` becomes `password`.
 * @param plain in plain form
 * @returns a text of the same length
 */
export function withLetters(plain: string): string {
  return plain.replace(/[0-57-9!|l@$+]/g, (character) => letters[character] ?? character)
}
