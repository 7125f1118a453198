// `npm start` as a newcomer meets it: a first start, a sign-in at the example, a second start.
import { createUserAgent, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startQuickstart } from '../support/npm-start.ts'
import type { StartedQuickstart } from '../support/npm-start.ts'
import { freePort, temporaryDirectory } from '../support/run-command.ts'

const exampleOrigin = 'http://localhost:8081'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let port: number

before(async () => {
  directory = await temporaryDirectory()
  port = await freePort()
})

after(async () => await directory.dispose())

const start = async (settings: Readonly<Record<string, string>> = {}): Promise<StartedQuickstart> =>
  await startQuickstart(directory.path, port, settings)

let password = ''

test('the first start prints the administrator, the password, and a link to try a sign-in that works', async () => {
  const started = await start()
  try {
    const loginName = /login name +(\S+)/.exec(started.text)?.[1] ?? ''
    password = /password {2,}(\S+)/.exec(started.text)?.[1] ?? ''
    assert.equal(loginName, 'admin@symbolon.localhost')
    assert.ok(password.length >= 16)
    assert.ok(started.text.includes(`Symbolon runs at http://localhost:${port}`))
    assert.ok(started.text.includes(`Try a sign-in: ${exampleOrigin}`))
    assert.ok(started.text.includes(`The console: http://localhost:${port}/ui/console`))

    const userAgent = createUserAgent(fetch)
    const home = await userAgent.get(exampleOrigin)
    assert.equal(home.status, 200)
    const sentAway = await userAgent.get(`${exampleOrigin}/login`)
    assert.equal(sentAway.redirectedTo?.origin, `http://localhost:${port}`)
    const back = await signIn(userAgent, await userAgent.get(sentAway.redirectedTo ?? ''), { loginName, password })
    const claims = await userAgent.get(back.redirectedTo ?? '')
    assert.match(claims.text, /Hello, Administrator/)
    assert.match(claims.text, /admin@symbolon\.localhost/)
  } finally {
    assert.equal(await started.stop(), 0)
  }
})

test('the master key lies beside the database and only its owner can read it', async () => {
  assert.equal((await stat(join(directory.path, '.symbolon/master-key'))).mode & 0o777, 0o600)
})

test('a second start finds the same data and prints no password', async () => {
  const started = await start()
  assert.ok(!started.text.includes('password'), started.text)
  assert.ok(!started.text.includes(password))
  assert.equal(await started.stop(), 0)
})

test('SYMBOLON_EXAMPLE=off leaves the example away', async () => {
  const started = await start({ SYMBOLON_EXAMPLE: 'off' })
  try {
    assert.ok(!started.text.includes('Try a sign-in'))
    await assert.rejects(fetch(exampleOrigin))
  } finally {
    assert.equal(await started.stop(), 0)
  }
})
