// `node scripts/package-manager.mjs ARGUMENTS`: runs the pnpm that installs this workspace. npm fetches it, and checks every tarball
// against the SHA-512 in package-manager/package-lock.json before it is unpacked; no install script runs.
// Plain JavaScript that Node 18 understands.
//
// Another version: change package-manager/package.json, run `npm install --package-lock-only --ignore-scripts` there, and take the
// optionalDependencies of pnpm out of the lockfile: npm ci refuses a lockfile without all of them, and not every platform is published.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = join(dirname(fileURLToPath(import.meta.url)), 'package-manager')
const installed = join(folder, 'node_modules')

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(await runPackageManager(process.argv.slice(2), { cwd: process.cwd(), stdout: 1 }))

/**
 * @param options `stdout`: the descriptor of what it writes there
 * @returns the exit code
 */
export async function runPackageManager(args, { cwd, stdout }) {
  if (!fetchIfNeeded()) return 1
  // Where pnpm has no binary that is pinned here, its own program fetches one, and checks the signature of the registry.
  const { resolveInstalledBinary } = await import(pathToFileURL(join(installed, 'pnpm', 'native-binary.mjs')).href)
  const binary = resolveInstalledBinary()
  const [program, ...before] = binary ? [binary] : [process.execPath, join(installed, 'pnpm', 'bin', 'pnpm.mjs')]
  const { status, error } = spawnSync(program, [...before, ...args], { cwd, stdio: ['ignore', stdout, 2] })
  if (error) console.error(`The package manager cannot be run: ${error.message}`)
  return status ?? 1
}

/** Fetches pnpm when what is there is not what the lockfile names. @returns whether it is there */
function fetchIfNeeded() {
  const stampFile = join(installed, '.symbolon-installed')
  const stamp = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json'))).digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true
  const { status, error } = spawnSync('npm', ['ci', '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  })
  if (status === 0) writeFileSync(stampFile, stamp)
  else console.error(`The package manager cannot be fetched${error ? `: ${error.message}` : '; the lines above say why'}. It needs npm and its registry.`)
  return status === 0
}
