// The suites that `npm test` runs, in this order: the fastest first, so that a mistake shows early. Tests that measure time run when they are
// named.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface ToolSuite {
  readonly name: string
  /** Tools of node_modules/.bin with their arguments. The suite counts as one test, which passes when every tool does. */
  readonly tools: readonly (readonly string[])[]
}

export interface NodeSuite {
  readonly name: string
  /** The folders of the test files, relative to the repository. */
  readonly files: readonly string[]
  /** Default: `shared`. */
  readonly process?: TestFile['process']
  /** Whether it runs only when it is named. */
  readonly onDemand?: boolean
}

/** One test file. */
export interface TestFile {
  /** Relative to the repository. */
  readonly path: string
  /** The name of its suite. */
  readonly suite: string
  /**
   * `shared`: a process runs one such file after another. `own`: the file has a separate process. `alone`: and nothing else runs
   * meanwhile, because the file measures time or memory.
   */
  readonly process: 'shared' | 'own' | 'alone'
}

export type Suite = ToolSuite | NodeSuite

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const folders = [
  'architecture',
  'composition',
  'endpoints',
  'keys',
  'security',
  'administration',
  'migration',
  'conformance',
  'relying-parties',
  'faults',
  'simulation',
]
/** Suites that run programs. Their files share no modules to speak of. */
const foldersOfPrograms = ['runtimes', 'instances', 'quickstart', 'packed']

export const suites: readonly Suite[] = [
  {
    name: 'types',
    tools: [
      ['tsc', '-b', ...globSync('packages/*/tsconfig.json', { cwd: root }).toSorted()],
      // Not by -b, which does not notice every change of the packages.
      ['tsc', '-p', 'test'],
    ],
  },
  {
    name: 'lint',
    tools: [
      ['oxlint', '--type-aware', '--deny-warnings'],
      ['knip', '--no-progress', '--no-config-hints', '--exclude', 'binaries'],
      ['oxfmt', '--check'],
    ],
  },
  { name: 'unit', files: ['packages/*/test', 'examples/*/test', 'bench/*/test'] },
  ...folders.map((name) => ({ name, files: [`test/${name}`] })),
  ...foldersOfPrograms.map((name) => ({ name, files: [`test/${name}`], process: 'own' as const })),
  { name: 'browser', files: ['test/browser'] },
  { name: 'timing', files: ['test/timing'], process: 'alone', onDemand: true },
]

/** A file that needs a separate process says so in its header comment, with the reason. */
const ownProcessMark = /^\/\/ Own process: /m

/** The test files of a suite, sorted. A suite names folders or single files. */
export function testFiles(suite: NodeSuite, root: string): readonly TestFile[] {
  return pathsOf(suite, root).map((path) => ({ path, suite: suite.name, process: processOf(path, root) }))
}

function processOf(path: string, root: string): TestFile['process'] {
  const home = suites.find((suite) => 'files' in suite && suite.files.some((folder) => path.startsWith(`${folder}/`)))
  const ofSuite = (home !== undefined && 'files' in home ? home.process : undefined) ?? 'shared'
  return ofSuite === 'shared' && ownProcessMark.test(readFileSync(join(root, path), 'utf8')) ? 'own' : ofSuite
}

function pathsOf(suite: NodeSuite, root: string): readonly string[] {
  return suite.files
    .flatMap((folder) =>
      folder.endsWith('.test.ts')
        ? [relative(root, resolve(folder))]
        : globSync(`${folder}/**/*.test.ts`, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path) }),
    )
    .filter((file) => existsSync(join(root, file)))
    .sort()
}

/**
 * @returns one suite of these test files, and of those in these folders
 * @throws TypeError for a path that does not exist, and for a file that is not a test
 */
export function chooseFiles(paths: readonly string[], root: string): NodeSuite {
  const missing = paths.filter((path) => !existsSync(resolve(root, path)))
  if (missing.length > 0) throw new TypeError(`No such test file: ${missing.join(', ')}.`)
  const others = paths.filter((path) => !path.endsWith('.test.ts') && statSync(resolve(root, path)).isFile())
  if (others.length > 0) throw new TypeError(`Not a test file: ${others.join(', ')}. The names of test files end in .test.ts.`)
  return { name: 'chosen files', files: paths }
}

/** @returns the named suites, or without names all that are not on demand @throws TypeError for a name that no suite has */
export function chooseSuites(names: readonly string[]): readonly Suite[] {
  const unknown = names.filter((name) => !suites.some((suite) => suite.name === name))
  if (unknown.length > 0)
    throw new TypeError(
      `No such suite: ${unknown.join(', ')}. There are: ${suites.map(({ name }) => name).join(', ')}. One file is named with --only FILE.`,
    )
  const isOnDemand = (suite: Suite): boolean => 'onDemand' in suite && suite.onDemand === true
  return suites.filter((suite) => (names.length === 0 ? !isOnDemand(suite) : names.includes(suite.name)))
}

/** The suites that run for every change. Together they take less than a minute. */
const quick = ['types', 'lint', 'architecture']

/**
 * The suites for changed files: the quick ones, the suite of each changed test file, and for each changed source file the unit tests of its
 * package and the suites that run the whole provider.
 *
 * @param changed paths relative to the repository
 */
export function suitesTouchedBy(changed: readonly string[]): readonly Suite[] {
  if (changed.length === 0) return []
  const packages = new Set(changed.flatMap((path) => /^packages\/([^/]+)\//.exec(path)?.[1] ?? []))
  const named = new Set(changed.flatMap((path) => /^test\/([^/]+)\//.exec(path)?.[1] ?? []))
  const wholeProvider = changed.some((path) => /^packages\/[^/]+\/src\//.test(path)) ? ['composition', 'endpoints', 'security'] : []
  const unit: readonly Suite[] = packages.size === 0 ? [] : [{ name: 'unit', files: [...packages].map((name) => `packages/${name}/test`) }]
  return suites.flatMap((suite) => {
    if (suite.name === 'unit') return unit
    return quick.includes(suite.name) || named.has(suite.name) || wholeProvider.includes(suite.name) ? [suite] : []
  })
}
