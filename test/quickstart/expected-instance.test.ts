// A master key that belongs to an instance begins no other one by accident, and a service whose database is gone ends.
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { copyFile, mkdir, readFile, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import type { Finished } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
/** A directory in which the service has been started once, and is stopped. */
let instance: string
before(async () => {
  directory = await temporaryDirectory()
  instance = await instanceDirectory()
})
after(async () => await directory.dispose())

let number = 0
async function newDirectory(): Promise<string> {
  number += 1
  const path = join(directory.path, String(number))
  await mkdir(path)
  return path
}

async function instanceDirectory(): Promise<string> {
  const path = await newDirectory()
  await (await start(path)).stop()
  return path
}

async function start(path: string): Promise<TestService> {
  return await startTestService({ directory: path, tls: false, settings: { SYMBOLON_DATABASE_URL: 'file:.symbolon/symbolon.db' } })
}

async function refused(path: string, args: readonly string[] = []): Promise<Finished> {
  const finished = await runSymbolon(args, { SYMBOLON_PORT: String(await freePort()) }, path)
  assert.equal(finished.code, 1, finished.stderr)
  assert.match(finished.stderr, /^symbolon: [^\n]+\n$/)
  return finished
}

test('the default master key stays private, and says that it belongs to an instance', async () => {
  const key = join(instance, '.symbolon/master-key')
  assert.equal((await stat(key)).mode & 0o777, 0o600)
  assert.match(await readFile(key, 'utf8'), /^[A-Za-z0-9+/]{43}=\n# This key belongs to an instance[^\n]*\n$/)
  await (await start(instance)).stop()
  assert.equal((await readFile(key, 'utf8')).split('\n').length, 3, 'it says so once')
})

const places: Readonly<Record<string, (to: string) => Promise<void>>> = {
  'whose database was deleted': async () => undefined,
  // As the copy of a running database is whose log was left behind.
  async 'next to a database that holds no instance'(to) {
    await (await libsql({ url: `file:${to}/.symbolon/symbolon.db` }).open(['instance'])).close()
  },
}

for (const [place, arrange] of Object.entries(places)) {
  test(`refuses to create a new instance with a key ${place}, unless the operator asks for it`, async () => {
    const to = await newDirectory()
    await mkdir(join(to, '.symbolon'))
    await copyFile(join(instance, '.symbolon/master-key'), join(to, '.symbolon/master-key'))
    await arrange(to)
    const before = (await readdir(join(to, '.symbolon'))).filter((name) => !/-(?:lock|state|shm|wal)$/.test(name))
    assert.match((await refused(to)).stderr, /belongs to an instance.*symbolon restore.*--new-instance/)
    const exported = await runSymbolon(['export', 'all.json'], {}, to)
    assert.equal(exported.code, 1)
    assert.deepEqual(
      (await readdir(join(to, '.symbolon'))).filter((name) => !/-(?:lock|state|shm|wal)$/.test(name)),
      before,
    )
    const service = await startTestService({
      directory: to,
      tls: false,
      args: ['--new-instance'],
      settings: { SYMBOLON_DATABASE_URL: 'file:.symbolon/symbolon.db' },
    })
    assert.match(service.stdout(), /An administrator was created/)
    await service.stop()
  })
}

test('a service whose database is deleted ends soon, with one line', async () => {
  const path = await newDirectory()
  const service = await start(path)
  assert.equal((await fetch(`${service.issuer}/oauth/v2/keys`)).status, 200)
  await rm(join(path, '.symbolon/symbolon.db'))
  let late: number | string
  do {
    late = await fetch(`${service.issuer}/oauth/v2/keys`).then(
      ({ status }) => status,
      () => 'no answer',
    )
    await sleep(50)
  } while (late === 200)
  assert.ok(late === 503 || late === 'no answer', String(late))
  const { code } = await service.ended
  assert.equal(code, 1)
  assert.match(service.stderr(), /^symbolon: [^\n]*symbolon\.db is missing[^\n]*$/m)
  await assert.rejects(stat(join(path, '.symbolon/symbolon.db')), { code: 'ENOENT' })
  assert.match((await refused(path)).stderr, /is missing|belongs to an instance/)
  await assert.rejects(stat(join(path, '.symbolon/symbolon.db')), { code: 'ENOENT' })
})

test('a database that was emptied next to its log is refused with one line that says what to do', async () => {
  const path = await instanceDirectory()
  const service = await start(path)
  await truncate(join(path, '.symbolon/symbolon.db'))
  assert.equal((await service.ended).code, 1)
  // Nothing of it can be read, or writes are missing: it depends on how much stood in the log.
  for (const args of [['start'], ['keys', 'list'], ['export', 'all.json']])
    assert.match((await refused(path, args)).stderr, /restore a backup/i)
})
