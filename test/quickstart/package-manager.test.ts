// The package manager that `npm start` fetches: whatever a registry gives, nothing of it runs unless its SHA-512 is that of the lockfile.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { cleanEnvironment, root, temporaryDirectory } from '../support/run-command.ts'
import type { Finished } from '../support/run-command.ts'

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; integrity?: string }>>
}

const locked = async (folder: string): Promise<Lock> =>
  JSON.parse(await readFile(join(folder, 'scripts/package-manager/package-lock.json'), 'utf8')) as Lock

/** A copy of what `npm start` runs first. */
async function copyOfScripts(t: TestContext): Promise<string> {
  const directory = await temporaryDirectory()
  t.after(async () => await directory.dispose())
  await cp(join(root, 'scripts'), join(directory.path, 'scripts'), { recursive: true, filter: (path) => !path.includes('node_modules') })
  await cp(join(root, 'pnpm-lock.yaml'), join(directory.path, 'pnpm-lock.yaml'))
  return directory.path
}

/** A registry whose pnpm leaves a file behind when anything of it runs, and that says the integrity of that itself. */
async function startRegistry(
  t: TestContext,
  folder: string,
  version: string,
): Promise<{ readonly url: string; readonly integrity: string }> {
  const source = join(folder, 'registry/package')
  const trace = (name: string): string =>
    `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(join(folder, name))}, '')\n`
  const script = `${trace('has-run')}export const resolveInstalledBinary = () => process.execPath\n`
  await mkdir(source, { recursive: true })
  await writeFile(join(source, 'native-binary.mjs'), script)
  await writeFile(join(source, 'install.mjs'), trace('has-installed'))
  const manifest = { name: 'pnpm', version, type: 'module', scripts: { preinstall: 'node install.mjs', postinstall: 'node install.mjs' } }
  await writeFile(join(source, 'package.json'), JSON.stringify(manifest))
  assert.equal(spawnSync('tar', ['-czf', '../pnpm.tgz', '-C', '..', 'package'], { cwd: source }).status, 0)
  const tarball = await readFile(join(folder, 'registry/pnpm.tgz'))
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const server = createServer(({ url, headers }, response) => {
    if (url === '/pnpm.tgz') return void response.end(tarball)
    if (url !== '/pnpm') return void response.writeHead(404).end('{}')
    const dist = { tarball: `http://${headers.host}/pnpm.tgz`, integrity }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name: 'pnpm', 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, integrity }
}

async function start(folder: string, registry: string): Promise<Finished> {
  const environment = cleanEnvironment({ npm_config_registry: registry, npm_config_cache: join(folder, 'cache') })
  const child = spawn('node', [join(folder, 'scripts/run.mjs'), '--eval', '0'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr += text))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, stdout, stderr }
}

test('another tarball under the name and version of the package manager is refused before anything of it runs', async (t) => {
  const folder = await copyOfScripts(t)
  const version = (await locked(folder)).packages['node_modules/pnpm']?.version ?? ''
  const { url } = await startRegistry(t, folder, version)
  const { code, stderr } = await start(folder, url)
  assert.equal(code, 1, stderr)
  assert.match(stderr, /EINTEGRITY/)
  assert.match(stderr, /The package manager cannot be fetched; the lines above say why\./)
  assert.ok(!existsSync(join(folder, 'has-run')) && !existsSync(join(folder, 'has-installed')))
})

test('the tarball that the lockfile names is run, and its install scripts are not', async (t) => {
  const folder = await copyOfScripts(t)
  const lock = await locked(folder)
  const pnpm = lock.packages['node_modules/pnpm'] ?? assert.fail('the lockfile has no pnpm')
  const { url, integrity } = await startRegistry(t, folder, pnpm.version ?? '')
  pnpm.integrity = integrity
  await writeFile(join(folder, 'scripts/package-manager/package-lock.json'), JSON.stringify(lock))
  // The Node that stands for its binary knows no `install`, so the start ends there.
  const { code, stderr } = await start(folder, url)
  assert.equal(code, 1, stderr)
  assert.match(stderr, /The installation failed/)
  assert.ok(existsSync(join(folder, 'has-run')))
  assert.ok(!existsSync(join(folder, 'has-installed')))
})

test('every package of the package manager is pinned by SHA-512, and no version younger than a day is installed', async () => {
  const { '': _own, ...packages } = (await locked(root)).packages
  assert.ok(Object.keys(packages).length >= 3)
  for (const [name, { integrity = '' }] of Object.entries(packages)) assert.match(integrity, /^sha512-[A-Za-z0-9+/]{86}==$/, name)
  assert.match(await readFile(join(root, 'pnpm-workspace.yaml'), 'utf8'), /^minimumReleaseAge: 1440$/m)
})
