// The link that sets up the first administrator, where standard output is not a terminal: in a file for its owner alone, and in no log.
import { createUserAgent, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandProgram } from '../support/bundled-command.ts'
import { cleanEnvironment, contentsOf, freePort, runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import { hotp } from '../support/second-factor.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { setUpByLink } from '../support/setup-link.ts'

const credentials = { loginName: 'admin@symbolon.localhost', password: 'a password for the first minutes' }
const database = { SYMBOLON_DATABASE_URL: 'file:.symbolon/symbolon.db' }

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
beforeEach(async () => void (directory = await temporaryDirectory()))
afterEach(async () => await directory.dispose())

const linkFile = (): string => join(directory.path, '.symbolon/setup-link')
const linkIn = async (file: string): Promise<string> => (await readFile(file, 'utf8')).trim()

async function start(settings: Readonly<Record<string, string>> = {}, port?: number): Promise<TestService> {
  const place = port === undefined ? {} : { port }
  return await startTestService({ directory: directory.path, tls: false, settings: { ...database, ...settings }, ...place })
}

async function assertSetsUp(service: TestService, link: string, path = '/ui/console'): Promise<void> {
  const page = await setUpByLink(service.newUserAgent(), link, credentials)
  assert.equal(page.url.href, `${service.issuer}${path}`)
  assert.equal(page.status, 200)
}

async function assertEnded(service: TestService, link: string): Promise<void> {
  assert.deepEqual((await service.newUserAgent().get(link)).forms, [])
}

test('LK-06 the link is in a file with mode 0600, whose path alone is printed, and the administrator has no password', async () => {
  const service = await start({ SYMBOLON_LOG_LEVEL: 'debug' })
  try {
    assert.equal((await stat(linkFile())).mode & 0o777, 0o600)
    assert.deepEqual(
      (await readdir(join(directory.path, '.symbolon'))).filter((name) => name.endsWith('.part')),
      [],
    )
    assert.match(service.stdout(), new RegExp(`^ {4}file with the link {3}${linkFile()}$`, 'm'))
    const link = await linkIn(linkFile())
    const { searchParams } = new URL(link)
    for (const secret of [searchParams.get('flow') ?? '', searchParams.get('code') ?? '']) {
      assert.ok(secret.length >= 6)
      assert.ok(!service.output().includes(secret))
    }
    assert.doesNotMatch(service.stdout(), /password {2}/)
    await assertSetsUp(service, link)
    await assertEnded(service, link)
    assert.ok(!service.output().includes(searchParams.get('code') ?? ''), 'the requests are not logged with it')
  } finally {
    await service.stop()
  }
})

test('what is not a link of an earlier first start is never replaced: a key, a directory, a symbolic link', async () => {
  const port = String(await freePort())
  const file = (name: string): string => join(directory.path, name)
  await mkdir(file('folder'))
  await writeFile(file('other'), 'of another program')
  await writeFile(file('former'), 'https://id.example/ui/login/invitation/link?flow=f&code=c\n', { mode: 0o644 })
  await symlink(file('former'), file('link'))
  for (const name of ['folder', 'other', 'link', '.symbolon/master-key']) {
    const settings = { ...database, SYMBOLON_SETUP_LINK_FILE: name, SYMBOLON_PORT: port }
    const { code, stdout, stderr } = await runSymbolon([], settings, directory.path)
    assert.deepEqual([code, stdout], [1, ''], name)
    assert.ok(
      stderr.includes(`symbolon: ${name}, where the first start writes the link of the administrator, cannot be written: it exists`),
    )
  }
  assert.equal(await readFile(file('other'), 'utf8'), 'of another program')
  // The next start is a first start again.
  const service = await start({ SYMBOLON_SETUP_LINK_FILE: 'former' })
  try {
    assert.equal((await stat(file('former'))).mode & 0o777, 0o600)
    await assertSetsUp(service, await linkIn(file('former')))
  } finally {
    await service.stop()
  }
})

test('a directory that cannot be written is one line', async () => {
  await writeFile(join(directory.path, 'no-directory'), '')
  const settings = { ...database, SYMBOLON_SETUP_LINK_FILE: 'no-directory/link', SYMBOLON_PORT: String(await freePort()) }
  const { code, stderr } = await runSymbolon([], settings, directory.path)
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^symbolon: no-directory\/link, where the first start writes the link of the administrator, cannot be written: [^\n]+ Set SYMBOLON_SETUP_LINK_FILE to another file\.$/m,
  )
})

test('a later start issues no link and writes no file', async () => {
  await (await start()).stop()
  const before = (await contentsOf(directory.path))['.symbolon/setup-link']
  const service = await start()
  assert.doesNotMatch(service.stdout(), /administrator|link/)
  await service.stop()
  assert.equal((await contentsOf(directory.path))['.symbolon/setup-link'], before)
})

test('a link expires after three days, and the operator issues a new link, which revokes the first', async () => {
  const port = await freePort()
  const service = await startTestService({ directory: directory.path, tls: false, heldClock: true, settings: database, port })
  const link = await linkIn(linkFile())
  try {
    await service.advance(3 * 86_400 - 60)
    assert.equal((await service.newUserAgent().get(link)).forms.length, 1)
    await service.advance(120)
    await assertEnded(service, link)
  } finally {
    await service.stop()
  }
  const invite = ['users', 'invite', credentials.loginName]
  const issued = await runSymbolon(invite, { ...database, SYMBOLON_ISSUER: service.issuer, SYMBOLON_PORT: String(port) }, directory.path)
  assert.equal(issued.code, 0, issued.stderr)
  const again = await start({}, port)
  try {
    await assertEnded(again, link)
    await assertSetsUp(again, /http:\S+/.exec(issued.stdout)?.[0] ?? '', '/ui/account')
  } finally {
    await again.stop()
  }
})

test('LK-06 whenever a first start is killed, the next start leaves a file whose link works', async () => {
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  for (let round = 0; round < 12; round += 1) {
    const child = spawn(process.execPath, [commandProgram()], {
      cwd: directory.path,
      env: cleanEnvironment({ ...database, SYMBOLON_PORT: String(port), SYMBOLON_ISSUER: issuer }),
      stdio: 'ignore',
    })
    const exit = new Promise((resolve) => child.once('exit', resolve))
    while (!existsSync(join(directory.path, '.symbolon/symbolon.db'))) await sleep(5)
    await sleep(round * 20)
    child.kill('SIGKILL')
    await exit
  }
  const service = await start({}, port)
  try {
    await assertSetsUp(service, await linkIn(linkFile()))
  } finally {
    await service.stop()
  }
})

test('AD-68 off localhost the first sign-in asks for a second factor, and leads to the console after it', async () => {
  const service = await start({ SYMBOLON_ISSUER: 'https://id.acme.example' })
  // As a proxy passes requests on.
  const proxy = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const body = request.method === 'POST' ? { body: await request.text() } : {}
    return await fetch(`http://127.0.0.1:${service.port}${pathname}${search}`, {
      method: request.method,
      headers: request.headers,
      redirect: 'manual',
      ...body,
    })
  }
  try {
    const userAgent = createUserAgent(proxy)
    const administrator = { ...credentials, loginName: 'admin@symbolon.id.acme.example' }
    const asked = await setUpByLink(userAgent, await linkIn(linkFile()), administrator)
    assert.match(asked.text, /Set up two-step verification/)
    assert.match((await userAgent.get('https://id.acme.example/ui/console')).text, /Set up two-step verification/, 'the console needs it')
    const enrolment = await userAgent.submit(asked)
    const secret = /secret=([A-Z2-7]+)/.exec(enrolment.text)?.[1] ?? ''
    const code = hotp(secret, Math.floor(Date.now() / 30_000))
    const console = await signIn(userAgent, await userAgent.submit(enrolment, { code }), administrator)
    assert.deepEqual([console.status, console.url.href], [200, 'https://id.acme.example/ui/console'], console.text.slice(0, 500))
  } finally {
    await service.stop()
  }
})
