// How long each test file took when it last ran here. This is only a hint: long files begin first, so that the end of a run uses all cores.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestFile } from './suites.ts'

/** Milliseconds by path. */
type Durations = Readonly<Record<string, number>>

const cacheFile = join('node_modules', '.cache', 'test-durations.json')
/** For a file that never ran: programs and browsers take longer than functions, and long files longer than short ones. */
const unknownOwnProcess = 5000
const perByte = 0.2

/** Sorts the files of each suite by their expected duration, and keeps the order of the suites. */
export function longestFirst(files: readonly TestFile[], root: string): readonly TestFile[] {
  const known = readDurations(root)
  const suites = [...new Set(files.map(({ suite }) => suite))]
  const expected = new Map(
    files.map((file) => [
      file,
      known[file.path] ?? statSync(join(root, file.path)).size * perByte + (file.process === 'shared' ? 0 : unknownOwnProcess),
    ]),
  )
  return files.toSorted((a, b) => suites.indexOf(a.suite) - suites.indexOf(b.suite) || (expected.get(b) ?? 0) - (expected.get(a) ?? 0))
}

/** Remembers durations for the next run, of files of the repository: others exist once. */
export function rememberDurations(durations: Durations, root: string): void {
  const path = join(root, cacheFile)
  const all = Object.entries({ ...readDurations(root), ...durations }).filter(([file]) => !file.startsWith('..'))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(Object.fromEntries(all), undefined, 1))
}

function readDurations(root: string): Durations {
  try {
    return JSON.parse(readFileSync(join(root, cacheFile), 'utf8')) as Durations
  } catch {
    return {}
  }
}
