// Texts that are long and still quickly guessed: sequences of the alphabet or of a keyboard, and repetitions.

const sequences = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '!@#$%^&*()',
] as const

/** The following characters of each character, forwards and backwards. */
const followers: ReadonlyMap<string, ReadonlySet<string>> = pairsOf(sequences)

function pairsOf(texts: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const pairs = new Map<string, Set<string>>()
  for (const text of texts) {
    for (const direction of [text, [...text].toReversed().join('')]) {
      for (const [index, character] of [...direction].entries()) {
        const next = direction[index + 1]
        if (next !== undefined) pairs.set(character, (pairs.get(character) ?? new Set()).add(next))
      }
    }
  }
  return pairs
}

/** A password of fewer pieces is guessed by trying sequences. */
const fewestPieces = 5

/**
 * Whether the text holds runs of a sequence or of one character, and is made of fewer than five pieces: runs, and characters that belong to
 * none.
 * @param plain in plain form
 */
export function isPredictable(plain: string): boolean {
  const characters = [...plain]
  const pieces = piecesOf(characters)
  return pieces < fewestPieces && pieces < characters.length
}

/** Whether the rest of a password without a known word adds little: few pieces, or few digits and symbols. @param plain in plain form */
export function addsLittle(plain: string): boolean {
  const characters = [...plain]
  return piecesOf(characters) < fewestPieces || (characters.length < 8 && !/\p{L}/u.test(plain))
}

function piecesOf(characters: readonly string[]): number {
  let pieces = 0
  for (let start = 0; start < characters.length; pieces += 1) {
    const length = runLength(characters, start)
    // Two characters in a row are neighbours by chance too often.
    start += length < 3 ? 1 : length
  }
  return pieces
}

/** The number of characters from `start` that repeat one character, or go along a sequence. */
function runLength(characters: readonly string[], start: number): number {
  const continues = characters[start] === characters[start + 1] ? isSame : isNext
  let end = start + 1
  while (end < characters.length && continues(characters[end - 1], characters[end])) end += 1
  return end - start
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one === other
}

function isNext(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && (followers.get(one)?.has(other) ?? false)
}

/**
 * The shortest text whose repetition gives the whole text, such as `abc` of `abcabcab`.
 * @returns the text itself when nothing is repeated
 */
export function repeatedPart(text: string): string {
  const longest = Math.floor(text.length / 2)
  for (let length = 1; length <= longest; length += 1) {
    const part = text.slice(0, length)
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return part
  }
  return text
}
