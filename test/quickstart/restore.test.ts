// `symbolon restore` while the service runs: it serves on with the backup, in the same process, and whatever goes wrong leaves it as it was.
import { alice, redirectUri, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { copyFile, readFile, readdir, stat, truncate, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { ClientRequest } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { codeOf } from '../support/code-flow.ts'
import { keeperDocument as document, keeperToken as token, robotToken } from '../support/keeper.ts'
import { freePort, runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import type { Finished } from '../support/run-command.ts'
import { bun, deno, node } from '../support/runtimes.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const settings = { SYMBOLON_DATABASE_URL: 'file:.symbolon/symbolon.db' }
const owner = { authorization: `Bearer ${token}` }

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let service: TestService
/** Where the service keeps its files. */
let files: string

before(async () => {
  directory = await temporaryDirectory()
  files = join(directory.path, '.symbolon')
  service = await startTestService({ directory: directory.path, document, tls: false, settings })
  await addOrg(service, 'early')
  await done('backup', 'early.db')
})
after(async () => {
  service.kill('SIGKILL')
  await service.ended
  await directory.dispose()
})

async function run(args: readonly string[], more: Readonly<Record<string, string>> = { SYMBOLON_TOKEN: token }): Promise<Finished> {
  return await runSymbolon(args, { SYMBOLON_PORT: String(await freePort()), SYMBOLON_ISSUER: service.issuer, ...more }, directory.path)
}

async function done(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args)
  assert.equal(code, 0, stderr)
  return stdout
}

async function refused(says: RegExp, args: readonly string[], more?: Readonly<Record<string, string>>): Promise<void> {
  const { code, stderr } = await run(args, more)
  assert.equal(code, 1, stderr)
  assert.match(stderr, /^symbolon: [^\n]+\n$/)
  assert.match(stderr, says)
}

async function addOrg({ issuer }: TestService, orgId: string): Promise<void> {
  const body = JSON.stringify({ orgs: [{ orgId, org: { name: orgId } }] })
  const answer = await fetch(`${issuer}/admin/v1/apply`, {
    method: 'POST',
    headers: { ...owner, 'content-type': 'application/json' },
    body,
  })
  assert.equal(answer.status, 200, await answer.text())
}

async function orgsOf({ issuer }: TestService): Promise<readonly string[]> {
  const headers = { ...owner, 'content-type': 'application/json' }
  const answer = await fetch(`${issuer}/admin/v1/export`, { method: 'POST', headers, body: '{"timeout": "30s"}' })
  const { orgs } = (await answer.json()) as { readonly orgs: readonly { readonly orgId: string }[] }
  return orgs
    .map(({ orgId }) => orgId)
    .filter((orgId) => orgId !== 'acme')
    .toSorted()
}

async function restore(backup: string, query = '', bearer = token): Promise<Response> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/vnd.sqlite3' }
  return await fetch(`${service.issuer}/admin/v1/restore${query}`, {
    method: 'POST',
    headers,
    body: await readFile(join(directory.path, backup)),
  })
}

async function keptCopies(): Promise<readonly string[]> {
  return (await readdir(files)).filter((name) => name.includes('-before-restore-')).toSorted()
}

async function assertSignsIn({ issuer, newUserAgent }: TestService): Promise<void> {
  const userAgent = newUserAgent()
  const query = new URLSearchParams({ client_id: 'basic', redirect_uri: redirectUri, response_type: 'code', scope: 'openid', state: 's' })
  assert.ok(codeOf(await signIn(userAgent, await userAgent.get(`${issuer}/oauth/v2/authorize?${query}`), alice)))
}

/** The service has not been touched: it serves the same database, and nothing is left of what was refused. */
async function assertUntouched(work: () => Promise<unknown>): Promise<void> {
  const [orgs, copies, { ino }] = [await orgsOf(service), await keptCopies(), await stat(join(files, 'symbolon.db'))]
  await work()
  assert.deepEqual(await orgsOf(service), orgs)
  assert.deepEqual(await keptCopies(), copies)
  assert.equal((await stat(join(files, 'symbolon.db'))).ino, ino)
  assert.deepEqual(
    (await readdir(files)).filter((name) => name.includes('-restoring-')),
    [],
  )
}

test('a running server goes on with the backup, and the database that it served stays next to it', async () => {
  await addOrg(service, 'late')
  const said = await done('restore', 'early.db', '--force', '--server', service.issuer)
  assert.match(said, /Repeat the revocations/)
  assert.deepEqual(await orgsOf(service), ['early'])
  await assertSignsIn(service)
  const [kept = ''] = await keptCopies()
  assert.match(said, new RegExp(kept))
  for (const name of [kept, 'symbolon.db']) {
    const { mode, nlink } = await stat(join(files, name))
    assert.deepEqual([mode & 0o777, nlink], [0o600, 1], name)
  }
  assert.deepEqual(
    (await readdir(files)).filter((name) => /-restoring-|-copy-/.test(name)),
    [],
  )
  const events = await (await fetch(`${service.issuer}/admin/v1/events`, { headers: owner })).text()
  assert.match(events, /"restore_ended"/)
  assert.match(events, /"outcome":"completed"/)
  // What was acknowledged until then is in the copy.
  await copyFile(join(files, kept), join(directory.path, 'late.db'))
  await done('restore', 'late.db', '--force', '--discard', '--server', service.issuer)
  assert.deepEqual(await orgsOf(service), ['early', 'late'])
  assert.deepEqual(await keptCopies(), [kept])
})

test('what is written after a restore is there after the next start', async () => {
  await done('restore', 'early.db', '--force', '--server', service.issuer)
  await addOrg(service, 'after')
  const { port } = service
  service.kill('SIGKILL')
  await service.ended
  service = await startTestService({ directory: directory.path, document, tls: false, settings, port })
  assert.deepEqual(await orgsOf(service), ['after', 'early'])
})

test('while a service runs: through it with a token, and without a token a line that explains it', async () => {
  await refused(/is in use\..*--server http/, ['restore', 'early.db', '--force'], {})
  await refused(/--force/, ['restore', 'early.db'])
  assert.match(await done('restore', 'early.db', '--force'), /through http/)
  assert.deepEqual(await orgsOf(service), ['early'])
})

test('requests that come while the database is replaced are answered', async () => {
  let restoring = true
  const asking = Array.from({ length: 4 }, async () => {
    const statuses = new Set<number>()
    while (restoring) {
      const body = new URLSearchParams({ token: 'unknown' })
      const { status } = await fetch(`${service.issuer}/oauth/v2/introspect`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa('unknown:unknown')}` },
        body,
      })
      statuses.add(status)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return [...statuses]
  })
  const answers = [await restore('early.db'), await restore('early.db', '?keep=false')]
  restoring = false
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  assert.deepEqual(
    (await Promise.all(asking)).map(String),
    Array.from({ length: 4 }, () => '401'),
  )
})

test('of two restores at once the second is refused', async () => {
  const content = await readFile(join(directory.path, 'early.db'))
  const { upload, status } = startUpload(content.byteLength)
  upload.write(content.subarray(0, 4096))
  await settled(async () => (await readdir(files)).some((name) => name.includes('-restoring-')))
  const second = await restore('early.db')
  assert.equal(second.status, 409)
  assert.match(await second.text(), /"restore_running"/)
  upload.end(content.subarray(4096))
  assert.equal(await status, 200)
})

test('only a service user of the owners restores', async () => {
  await assertUntouched(async () => {
    for (const [bearer, status] of [
      [robotToken, 403],
      ['none', 401],
    ] as const) {
      assert.equal((await restore('early.db', '', bearer)).status, status)
      const large = new Uint8Array(32 * 1024 * 1024)
      const answer = await fetch(`${service.issuer}/admin/v1/restore`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
        body: large,
      })
      assert.equal(answer.status, status)
    }
    await refused(/SYMBOLON_TOKEN/, ['restore', 'early.db', '--force', '--server', service.issuer], {})
    assert.equal((await restore('early.db', '?kept=false')).status, 400)
  })
})

test('a backup that is damaged, cut off, empty or of another master key changes nothing', async () => {
  const bad = join(directory.path, 'bad.db')
  const { size } = await stat(join(directory.path, 'early.db'))
  const refusedWith = async (says: RegExp): Promise<void> => {
    const answer = await restore('bad.db')
    const text = await answer.text()
    assert.equal(answer.status, 400, text)
    assert.match(text, says)
  }
  await assertUntouched(async () => {
    await copyFile(join(directory.path, 'early.db'), bad)
    await truncate(bad, size - 4096)
    await refusedWith(/damaged|intact|read as/)
    await writeFile(bad, 'no database')
    await refusedWith(/intact|read as/)
    await writeFile(bad, '')
    await refusedWith(/intact|damaged|has no body/)
    await changed(
      bad,
      "update instance set value = iif(name = 'data_key', '{\"another\":\"x\"}', 'v1.another.x') where name in ('data_key', 'master_key_check')",
    )
    await refusedWith(/another master key/)
    await refused(/another master key/, ['restore', 'bad.db', '--force', '--server', service.issuer])
    await refused(/Name a backup/, ['restore', 'nowhere.db', '--force', '--server', service.issuer])
  })
})

test('an upload that breaks off changes nothing', async () => {
  await assertUntouched(async () => {
    const content = await readFile(join(directory.path, 'early.db'))
    const { upload, status } = startUpload(content.byteLength)
    upload.write(content.subarray(0, content.byteLength / 2))
    await settled(async () => (await readdir(files)).some((name) => name.includes('-restoring-')))
    upload.destroy()
    assert.equal(await status, undefined)
    await settled(async () => (await readdir(files)).every((name) => !name.includes('-restoring-')))
    const { events } = (await (await fetch(`${service.issuer}/admin/v1/events`, { headers: owner })).json()) as {
      readonly events: readonly { readonly type: string; readonly details?: { readonly outcome?: string } }[]
    }
    assert.ok(events.some(({ type, details }) => type === 'restore_ended' && details?.outcome === 'refused'))
  })
  assert.equal((await restore('early.db', '?keep=false')).status, 200)
})

test('a database that is whole and cannot be served is taken back', async () => {
  await addOrg(service, 'kept')
  await changed(join(directory.path, 'bad.db'), "delete from instance where name = 'first_start'")
  const [orgs, copies] = [await orgsOf(service), await keptCopies()]
  const answer = await restore('bad.db')
  assert.equal(answer.status, 500)
  assert.match(await answer.text(), /"restore_failed"/)
  assert.deepEqual(await orgsOf(service), orgs)
  assert.deepEqual(await keptCopies(), copies)
  const { nlink } = await stat(join(files, 'symbolon.db'))
  assert.equal(nlink, 1)
  assert.match(await (await fetch(`${service.issuer}/admin/v1/events`, { headers: owner })).text(), /"outcome":"failed"/)
  await assertSignsIn(service)
})

/** Milliseconds after the request. Every step of a restore: packages/storage-libsql/test/restore.test.ts. */
const moments = process.env['SYMBOLON_TEST_LONG'] === '1' ? [5, 20, 40, 60, 80, 120, 160, 240] : [5, 40, 80, 160]

test('a service that is killed while it restores starts with the old database or with the backup', { timeout: 600_000 }, async () => {
  const { port } = service
  for (const milliseconds of moments) {
    await addOrg(service, `before-${milliseconds}`)
    const orgs = await orgsOf(service)
    const answer = restore('early.db', '?keep=false').then(
      ({ status }) => status,
      () => undefined,
    )
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    service.kill('SIGKILL')
    await service.ended
    service = await startTestService({ directory: directory.path, document, tls: false, settings, port })
    const found = await orgsOf(service)
    assert.ok([String(orgs), 'early'].includes(String(found)), `after ${milliseconds} ms: ${found}`)
    if ((await answer) === 200) assert.deepEqual(found, ['early'])
    assert.deepEqual(
      (await readdir(files)).filter((name) => name.includes('-restoring-')),
      [],
    )
  }
})

for (const runtime of [bun, deno]) {
  test(`${runtime.name} serves on with a backup as ${node.name} does`, async () => {
    const place = await temporaryDirectory()
    const other = await startTestService({ directory: place.path, document, tls: false, settings, runtime })
    try {
      await addOrg(other, 'early')
      const send = async (...args: readonly string[]): Promise<Finished> =>
        await runSymbolon([...args, '--server', other.issuer], { SYMBOLON_TOKEN: token }, place.path, runtime)
      const backedUp = await send('backup', 'early.db')
      assert.equal(backedUp.code, 0, backedUp.stderr)
      await addOrg(other, 'late')
      const restored = await send('restore', 'early.db', '--force')
      assert.equal(restored.code, 0, restored.stderr)
      assert.deepEqual(await orgsOf(other), ['early'])
      await addOrg(other, 'after')
      assert.deepEqual(await orgsOf(other), ['after', 'early'])
    } finally {
      await other.stop()
      await place.dispose()
    }
  })
}

/** An upload that the test sends piece by piece. */
function startUpload(length: number): { readonly upload: ClientRequest; readonly status: Promise<number | undefined> } {
  const headers = { ...owner, 'content-type': 'application/vnd.sqlite3', 'content-length': String(length) }
  const upload = request(`${service.issuer}/admin/v1/restore`, { method: 'POST', headers })
  const status = new Promise<number | undefined>((resolve) => {
    upload
      .on('response', (answer) => resolve(answer.resume().statusCode))
      .on('error', () => undefined)
      .on('close', () => resolve(undefined))
  })
  return { upload, status }
}

/** A backup in which something is different. */
async function changed(path: string, sql: string): Promise<void> {
  await copyFile(join(directory.path, 'early.db'), path)
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

async function settled(condition: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 2400 && !(await condition()); round += 1) await new Promise((resolve) => setTimeout(resolve, 25))
}
