// What `npm test` runs, in this order: the cheapest first, so that a mistake shows early.
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'

export interface ToolSuite {
  readonly name: string
  /** Tools of node_modules/.bin with their arguments; the suite counts as one test, which passes when all of them do. */
  readonly tools: readonly (readonly string[])[]
}

export interface NodeSuite {
  readonly name: string
  /** Where the test files are, seen from the repository. */
  readonly files: readonly string[]
}

export type Suite = ToolSuite | NodeSuite

const folders = [
  'architecture', 'composition', 'endpoints', 'keys', 'security', 'administration', 'migration', 'conformance', 'relying-parties', 'runtimes', 'quickstart', 'browser',
  'packed',
]

export const suites: readonly Suite[] = [
  { name: 'types', tools: [['tsc', '-b'], ['tsc', '-p', 'test']] },
  { name: 'lint', tools: [['oxlint', '--type-aware', '--deny-warnings']] },
  { name: 'unit', files: ['packages/*/test', 'examples/*/test'] },
  ...folders.map((name) => ({ name, files: [`test/${name}`] })),
]

/** The suite's test files, sorted, seen from the repository. */
export function testFiles(suite: NodeSuite, root: string): readonly string[] {
  return suite.files
    .flatMap((folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path) }))
    .filter((file) => existsSync(join(root, file)))
    .sort()
}

/** @throws TypeError for a name that no suite has */
export function chooseSuites(names: readonly string[]): readonly Suite[] {
  const unknown = names.filter((name) => !suites.some((suite) => suite.name === name))
  if (unknown.length > 0) throw new TypeError(`No such suite: ${unknown.join(', ')}. There are: ${suites.map(({ name }) => name).join(', ')}.`)
  return names.length === 0 ? suites : suites.filter(({ name }) => names.includes(name))
}
