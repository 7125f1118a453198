// A random order of the test files, which finds tests that depend on the files before them. The seed repeats it.
import { createHash, randomInt } from 'node:crypto'
import type { TestFile } from './suites.ts'

/** The largest seed. */
const largest = 2 ** 31 - 1

/**
 * @param given the option of the command line
 * @returns the seed of the order, or undefined for the normal order, which has the longest files first
 * @throws TypeError for text that is not a seed
 */
export function chooseSeed(given: string | undefined, longTier: boolean): number | undefined {
  if (given === undefined) return longTier ? randomInt(largest) : undefined
  const seed = Number(given)
  if (!/^\d+$/.test(given) || seed > largest) throw new TypeError(`--order takes a whole number from 0 to ${largest}.`)
  return seed
}

/** Sorts the files by a digest of the seed and the path, so that the order of two files is the same when others are added or left out. */
export function inRandomOrder(files: readonly TestFile[], seed: number): readonly TestFile[] {
  const digest = ({ path }: TestFile): string => createHash('sha256').update(`${seed} ${path}`).digest('hex')
  const digests = new Map(files.map((file) => [file, digest(file)]))
  return files.toSorted((a, b) => ((digests.get(a) ?? '') < (digests.get(b) ?? '') ? -1 : 1))
}
