// Numbers that look random and are the same for the same seed: files that a test can make again.

export interface Random {
  /** From 0 to `below` - 1. */
  number(below: number): number
  pick<T>(values: readonly [T, ...T[]]): T
  text(alphabet: string, length: number): string
}

/** Mulberry32: 32 bits of state, good enough for test data and for nothing else. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0

  function number(below: number): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 * below)
  }

  return {
    number,
    pick: (values) => values[number(values.length)] ?? values[0],
    text: (alphabet, length) => Array.from({ length }, () => alphabet[number(alphabet.length)] ?? '').join(''),
  }
}
