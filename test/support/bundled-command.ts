// The command of the service as one bundle of the sources. A start loads a tenth of the files and takes a quarter of the processor time, and
// the tests start it hundreds of times.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const bundler = fileURLToPath(new URL('bundle-command.ts', import.meta.url))

let program: string | undefined

/**
 * Bundles the command, unless it was bundled from these sources before. Mutation testing sets `SYMBOLON_TEST_SOURCES=1`, because it asks
 * which sources run.
 * @returns the path of the program
 * @throws Error when the sources cannot be bundled
 */
export function commandProgram(): string {
  program ??=
    process.env['SYMBOLON_TEST_SOURCES'] === '1' ? join(root, 'packages/symbolon/src/command.ts') : join(bundle(), 'bundle/command.js')
  return program
}

function bundle(): string {
  const folder = join(root, 'node_modules', '.cache', 'symbolon-bundle', digestOfSources())
  if (!existsSync(folder)) execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', bundler, folder], { stdio: 'inherit' })
  return folder
}

/** By the times of the files: reading them all would take longer. */
function digestOfSources(): string {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .update(readFileSync(bundler))
  for (const folder of globSync('packages/*/src', { cwd: root }).toSorted()) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted()) {
      const { mtimeMs, size } = statSync(join(root, folder, name))
      hash.update(`${folder}/${name} ${mtimeMs} ${size}\n`)
    }
  }
  return hash.digest('hex').slice(0, 16)
}
