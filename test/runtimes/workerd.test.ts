// The example for workerd: bundled by esbuild, run by workerd with a libSQL server. Both tools come from the registry, and are too large (170 MB) to
// be installed for each run of the tests.
import { freePort } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sqldBinary, startSqld } from '../../packages/storage-libsql/test/sqld-server.ts'
import { checkHost, checkProvider } from '../support/embedded-application.ts'
import { cleanEnvironment, temporaryDirectory } from '../support/run-command.ts'

const tools = ['esbuild@0.28.2', 'workerd@1.20261117.1']
const example = fileURLToPath(new URL('../../examples/workerd/', import.meta.url))
const sqld = sqldBinary()
const reason =
  sqld === undefined
    ? `there is no libSQL server for ${process.platform} ${process.arch}`
    : process.env['SYMBOLON_TEST_LONG'] === '1'
      ? undefined
      : 'SYMBOLON_TEST_LONG=1 installs workerd'

async function run(program: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<void> {
  const child = spawn(program, args, { cwd: example, stdio: ['ignore', 'ignore', 'inherit'], env: cleanEnvironment(environment) })
  assert.deepEqual((await once(child, 'exit')) as unknown[], [0, null], program)
}

if (reason !== undefined || sqld === undefined) {
  test('workerd', { skip: reason ?? true }, () => undefined)
} else {
  const { path, dispose } = await temporaryDirectory()
  const server = await startSqld(sqld)
  const origin = `http://localhost:${await freePort()}`
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', path, ...tools])
  await run('npm', ['run', 'build'], { PATH: `${join(path, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}` })
  const workerd = spawn(
    join(path, 'node_modules/.bin/workerd'),
    ['serve', 'config.capnp', `--socket-addr=http=localhost:${new URL(origin).port}`],
    {
      cwd: example,
      env: cleanEnvironment({ ISSUER: `${origin}/auth`, MASTER_KEY: btoa('\x07'.repeat(32)), DATABASE_URL: `http://${server.host}` }),
      stdio: 'inherit',
    },
  )
  after(async () => {
    workerd.kill('SIGTERM')
    if (workerd.exitCode === null && workerd.signalCode === null) await once(workerd, 'exit')
    await dispose()
  })
  while ((await fetch(origin).catch(() => undefined)) === undefined) {
    assert.equal(workerd.exitCode, null)
    await sleep(50)
  }

  test('the routes of the Worker itself work', async () => await checkHost(origin))
  test('people sign in, and openid-client uses every endpoint, more than once', async () => {
    // The first request that writes is not the last one that can.
    for (let count = 0; count < 2; count += 1) await checkProvider(origin, `${origin}/auth`)
  })
  test('requests at once are answered, and the background work is done when it is asked for', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => await fetch(`${origin}/auth/.well-known/openid-configuration`)),
    )
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal((await fetch(`${origin}/tick`, { method: 'POST' })).status, 204)
    await checkProvider(origin, `${origin}/auth`)
  })
}
