// The command of the service as it is published: one bundle of the sources. A start loads a hundredth of the files and takes a third of the
// processor time, and the tests start it hundreds of times.
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
  program ??= process.env['SYMBOLON_TEST_SOURCES'] === '1' ? join(root, 'packages/symbolon/src/command.ts') : join(bundle(), 'command.js')
  return program
}

function bundle(): string {
  // What stays outside is found where the package has its dependencies.
  const folder = join(root, 'packages/symbolon/node_modules/.cache/command', digestOfSources())
  if (!existsSync(folder)) execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', bundler, folder], { stdio: 'inherit' })
  return folder
}

/** By the times of the files: reading them all would take longer. */
function digestOfSources(): string {
  const hash = createHash('sha256')
  const named = [
    'pnpm-lock.yaml',
    'packages/symbolon/package.json',
    'scripts/bundle-command.ts',
    'scripts/builtin-modules.ts',
    'scripts/outside-bundle.ts',
  ]
  for (const name of named) hash.update(readFileSync(join(root, name)))
  for (const folder of globSync('packages/*/src', { cwd: root }).toSorted()) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted()) {
      const { mtimeMs, size } = statSync(join(root, folder, name))
      hash.update(`${folder}/${name} ${mtimeMs} ${size}\n`)
    }
  }
  return hash.digest('hex').slice(0, 16)
}
