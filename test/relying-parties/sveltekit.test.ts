// The example for SvelteKit: built by Vite for Node, and started as it is deployed.
import { freePort } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { after, before, describe, test } from 'node:test'
import { checkHost, checkProvider } from '../support/embedded-application.ts'
import { cleanEnvironment } from '../support/run-command.ts'

const cwd = fileURLToPath(new URL('../../examples/sveltekit/', import.meta.url))
const vite = createRequire(`${cwd}package.json`)
  .resolve('vite/package.json')
  .replace(/package\.json$/, 'bin/vite.js')

describe('SvelteKit', () => {
  let server: ChildProcess
  let origin: string

  before(async () => {
    const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
    assert.deepEqual((await once(build, 'exit')) as unknown[], [0, null])
    const port = await freePort()
    origin = `http://localhost:${port}`
    server = spawn(process.execPath, ['server.ts'], {
      cwd,
      env: cleanEnvironment({ PORT: String(port) }),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = (await Promise.race([once(server.stdout ?? assert.fail(), 'data'), once(server, 'exit')])) as readonly unknown[]
    assert.match(String(said), /with a provider at/)
  })
  after(async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  })

  test('the routes of the application work', async () => await checkHost(origin))
  test('people sign in, and openid-client uses every endpoint', async () => await checkProvider(origin, `${origin}/auth`))

  test('SvelteKit refuses forms of servers in its own routes, which is why the provider stands in front of it', async () => {
    const answer = await fetch(`${origin}/echo`, { method: 'POST', body: new URLSearchParams({ grant_type: 'refresh_token' }) })
    assert.equal(answer.status, 403)
    assert.match(await answer.text(), /Cross-site POST form submissions are forbidden/)
  })
})
