// `symbolon backup` and `symbolon restore`: of a service that runs, was killed or is stopped, and what they refuse.
import { alice, redirectUri, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { copyFile, mkdir, readFile, readdir, rename, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { codeOf } from '../support/code-flow.ts'
import { keeperDocument as document, keeperToken as token, robotToken } from '../support/keeper.ts'
import { freePort, runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import type { Finished } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const settings = { SYMBOLON_DATABASE_URL: 'file:.symbolon/symbolon.db' }

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let home: string
let service: TestService

before(async () => {
  directory = await temporaryDirectory()
  home = await newPlace('home')
  service = await startTestService({ directory: home, document, tls: false, settings })
})
after(async () => {
  service.kill('SIGKILL')
  await service.ended
  await directory.dispose()
})

async function newPlace(name: string): Promise<string> {
  const path = join(directory.path, name)
  await mkdir(join(path, '.symbolon'), { recursive: true })
  return path
}

/** A place that has the master key of the service, and nothing else. */
async function placeWithKey(name: string): Promise<string> {
  const path = await newPlace(name)
  await copyFile(join(home, '.symbolon/master-key'), join(path, '.symbolon/master-key'))
  return path
}

async function run(path: string, ...args: readonly string[]): Promise<Finished> {
  return await runSymbolon(args, { SYMBOLON_PORT: String(await freePort()), SYMBOLON_TOKEN: token }, path)
}

async function done(path: string, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await run(path, ...args)
  assert.equal(code, 0, stderr)
}

async function refused(path: string, says: RegExp, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await run(path, ...args)
  assert.equal(code, 1, stderr)
  assert.match(stderr, /^symbolon: [^\n]+\n$/)
  assert.match(stderr, says)
}

/** The instance of the place knows its people, and lets one of them in. */
async function assertWhole(path: string): Promise<void> {
  assert.equal((await stat(join(path, '.symbolon/symbolon.db'))).mode & 0o777, 0o600)
  const started = await startTestService({ directory: path, tls: false, settings })
  try {
    assert.doesNotMatch(started.stdout(), /An administrator was created/)
    const userAgent = started.newUserAgent()
    const query = new URLSearchParams({ client_id: 'basic', redirect_uri: redirectUri, response_type: 'code', scope: 'openid', state: 's' })
    assert.ok(codeOf(await signIn(userAgent, await userAgent.get(`${started.issuer}/oauth/v2/authorize?${query}`), alice)))
  } finally {
    await started.stop()
  }
}

test('a backup of a running service is complete and private, and leaves no file next to the database', async () => {
  const left = join(home, '.symbolon/symbolon.db-copy-of-a-process-that-was-killed')
  await writeFile(left, 'left')
  await utimes(left, new Date(0), new Date(0))
  await done(home, 'backup', 'running.db')
  assert.equal((await stat(join(home, 'running.db'))).mode & 0o777, 0o600)
  assert.deepEqual(
    (await readdir(join(home, '.symbolon'))).filter((name) => name.includes('-copy-')),
    [],
  )
  const place = await placeWithKey('from-running')
  await done(place, 'restore', join(home, 'running.db'))
  await assertWhole(place)
})

test('a running server returns its backup to a service user of its owners alone', async () => {
  await done(home, 'backup', 'served.db', '--server', service.issuer)
  const place = await placeWithKey('from-server')
  await done(place, 'restore', join(home, 'served.db'))
  await assertWhole(place)
  for (const [bearer, status] of [
    [robotToken, 403],
    ['none', 401],
  ] as const) {
    const answer = await fetch(`${service.issuer}/admin/v1/backup`, { method: 'POST', headers: { authorization: `Bearer ${bearer}` } })
    assert.equal(answer.status, status)
    assert.match(await answer.text(), /"code":/)
  }
  const events = await fetch(`${service.issuer}/admin/v1/events`, { headers: { authorization: `Bearer ${token}` } })
  assert.match(await events.text(), /"backup_ended"/)
})

test('a backup of a service that was killed is whole', async () => {
  const path = await placeWithKey('killed')
  await done(path, 'restore', join(home, 'running.db'))
  const killed = await startTestService({ directory: path, tls: false, settings })
  const owner = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const late = JSON.stringify({ orgs: [{ orgId: 'late', org: { name: 'Late' } }] })
  const answer = await fetch(`${killed.issuer}/admin/v1/apply`, { method: 'POST', headers: owner, body: late })
  assert.equal(answer.status, 200, await answer.text())
  killed.kill('SIGKILL')
  await killed.ended
  const log = join(path, '.symbolon/symbolon.db-wal')
  await rename(log, `${log}.away`)
  await refused(path, /lacks acknowledged writes/, 'backup', 'killed.db')
  await rename(`${log}.away`, log)
  await done(path, 'backup', 'killed.db')
  const place = await placeWithKey('from-killed')
  await done(place, 'restore', join(path, 'killed.db'))
  await done(place, 'export', 'late.json', '--org', 'late')
  assert.match(await readFile(join(place, 'late.json'), 'utf8'), /"Late"/)
  await assertWhole(place)
})

test('refuses to write over files, and over the database', async () => {
  await writeFile(join(home, 'kept.txt'), 'kept')
  await refused(home, /exists already/, 'backup', 'kept.txt')
  assert.equal(await readFile(join(home, 'kept.txt'), 'utf8'), 'kept')
  await refused(home, /which the service needs/, 'backup', '.symbolon/symbolon.db', '--force')
  await done(home, 'backup', 'kept.txt', '--force')
})

test('refuses a backup without a database, and makes none', async () => {
  const empty = await placeWithKey('empty')
  await refused(empty, /no database|not hold that instance/i, 'backup', 'empty.db')
  assert.deepEqual(await readdir(join(empty, '.symbolon')), ['master-key'])
})

test('a restore replaces no database without --force', async () => {
  const place = await placeWithKey('occupied')
  await done(place, 'restore', join(home, 'running.db'))
  await refused(place, /already.*--force/, 'restore', join(home, 'running.db'))
  await done(place, 'restore', join(home, 'running.db'), '--force')
  await assertWhole(place)
})

test('a restore takes nothing that is cut off, damaged, empty or of another instance, and leaves all as it was', async () => {
  const place = await placeWithKey('careful')
  const { size } = await stat(join(home, 'running.db'))
  const bad = join(directory.path, 'bad.db')
  const harm = async (change: (content: Buffer) => void): Promise<void> => {
    const content = await readFile(join(home, 'running.db'))
    change(content)
    await writeFile(bad, content)
  }
  await harm(() => undefined)
  await truncate(bad, size - 4096)
  await refused(place, /damaged|intact|read as/, 'restore', bad)
  await harm((content) => content.fill(7, size / 2, size / 2 + 8192))
  await refused(place, /damaged|intact|read as/, 'restore', bad)
  await writeFile(bad, '')
  await refused(place, /intact|damaged/, 'restore', bad)
  await refused(place, /no backup/, 'restore', join(directory.path, 'nowhere.db'))
  const stranger = await newPlace('stranger')
  await refused(stranger, /master key file \S+ does not exist/, 'restore', join(home, 'running.db'))
  await writeFile(join(stranger, '.symbolon/master-key'), `${btoa('s'.repeat(32))}\n`)
  await refused(stranger, /another master key/, 'restore', join(home, 'running.db'))
  for (const path of [place, stranger]) {
    const left = (await readdir(join(path, '.symbolon'))).filter((name) => !name.endsWith('-lock'))
    assert.deepEqual(left, ['master-key'])
  }
})
