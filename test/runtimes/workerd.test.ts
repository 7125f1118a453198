// The example for workerd: bundled by esbuild, run by workerd with a libSQL server. Both tools come from the registry, and are too large (170 MB) to
// be installed for each run of the tests.
import { createUserAgent, freePort, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
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
  test('twenty people sign in at once, and of ten requests that redeem one code one gets tokens', async (t) => {
    const verifier = 'a-verifier-of-at-least-43-characters-as-pkce-demands'
    const redirectUri = `${origin}/callback`
    const token = async (fields: Readonly<Record<string, string>>): Promise<Response> =>
      await fetch(`${origin}/auth/oauth/v2/token`, { method: 'POST', body: new URLSearchParams({ client_id: 'notes', ...fields }) })
    const codeOf = async (loginName: string): Promise<string> => {
      const userAgent = createUserAgent(async (request) => await fetch(request, { redirect: 'manual' }))
      const query = new URLSearchParams({
        client_id: 'notes',
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid offline_access',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      const person = { loginName, password: 'the difference engine' }
      let end = await signIn(userAgent, await userAgent.get(`${origin}/auth/oauth/v2/authorize?${query}`), person)
      // There is one thread for all. A sign-in that would wait for long gets a request to retry, and does.
      while (end.status === 503 && end.headers.has('retry-after') && /role="alert"/.test(end.text)) {
        refused += 1
        await sleep(1000)
        end = await userAgent.submit(end, person)
      }
      return end.url.searchParams.get('code') ?? assert.fail(`${loginName}: ${end.status} ${end.text.slice(0, 500)}`)
    }
    let refused = 0
    const codes = await Promise.all(Array.from({ length: 20 }, async (_, index) => await codeOf(`guest${index}`)))
    assert.equal(new Set(codes).size, 20)
    t.diagnostic(`${refused} sign-ins were asked to retry`)

    const redeem = { grant_type: 'authorization_code', redirect_uri: redirectUri, code_verifier: verifier }
    const [shared = '', ...others] = codes
    const tries = await Promise.all(Array.from({ length: 10 }, async () => (await token({ ...redeem, code: shared })).status))
    assert.deepEqual(tries.toSorted(), [200, ...Array.from({ length: 9 }, () => 400)])

    const answers = await Promise.all(
      others.map(async (code) => {
        const answer = await token({ ...redeem, code })
        assert.equal(answer.status, 200)
        return (await answer.json()) as { readonly refresh_token: string }
      }),
    )
    const refreshed = await Promise.all(
      answers.map(async ({ refresh_token }) => await token({ grant_type: 'refresh_token', refresh_token })),
    )
    const subjects = await Promise.all(
      refreshed.map(async (answer) => {
        const { access_token: accessToken } = (await answer.json()) as { readonly access_token: string }
        const headers = { authorization: `Bearer ${accessToken}` }
        return ((await (await fetch(`${origin}/auth/oidc/v1/userinfo`, { headers })).json()) as { readonly sub: string }).sub
      }),
    )
    assert.deepEqual(
      subjects,
      others.map((_, index) => `guest-${index + 1}`),
    ) // each has their own
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
