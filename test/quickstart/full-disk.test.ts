// The disk of the database is full: what writes is refused and the cause is named, what only reads is answered, and room that returns is
// used without a restart.
import { clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { acmeWith } from '../support/acme.ts'
import { runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import { node } from '../support/runtimes.ts'
import type { Runtime } from '../support/runtimes.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const token = 'symbolon_pat_owner-0123456789-0123456789-0123456789'
const document = {
  ...acmeWith({
    machineUsers: [{ userId: 'owner', user: { userName: 'owner', name: 'Owner' } }],
    personalAccessTokens: [{ tokenId: 'owner-token', userId: 'owner', token }],
  }),
  instanceMembers: [{ userId: 'owner', roles: ['IAM_OWNER'] }],
}

let orgs = 0
/** A document of an organization that is not there yet, of about half a megabyte. */
function newOrg(): object {
  orgs += 1
  const projects = Array.from({ length: 300 }, (_, index) => ({
    projectId: `p-${orgs}-${index}`,
    project: { name: `${index} ${'n'.repeat(180)}` },
  }))
  return { orgs: [{ orgId: `org-${orgs}`, org: { name: `Organization ${orgs}` }, projects }] }
}

interface Call {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly text: string
}

async function call(service: TestService, path: string, body?: unknown): Promise<Call> {
  const response = await fetch(`${service.issuer}${path}`, {
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text) as Record<string, unknown> }
}

/** @returns the first answer that is not that all was done */
async function fill(service: TestService): Promise<Call> {
  for (let round = 0; round < 100; round += 1) {
    const answer = await call(service, '/admin/v1/apply', newOrg())
    if (answer.status !== 200 || /storage_full/.test(answer.text)) return answer
  }
  throw new Error('The disk was never full.')
}

/** Uploads a backup of so many bytes, which do not fit on the disk. */
async function assertRefusesBackup(service: TestService, bytes: number): Promise<void> {
  const answer = await fetch(`${service.issuer}/admin/v1/restore`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.sqlite3' },
    body: new Uint8Array(bytes),
  })
  const text = await answer.text()
  assert.equal(answer.status, 503, text)
  assert.match(text, /"id":"storage_full"/)
}

async function assertReadsOn(service: TestService): Promise<void> {
  for (const path of [
    '/.well-known/openid-configuration',
    '/oauth/v2/keys',
    '/admin/v1/events',
    '/admin/v1/keys',
    '/v2/features/instance',
  ]) {
    assert.equal((await call(service, path)).status, 200, path)
  }
  const introspected = await fetch(`${service.issuer}/oauth/v2/introspect`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`basic:${clientSecret}`)}` },
    body: new URLSearchParams({ token: 'unknown' }),
  })
  assert.equal(introspected.status, 200)
  const page = await service.newUserAgent().get(`${service.issuer}/oauth/v2/authorize?client_id=unknown`)
  assert.equal(page.status, 400, 'a page that needs nothing stored')
}

async function assertRefuses(service: TestService): Promise<void> {
  for (const [path, body] of [
    ['/admin/v1/import', { data_orgs: newOrg(), timeout: '60s' }],
    ['/admin/v1/keys/rotate', {}],
  ] as const) {
    const answer = await call(service, path, body)
    assert.equal(answer.status, 503, answer.text)
    assert.equal(answer.body['code'], 8, answer.text)
    assert.match(String(answer.body['message']), /disk of the database is full/)
    assert.match(answer.text, /"id":"storage_full"/)
  }
  assert.match(service.stderr(), /disk is full/)
}

/** A block of `ulimit -f` is 512 bytes; signal 25 would end the process at the limit. */
const withLimit: Runtime = {
  name: 'Node',
  command: (program, directory) => ['/bin/sh', '-c', 'trap "" 25; ulimit -S -f 8000; exec "$0" "$@"', ...node.command(program, directory)],
}

test('files that may not grow: refusals in the REST shape that name the cause, and reads that go on', { timeout: 120_000 }, async () => {
  const { path, dispose } = await temporaryDirectory()
  const service = await startTestService({ directory: path, document, tls: false, runtime: withLimit })
  const answer = await fill(service)
  assert.match(answer.text, /storage_full/)
  await assertRefuses(service)
  await assertReadsOn(service)
  service.kill('SIGKILL')
  await service.ended
  await dispose()
})

test('files that may not grow: a backup that does not fit is refused for this reason', { timeout: 120_000 }, async () => {
  const { path, dispose } = await temporaryDirectory()
  const service = await startTestService({ directory: path, document, tls: false, runtime: withLimit })
  await assertRefusesBackup(service, 6 * 1024 * 1024)
  await assertReadsOn(service)
  service.kill('SIGKILL')
  await service.ended
  await dispose()
})

test('a file system that is full: as above, and room that returns is used at once', { timeout: 120_000 }, async (t) => {
  const { path, dispose } = await temporaryDirectory()
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', path]).status !== 0) {
    await dispose()
    return t.skip('this user cannot mount a file system; the test before shows the same without one')
  }
  // A test run that is broken off must not leave it behind.
  const unmount = (): void => {
    spawnSync('umount', ['-l', path])
    rmSync(path, { recursive: true, force: true })
  }
  process.once('exit', unmount)
  const service = await startTestService({ directory: path, document, tls: false })
  const ballast = join(path, 'ballast')
  await occupy(ballast)
  assert.match((await fill(service)).text, /storage_full/)
  await assertRefuses(service)
  await assertReadsOn(service)
  const refused = await runSymbolon(['backup', join(path, 'backup.db'), '--server', service.issuer], { SYMBOLON_TOKEN: token }, path)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^symbolon: [^\n]*(?:no space|disk)[^\n]*\n$/)
  await assertRefusesBackup(service, 2 * 1024 * 1024)
  assert.deepEqual(
    (await readdir(path)).filter((name) => name.includes('-restoring-')),
    [],
  )
  await assertReadsOn(service)
  await rm(ballast)
  const later = await call(service, '/admin/v1/apply', newOrg())
  assert.equal(later.status, 200, later.text)
  assert.doesNotMatch(later.text, /"refused":[1-9]/)
  await service.stop()
  unmount()
  process.off('exit', unmount)
})

/** Leaves half a megabyte of the file system. */
async function occupy(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (;;) await file.write(new Uint8Array(65_536))
  } catch {
    await file.truncate((await file.stat()).size - 524_288)
  } finally {
    await file.close()
  }
}
