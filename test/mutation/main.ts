// `npm run mutate`: changes the source in many small ways, one at a time, and counts the changes that some test notices.
// The work happens in copies of the repository; the working tree stays as it is.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { print } from '../../scripts/print.ts'
import { endWithSignals } from '../../scripts/process-group.ts'
import { chooseSuites, testFiles } from '../../scripts/suites.ts'
import { packageFolders, packageSources, root } from '../architecture/sources.ts'
import { CoverageCache, coverageOf } from './coverage.ts'
import type { Coverage } from './coverage.ts'
import { mutantsOf } from './mutants.ts'
import type { Mutant } from './mutants.ts'
import { runTestFile } from './run-test-file.ts'

type Outcome = 'killed' | 'survived' | 'not covered'

/** Suites that run the source of this repository in Node, without a browser and without measuring time. */
const usualSuites = ['unit', 'composition', 'endpoints', 'keys', 'security', 'administration', 'migration', 'conformance']

endWithSignals()
const { values } = parseArgs({
  options: {
    package: { type: 'string', multiple: true },
    suite: { type: 'string', multiple: true, default: usualSuites },
    tests: { type: 'string', multiple: true, default: [''] },
    sample: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    processes: { type: 'string', default: '2' },
    budget: { type: 'string', default: '90' },
  },
})
const chosen = values.package ?? packageFolders.filter((folder) => folder !== 'test-kit')
/** Mutants for each package. */
const sampleSize = positive('sample')
/** Each process works in a copy of the repository. */
const copies = positive('processes')
/** Milliseconds of tests that a mutant may cost. Tests of the same package run first, then the fastest. */
const budget = positive('budget') * 1000
await main()

async function main(): Promise<void> {
  const all = packageSources.flatMap(mutantsOf)
  const mutants = chosen.flatMap((name) =>
    sample(
      all.filter((mutant) => packageOf(mutant) === name),
      sampleSize,
      Number(values.seed),
    ),
  )
  print(`${mutants.length} mutants, seed ${values.seed}`)
  const folders = Array.from({ length: copies }, (_, index) => makeCopy(index))
  try {
    const coverages = await findCoverages(all, folders)
    const outcomes = new Map<Mutant, Outcome>()
    for (const [name, ofPackage] of Map.groupBy(mutants, packageOf)) {
      await inEach(folders, ofPackage, async (mutant, folder) => {
        const { outcome, skipped } = await tryMutant(mutant, testsOf(mutant, coverages), folder)
        outcomes.set(mutant, outcome)
        if (outcome !== 'killed') print(`${outcome}: ${mutant.path}:${mutant.line} ${mutant.operator}: ${excerpt(mutant)}`)
        // The best test of a mutant may be among them.
        if (outcome === 'survived' && skipped.length > 0) print(`  over the budget, not run: ${skipped.join(', ')}`)
      })
      print(scoreLine(name, ofPackage, outcomes))
    }
    print(scoreLine('all', mutants, outcomes))
  } finally {
    for (const folder of folders) removeCopy(folder)
  }
}

function positive(name: 'sample' | 'processes' | 'budget'): number {
  const number = Number(values[name])
  if (!Number.isSafeInteger(number) || number < 1) throw new TypeError(`--${name} takes a positive number`)
  return number
}

async function findCoverages(mutants: readonly Mutant[], folders: readonly string[]): Promise<readonly Coverage[]> {
  const cache = new CoverageCache(root)
  const files = chooseSuites(values.suite)
    .flatMap((suite) => ('files' in suite ? testFiles(suite, root).map(({ path }) => path) : []))
    .filter((path) => values.tests.some((start) => path.startsWith(start)))
  const found: Coverage[] = []
  let done = 0
  await inEach(folders, files, async (testFile, folder) => {
    const known = cache.get(testFile)
    const coverage = known ?? (await coverageOf(testFile, mutants, folder))
    if (coverage === undefined) print(`left out, because it fails without any mutant: ${testFile}`)
    else {
      found.push(coverage)
      if (known === undefined) cache.set(coverage)
    }
    done += 1
    if (done % 50 === 0) print(`coverage of ${done} of ${files.length} test files`)
  })
  return found
}

/** The test files that execute a mutant: the tests of the same package, then the tests that are called like its file, then the fastest. */
function testsOf({ path, start }: Mutant, coverages: readonly Coverage[]): readonly Coverage[] {
  const own = path.slice(0, path.indexOf('/src/') + 1)
  const words = wordsOf(path.slice(path.indexOf('/src/')))
  const ranked = coverages
    .filter(({ executed }) => executed[path]?.includes(start) === true)
    .map((coverage) => ({
      coverage,
      isOwn: Number(coverage.testFile.startsWith(own)),
      common: wordsOf(coverage.testFile).filter((word) => words.includes(word)).length,
    }))
  ranked.sort(
    (left, right) => right.isOwn - left.isOwn || right.common - left.common || left.coverage.milliseconds - right.coverage.milliseconds,
  )
  return ranked.map(({ coverage }) => coverage)
}

function wordsOf(path: string): readonly string[] {
  return [...new Set(path.match(/[a-z]{4,}/g)?.map((word) => word.replace(/s$/, '')))]
}

interface Tried {
  readonly outcome: Outcome
  /** The test files that execute the mutant and did not fit into the budget. */
  readonly skipped: readonly string[]
}

async function tryMutant(mutant: Mutant, tests: readonly Coverage[], folder: string): Promise<Tried> {
  const skipped: string[] = []
  if (tests.length === 0) return { outcome: 'not covered', skipped }
  const file = join(folder, mutant.path)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end))
  try {
    let spent = 0
    for (const { testFile, milliseconds } of tests) {
      if (spent > 0 && spent + milliseconds > budget) {
        skipped.push(testFile)
        continue
      }
      const run = await runTestFile(testFile, { root: folder, limit: milliseconds * 4 + 10_000 })
      if (!run.passed) return { outcome: 'killed', skipped }
      spent += run.milliseconds
    }
    return { outcome: 'survived', skipped }
  } finally {
    writeFileSync(file, text)
  }
}

function scoreLine(name: string, mutants: readonly Mutant[], outcomes: ReadonlyMap<Mutant, Outcome>): string {
  const killed = mutants.filter((mutant) => outcomes.get(mutant) === 'killed').length
  const percent = ((100 * killed) / mutants.length).toFixed(0)
  return `${name.padEnd(28)} ${String(killed).padStart(4)} of ${String(mutants.length).padStart(4)} killed, ${percent.padStart(3)} %`
}

/** Each item once, as soon as one of the folders is free. */
async function inEach<T>(folders: readonly string[], items: readonly T[], work: (item: T, folder: string) => Promise<void>): Promise<void> {
  const queue = items.values()
  await Promise.all(
    folders.map(async (folder) => {
      for (const item of queue) await work(item, folder)
    }),
  )
}

function makeCopy(index: number): string {
  const folder = join(tmpdir(), `symbolon-mutation-${process.pid}-${index}`)
  run('git', ['worktree', 'add', '--detach', '--quiet', folder, 'HEAD'], root)
  run('node', ['scripts/run.mjs', '--eval', '0'], folder)
  return folder
}

function removeCopy(folder: string): void {
  spawnSync('git', ['worktree', 'remove', '--force', folder], { cwd: root })
  rmSync(folder, { recursive: true, force: true })
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
}

function excerpt({ path, start, end }: Mutant): string {
  const text = readFileSync(join(root, path), 'utf8').slice(start, end).replaceAll(/\s+/g, ' ')
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

function packageOf({ path }: Mutant): string {
  return path.split('/')[1] ?? ''
}

/** A sample that the seed repeats: the mutants with the smallest hashes of their place and the seed. */
function sample(mutants: readonly Mutant[], size: number, seed: number): readonly Mutant[] {
  return mutants
    .map((mutant) => ({ mutant, rank: hash(`${seed} ${mutant.path} ${mutant.start} ${mutant.end} ${mutant.operator}`) }))
    .toSorted((left, right) => left.rank - right.rank)
    .slice(0, size)
    .map(({ mutant }) => mutant)
}

/** FNV-1a, 32 bits, mixed once more: only to spread a sample. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return (value ^ (value >>> 13)) >>> 0
}
