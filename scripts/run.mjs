// Runs a TypeScript entry point with the workspace's own Node, after it has installed the dependencies in the lockfile. This file and
// package-manager.mjs run on the machine's Node, so they are plain JavaScript for Node 18.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runPackageManager } from './package-manager.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')
const packageManagerBin = join(root, 'scripts', 'package-manager', 'node_modules', '.bin')

await installIfNeeded()
run(process.argv.slice(2))

/** Installs the dependencies unless node_modules was installed from this lockfile. */
async function installIfNeeded() {
  const stampFile = join(root, 'node_modules', '.symbolon-installed')
  const stamp = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.error('Installing dependencies (once per lockfile) …')
  // The output of the installation goes to stderr, because stdout belongs to the program.
  if ((await runPackageManager(['install', '--frozen-lockfile', '--reporter=append-only'], { cwd: root, stdout: 2 })) !== 0) {
    console.error('The installation failed; the lines above say why. It needs the npm registry.')
    process.exit(1)
  }
  writeFileSync(stampFile, stamp)
}

/** Node 22.18 and later run TypeScript directly. */
function nodeBinary() {
  const own = join(bin, 'node')
  if (existsSync(own)) return own
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  console.error(`Node ${process.versions.node} cannot run TypeScript, and no newer Node could be installed here. Use Node 22.18 or later.`)
  process.exit(1)
}

function run(args) {
  const child = spawn(nodeBinary(), ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: 'inherit',
    env: {
      // The compile cache halves the time of later starts.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
      ...process.env,
      // changesets runs pnpm, which the machine need not have.
      PATH: [bin, packageManagerBin, process.env.PATH ?? ''].join(delimiter),
    },
  })
  // A terminal sends Ctrl-C to the whole process group. The child ends by itself, and this process waits for it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)))
  }
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
