// Which test files execute which mutants, from V8's own coverage. Types are erased in place, so that offsets are those of the source.
// What was found is kept for the next run, as long as neither the sources nor the test file change.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageSources } from '../architecture/sources.ts'
import type { Mutant } from './mutants.ts'
import { runTestFile } from './run-test-file.ts'

interface CoverageRange {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

interface ScriptCoverage {
  readonly url: string
  readonly functions: readonly { readonly ranges: readonly CoverageRange[] }[]
}

/** A test file, how long it takes, and the places that it executes. */
export interface Coverage {
  readonly testFile: string
  readonly milliseconds: number
  /** Offsets of mutants by the path of the source file. */
  readonly executed: Readonly<Record<string, readonly number[]>>
}

/** The coverage that earlier runs have found, a file for each test file. */
export class CoverageCache {
  readonly #root: string
  readonly #folder: string
  readonly #sources: string

  constructor(root: string) {
    this.#root = root
    this.#folder = join(root, 'node_modules', '.cache', 'mutation-coverage')
    this.#sources = hashOf(packageSources.map(({ path, text }) => `${path}\n${text}`).join('\n'))
    mkdirSync(this.#folder, { recursive: true })
  }

  get(testFile: string): Coverage | undefined {
    try {
      const { key, coverage } = JSON.parse(readFileSync(this.#pathOf(testFile), 'utf8')) as {
        readonly key: string
        readonly coverage: Coverage
      }
      return key === this.#keyOf(testFile) ? coverage : undefined
    } catch {
      return undefined
    }
  }

  set(coverage: Coverage): void {
    writeFileSync(this.#pathOf(coverage.testFile), JSON.stringify({ key: this.#keyOf(coverage.testFile), coverage }))
  }

  #pathOf(testFile: string): string {
    return join(this.#folder, `${testFile.replaceAll('/', '.')}.json`)
  }

  #keyOf(testFile: string): string {
    return hashOf(`${this.#sources} ${readFileSync(join(this.#root, testFile), 'utf8')}`)
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/**
 * Runs one test file and finds the mutants that it executes.
 * @returns undefined when the file fails without any mutant
 */
export async function coverageOf(testFile: string, mutants: readonly Mutant[], root: string): Promise<Coverage | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'symbolon-coverage-'))
  try {
    const { passed, milliseconds } = await runTestFile(testFile, { root, limit: 600_000, env: { NODE_V8_COVERAGE: folder } })
    if (!passed) return undefined
    const byPath = Map.groupBy(mutants, ({ path }) => path)
    const executed = new Map<string, Set<number>>()
    for (const name of readdirSync(folder)) {
      for (const { path, functions } of sourcesIn(join(folder, name), root)) {
        const offsets = executed.get(path) ?? new Set()
        executed.set(path, offsets)
        for (const mutant of byPath.get(path) ?? []) if (executes(functions, mutant)) offsets.add(mutant.start)
      }
    }
    return { testFile, milliseconds, executed: Object.fromEntries([...executed].map(([path, offsets]) => [path, [...offsets]])) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function sourcesIn(file: string, root: string): readonly { readonly path: string; readonly functions: ScriptCoverage['functions'] }[] {
  let result: readonly ScriptCoverage[]
  try {
    ;({ result } = JSON.parse(readFileSync(file, 'utf8')) as { readonly result: readonly ScriptCoverage[] })
  } catch {
    // A process that was killed while it wrote.
    return []
  }
  return result.flatMap(({ url, functions }) => {
    if (!url.startsWith('file:')) return []
    const path = fileURLToPath(url)
    return path.startsWith(`${root}/packages/`) ? [{ path: path.slice(root.length + 1), functions }] : []
  })
}

/** The innermost range around the place says whether it ran. */
function executes(functions: ScriptCoverage['functions'], { start }: Mutant): boolean {
  let innermost: CoverageRange | undefined
  for (const { ranges } of functions) {
    for (const range of ranges) {
      if (range.startOffset > start || range.endOffset <= start) continue
      if (innermost === undefined || range.endOffset - range.startOffset <= innermost.endOffset - innermost.startOffset) innermost = range
    }
  }
  return innermost !== undefined && innermost.count > 0
}
