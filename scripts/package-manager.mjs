// `node scripts/package-manager.mjs ARGUMENTS`: runs the pnpm version of this workspace. npm downloads it, checks every tarball against the
// SHA-512 in package-manager/package-lock.json before it unpacks it, and runs no install scripts. This is plain JavaScript for Node 18.
//
// To change the version: edit package-manager/package.json, run `npm install --package-lock-only --ignore-scripts` there, and remove the
// optionalDependencies of pnpm from the lockfile. npm ci refuses a lockfile that lacks some of them, and not every platform is published.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = join(dirname(fileURLToPath(import.meta.url)), 'package-manager')
const installed = join(folder, 'node_modules')

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exit(await runPackageManager(process.argv.slice(2), { cwd: process.cwd(), stdout: 1 }))

/**
 * @param options `stdout`: the file descriptor for its standard output
 * @returns the exit code
 */
export async function runPackageManager(args, { cwd, stdout }) {
  if (!fetchIfNeeded()) return 1
  // On a platform without a pinned binary, pnpm downloads one itself and checks the registry's signature.
  const { resolveInstalledBinary } = await import(pathToFileURL(join(installed, 'pnpm', 'native-binary.mjs')).href)
  const binary = resolveInstalledBinary()
  const [program, ...before] = binary ? [binary] : [process.execPath, join(installed, 'pnpm', 'bin', 'pnpm.mjs')]
  const { status, error } = spawnSync(program, [...before, ...args], { cwd, stdio: ['ignore', stdout, 2] })
  if (error) console.error(`The package manager cannot be run: ${error.message}`)
  return status ?? 1
}

/** Downloads pnpm unless the version in the lockfile is installed. @returns whether it is installed now */
function fetchIfNeeded() {
  const stampFile = join(installed, '.symbolon-installed')
  const stamp = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true
  const { status, error } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: folder,
      stdio: ['ignore', 2, 2],
    },
  )
  if (status === 0) writeFileSync(stampFile, stamp)
  else
    console.error(
      `The package manager cannot be fetched${error ? `: ${error.message}` : '; the lines above say why'}. It needs npm and its registry.`,
    )
  return status === 0
}
