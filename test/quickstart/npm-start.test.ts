// `npm start` as a newcomer meets it: a first start, a sign-in at the example, a second start.
import { createUserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startQuickstart } from '../support/npm-start.ts'
import type { StartedQuickstart } from '../support/npm-start.ts'
import { freePort, temporaryDirectory } from '../support/run-command.ts'
import { setUpByLink } from '../support/setup-link.ts'

const exampleOrigin = 'http://localhost:8081'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let port: number

before(async () => {
  directory = await temporaryDirectory()
  port = await freePort()
})

after(async () => await directory.dispose())

const start = async (settings: Readonly<Record<string, string>> = {}): Promise<StartedQuickstart> =>
  await startQuickstart(directory.path, port, settings, { terminal: true })

const loginName = 'admin@symbolon.localhost'
const password = 'a password for the first minutes'
let link = ''

test('the first start shows a terminal the link that sets up the administrator, which leads to the console and to the example', async () => {
  const started = await start()
  try {
    assert.equal(/login name +(\S+)/.exec(started.text)?.[1], loginName)
    link = /link +(\S+)/.exec(started.text)?.[1] ?? ''
    assert.equal(new URL(link).origin, `http://localhost:${port}`)
    assert.ok(started.text.includes(`Symbolon runs at http://localhost:${port}`))
    assert.ok(started.text.includes(`Try a sign-in: ${exampleOrigin}`))
    assert.ok(started.text.includes(`The console: http://localhost:${port}/ui/console`))
    await assert.rejects(stat(join(directory.path, '.symbolon/setup-link')), { code: 'ENOENT' })

    const userAgent = createUserAgent(fetch)
    const console = await setUpByLink(userAgent, link, { loginName, password })
    assert.equal(console.url.pathname, '/ui/console')
    assert.equal(console.status, 200)

    assert.equal((await userAgent.get(exampleOrigin)).status, 200)
    const sentAway = await userAgent.get(`${exampleOrigin}/login`)
    assert.equal(sentAway.redirectedTo?.origin, `http://localhost:${port}`)
    const back = await userAgent.get(sentAway.redirectedTo)
    const claims = await userAgent.get(back.redirectedTo ?? '')
    assert.match(claims.text, /Hello, Administrator/)
    assert.match(claims.text, /admin@symbolon\.localhost/)

    const again = await createUserAgent(fetch).get(link)
    assert.equal(again.forms.length, 0, 'the link works once')
  } finally {
    assert.equal(await started.stop(), 0)
  }
})

test('the master key is next to the database and only its owner can read it', async () => {
  assert.equal((await stat(join(directory.path, '.symbolon/master-key'))).mode & 0o777, 0o600)
})

test('a second start finds the same data and issues no link', async () => {
  const started = await start()
  assert.doesNotMatch(started.text, /administrator|link/)
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
