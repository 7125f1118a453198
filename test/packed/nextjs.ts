// The example for Next.js, built and served by Next.js, with the packages installed from their tarballs. Next.js has 370 MB, and its build takes
// 20 s of processor time, so this is in the long tier.
import { freePort } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkHost, checkProvider } from '../support/embedded-application.ts'
import { closureOf, installPacked, run, runtimesOnly, succeed } from '../support/packed.ts'
import type { Packed } from '../support/packed.ts'
import { root } from '../support/run-command.ts'

const tools = ['next@16.4.6', 'react@19', 'react-dom@19', 'typescript@5', '@types/react@19', '@types/node@24', '@node-rs/argon2@2']
const used = ['server', 'grants-authorization-code', 'grants-refresh-token', 'login', 'secret-hashing', 'storage-libsql', 'ui-templates']

/** @param packed the tarballs, once tests run */
export function nextSuite(packed: () => Packed): void {
  const skip = process.env['SYMBOLON_TEST_LONG'] === '1' ? false : 'SYMBOLON_TEST_LONG=1 installs Next.js'

  test('Next.js builds and serves its example', { skip }, async () => {
    const folder = await installPacked(packed(), closureOf(used.map((name) => `@symbolon/${name}`)))
    await succeed('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--prefix', folder, ...tools], folder)
    for (const name of ['app', 'lib', 'next.config.mjs', 'tsconfig.json'])
      await cp(join(root, 'examples/nextjs', name), join(folder, name), { recursive: true })
    // What the examples share is a package of the workspace.
    await cp(join(root, 'examples/embedded/provider.ts'), join(folder, 'lib/embedded.ts'))
    const provider = join(folder, 'lib/provider.ts')
    await writeFile(provider, (await readFile(provider, 'utf8')).replace("'@symbolon/example-embedded'", "'./embedded.ts'"))

    const next = join(folder, 'node_modules/next/dist/bin/next')
    const built = await run('node', [next, 'build'], folder, { NEXT_TELEMETRY_DISABLED: '1' })
    assert.equal(built.code, 0, built.stdout + built.stderr)

    const port = await freePort()
    const origin = `http://localhost:${port}`
    const env = runtimesOnly({ ORIGIN: origin, NEXT_TELEMETRY_DISABLED: '1' })
    const server = spawn('node', [next, 'start', '-p', String(port), '-H', 'localhost'], { cwd: folder, env, stdio: 'ignore' })
    try {
      while ((await fetch(origin).catch(() => undefined)) === undefined) {
        assert.equal(server.exitCode, null)
        await sleep(50)
      }
      await checkHost(origin)
      await checkProvider(origin, `${origin}/auth`)
    } finally {
      server.kill('SIGTERM')
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
    }
  })
}
