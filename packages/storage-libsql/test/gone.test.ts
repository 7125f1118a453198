// A database that is deleted, replaced or truncated, while it is open or between two starts, is detected and never treated as an empty one.
import assert from 'node:assert/strict'
import { copyFile, open, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { StorageUnavailable } from '@symbolon/core-protocol'
import { libsql } from '../src/index.ts'
import { writeAndKill } from './other-process.ts'
import { startProgram } from './program.ts'
import { token } from './records.ts'
import { storedDigests, temporaryPath, throughAnotherConnection } from './temporary-file.ts'

const harms: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'the database is deleted': (path) => rm(path),
  'the database is renamed': (path) => rename(path, `${path}.renamed`),
  'the database is emptied': (path) => truncate(path, 0),
  async 'the database is replaced'(path) {
    await copyFile(path, `${path}.copy`)
    await rename(`${path}.copy`, path)
  },
  'the log is deleted': (path) => rm(`${path}-wal`),
  'the log is emptied': (path) => truncate(`${path}-wal`, 0),
  'the log is cut in half': async (path) => await truncate(`${path}-wal`, (await stat(`${path}-wal`)).size / 2),
  'the log is overwritten at its begin': (path) => overwrite(`${path}-wal`, 40),
  'the log is overwritten in its middle': async (path) => await overwrite(`${path}-wal`, (await stat(`${path}-wal`)).size / 2),
  'the log is overwritten at its end': async (path) => await overwrite(`${path}-wal`, (await stat(`${path}-wal`)).size - 100),
  'the lock file is deleted': (path) => rm(`${path}-lock`),
  async 'the lock file is replaced'(path) {
    await rm(`${path}-lock`)
    await writeFile(`${path}-lock`, '')
  },
}

/** What the error says of some of these. */
const reasons: Readonly<Record<string, RegExp>> = {
  'the log is deleted': /-wal is missing/,
  'the lock file is deleted': /-lock is missing/,
  'the lock file is replaced': /-lock was replaced/,
}

for (const [harm, cause] of Object.entries(harms)) {
  test(`soon after ${harm} the storage refuses everything, and no file is created`, async () => {
    const path = temporaryPath()
    const storage = await libsql({ url: `file:${path}` }).open(['accessTokens', 'issuance', 'clients'])
    const { accessTokens, issuance, clients } = storage.stores
    // Until the log was emptied, most of it is in the database file already, and its loss does no harm.
    while ((await stat(`${path}-wal`)).size > 0) await sleep(20)
    await clients?.find('known from memory')
    await issuance?.commit({ accessToken: token('before') })
    await cause(path)
    const left = await readdir(dirname(path))
    const loss = await Promise.race([storage.lost, sleep(60_000, 'nothing', { ref: false })])
    assert.ok(loss instanceof StorageUnavailable, String(loss))
    assert.match(loss.message, new RegExp(basename(path)))
    assert.match(loss.message, reasons[harm] ?? /./)
    await assert.rejects(async () => await accessTokens?.find(token('before').number), StorageUnavailable)
    await assert.rejects(issuance?.commit({ accessToken: token('after') }) ?? Promise.resolve(), StorageUnavailable)
    await assert.rejects(async () => await clients?.find('known from memory'), StorageUnavailable)
    await storage.close()
    assert.deepEqual(
      (await readdir(dirname(path))).filter((name) => !left.includes(name)),
      [],
    )
  })
}

const losses: Readonly<Record<string, (log: string, size: number) => Promise<void>>> = {
  deleted: (log) => rm(log),
  emptied: (log) => truncate(log, 0),
  'cut in half': (log, size) => truncate(log, size / 2),
  'cut off by one byte': (log, size) => truncate(log, size - 1),
  'overwritten at its begin': (log) => overwrite(log, 0),
  'overwritten in its middle': (log, size) => overwrite(log, size / 2),
  'overwritten at its end': (log, size) => overwrite(log, size - 100),
}

async function overwrite(path: string, position: number): Promise<void> {
  const file = await open(path, 'r+')
  await file.write(new Uint8Array(64).fill(7), 0, 64, Math.floor(position))
  await file.close()
}

const killed = temporaryPath()
let writes = 0
before(async () => {
  writes = await writeAndKill(killed)
})

/** @returns a database that another process finds at its start; this process has never opened it */
async function copyOf(database: string): Promise<string> {
  const path = temporaryPath()
  for (const end of ['', '-wal', '-state', '-lock']) await copyFile(`${database}${end}`, `${path}${end}`)
  return path
}

for (const [loss, cause] of Object.entries(losses)) {
  test(`a start is refused when the log of a killed process was ${loss}, and succeeds when the log is back`, async () => {
    const path = await copyOf(killed)
    await cause(`${path}-wal`, (await stat(`${path}-wal`)).size)
    for (const round of ['first', 'again']) {
      await assert.rejects(libsql({ url: `file:${path}` }).open(['accessTokens', 'issuance']), { code: 'storage_log_lost' }, round)
    }
    await copyFile(`${killed}-wal`, `${path}-wal`)
    const restored = await copyOf(path)
    const storage = await libsql({ url: `file:${restored}` }).open(['accessTokens', 'issuance'])
    await storage.close()
    const [{ n } = { n: 0 }] = await throughAnotherConnection(
      restored,
      async (client) => (await client.execute('select count(*) as n from opaque_access_tokens')).rows,
    )
    assert.equal(n, writes)
  })
}

test('the log is moved into the database when nothing is written for a second', async () => {
  const path = temporaryPath()
  const storage = await libsql({ url: `file:${path}` }).open(['accessTokens', 'issuance'])
  for (const round of ['first', 'second']) {
    await storage.stores.issuance?.commit({ accessToken: token(round) })
    assert.ok((await stat(`${path}-wal`)).size > 0)
    for (let waited = 0; (await stat(`${path}-wal`)).size > 0; waited += 50) {
      assert.ok(waited < 60_000, 'the log stays')
      await sleep(50)
    }
    await copyFile(path, `${path}.copy`)
    assert.ok((await storedDigests(`${path}.copy`)).has(round))
    assert.equal((await storage.stores.accessTokens?.find(token(round).number))?.digest, round)
  }
  await storage.close()
})

test('a start after a kill succeeds when another program has moved the log into the database', async () => {
  const path = await copyOf(killed)
  await startProgram('move-log', [path]).ended
  assert.equal((await stat(`${path}-wal`).catch(() => ({ size: 0 }))).size, 0)
  await (await libsql({ url: `file:${path}` }).open(['accessTokens', 'issuance'])).close()
})

test('an older copy of the database is refused', async () => {
  const path = temporaryPath()
  const write = async (name: string): Promise<void> => {
    const storage = await libsql({ url: `file:${path}` }).open(['accessTokens', 'issuance'])
    await storage.stores.issuance?.commit({ accessToken: token(name) })
    await storage.close()
  }
  await write('first')
  await copyFile(path, `${path}.copy`)
  await write('second')
  await rename(`${path}.copy`, path)
  await assert.rejects(libsql({ url: `file:${path}` }).open(['accessTokens', 'issuance']), {
    name: 'StorageStartError',
    code: 'storage_log_lost',
  })
})

test('no database is created where one is missing or expected', async () => {
  const path = temporaryPath()
  await (await libsql({ url: `file:${path}` }).open(['instance'])).close()
  await rm(path)
  await assert.rejects(libsql({ url: `file:${path}` }).open(['instance']), { name: 'StorageStartError', code: 'storage_missing' })
  const other = temporaryPath()
  await assert.rejects(libsql({ url: `file:${other}`, create: false }).open(['instance']), {
    name: 'StorageStartError',
    code: 'storage_missing',
  })
  for (const absent of [path, other]) await assert.rejects(stat(absent), { code: 'ENOENT' })
})
