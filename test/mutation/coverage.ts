// Which test files execute which mutants, from V8's own coverage. Types are erased in place, so that offsets are those of the source.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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

export interface Covering {
  readonly testFile: string
  readonly milliseconds: number
}

/**
 * Runs one test file and finds the mutants that it executes.
 * @returns the covered mutants, and how long the file took; undefined when the file fails without any mutant
 */
export async function coverageOf(
  testFile: string,
  mutants: readonly Mutant[],
  root: string,
): Promise<{ readonly covered: readonly Mutant[]; readonly milliseconds: number } | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'symbolon-coverage-'))
  try {
    const { passed, milliseconds } = await runTestFile(testFile, { root, limit: 600_000, env: { NODE_V8_COVERAGE: folder } })
    if (!passed) return undefined
    const byPath = Map.groupBy(mutants, ({ path }) => path)
    const covered = new Set<Mutant>()
    for (const name of readdirSync(folder)) {
      for (const { path, functions } of sourcesIn(join(folder, name), root)) {
        for (const mutant of byPath.get(path) ?? []) if (executes(functions, mutant)) covered.add(mutant)
      }
    }
    return { covered: [...covered], milliseconds }
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
