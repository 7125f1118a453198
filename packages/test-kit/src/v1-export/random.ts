// A seeded random generator, so that a test can generate the same file again.

/** A source of random test data. */
export interface Random {
  /** An integer from 0 to `below` - 1. */
  number(below: number): number
  /** One of the values. */
  pick<T>(values: readonly [T, ...T[]]): T
  /** A string of characters of the alphabet. */
  text(alphabet: string, length: number): string
}

/** Mulberry32: equal seeds give equal values. It has 32 bits of state and is for test data only. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0

  function number(below: number): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }

  return {
    number,
    pick: (values) => values[number(values.length)] ?? values[0],
    text: (alphabet, length) => Array.from({ length }, () => alphabet[number(alphabet.length)] ?? '').join(''),
  }
}
