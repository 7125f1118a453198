// How the suite measures that a value is hard to guess: its length in bits, and the Shannon entropy of its characters.

export function bitsOf(text: string): number {
  return new TextEncoder().encode(text).byteLength * 8
}

export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  const perCharacter = [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0)
  return perCharacter * text.length
}
