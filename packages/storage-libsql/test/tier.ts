// SYMBOLON_TEST_LONG=1 selects the long tier; SYMBOLON_TEST_SEED repeats a run.
export const longTier: boolean = process.env['SYMBOLON_TEST_LONG'] === '1'

/** Runs the work with random numbers from 0 to below 1. If it fails, the message says how to repeat it with the same numbers. */
export async function withSeed(work: (random: () => number) => Promise<void>): Promise<void> {
  const given = process.env['SYMBOLON_TEST_SEED']
  const seed = given === undefined ? (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) : Number(given)
  try {
    await work(randomNumbers(seed))
  } catch (error) {
    throw new Error(`With SYMBOLON_TEST_SEED=${seed}`, { cause: error })
  }
}

/** A Weyl sequence, mixed: enough to spread moments and choices evenly. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}
