// Only one process can use a database, by any of its names, and even if the lock file was deleted.
import assert from 'node:assert/strict'
import { link, mkdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { libsql } from '../src/index.ts'
import { holdElsewhere, openElsewhere, writeAndKill } from './other-process.ts'
import { startProgram } from './program.ts'
import type { Program } from './program.ts'
import { temporaryPath } from './temporary-file.ts'

const otherWays: Readonly<Record<string, { readonly code: string; readonly find: (path: string) => Promise<string> }>> = {
  'through a symbolic link': {
    code: 'storage_locked',
    async find(path) {
      await symlink(path, `${path}.symlink`)
      return `${path}.symlink`
    },
  },
  'through a symbolic link to its directory': {
    code: 'storage_locked',
    async find(path) {
      await symlink(new URL('.', `file://${path}`).pathname, `${path}.directory`)
      return `${path}.directory/${path.split('/').at(-1)}`
    },
  },
  'through a hard link': {
    code: 'storage_linked',
    async find(path) {
      await mkdir(`${path}.elsewhere`)
      await link(path, `${path}.elsewhere/a.db`)
      return `${path}.elsewhere/a.db`
    },
  },
  'after the lock file was deleted': {
    code: 'storage_locked',
    async find(path) {
      await rm(`${path}-lock`)
      return path
    },
  },
  'after every file but the database was deleted': {
    code: 'storage_locked',
    async find(path) {
      for (const name of ['lock', 'state', 'wal', 'shm']) await rm(`${path}-${name}`)
      return path
    },
  },
  'after the database was renamed': {
    code: 'storage_locked',
    async find(path) {
      await rename(path, `${path}.renamed`)
      return `${path}.renamed`
    },
  },
}

/** One database for each way. One other process holds all of them. */
const paths = new Map(Object.keys(otherWays).map((way) => [way, temporaryPath()]))
let holder: Program
before(async () => {
  holder = await holdElsewhere(...paths.values())
})
after(async () => {
  holder.kill('SIGKILL')
  await holder.ended
})

for (const [way, { code, find }] of Object.entries(otherWays)) {
  test(`a second process is refused ${way}`, async () => {
    const path = paths.get(way) ?? assert.fail()
    await assert.rejects(libsql({ url: `file:${await find(path)}` }).open(['instance']), { name: 'StorageStartError', code })
  })
}

test('of processes that start at once while the lock file is deleted, one opens the database', async () => {
  const path = temporaryPath()
  await (await libsql({ url: `file:${path}` }).open(['instance'])).close()
  const removing = setInterval(() => {
    void rm(`${path}-lock`, { force: true })
  }, 1)
  const programs = Array.from({ length: 4 }, () => startProgram('hold-storage', [`file:${path}`]))
  try {
    const answers = await Promise.all(programs.map((program) => program.line()))
    assert.ok(answers.filter((answer) => answer === 'open').length <= 1, answers.join())
  } finally {
    clearInterval(removing)
    for (const program of programs) program.kill('SIGKILL')
    await Promise.all(programs.map(({ ended }) => ended))
  }
})

test('a closed database can be opened by another process while this one goes on', async () => {
  const path = temporaryPath()
  const storage = await libsql({ url: `file:${path}` }).open(['instance'])
  await storage.stores.instance?.setIfAbsent('a', 'b')
  await storage.close()
  assert.equal(await openElsewhere(path), 'open')
})

test('every file of a database is readable by its owner alone', async () => {
  const path = temporaryPath()
  const storage = await libsql({ url: `file:${path}` }).open(['instance'])
  for (const name of ['', '-wal', '-shm', '-lock', '-state']) {
    assert.equal((await stat(`${path}${name}`)).mode & 0o777, 0o600, name)
  }
  await storage.close()
})

test('a database that fails after it was opened is closed, which moves its log into the file', async () => {
  const path = temporaryPath()
  await (await libsql({ url: `file:${path}` }).open(['sessions'])).close()
  await writeAndKill(path)
  assert.notEqual((await stat(`${path}-wal`)).size, 0)
  // The record cannot be written.
  await rm(`${path}-state`)
  await mkdir(`${path}-state`)
  await assert.rejects(libsql({ url: `file:${path}` }).open(['sessions']), { name: 'StorageStartError', code: 'storage_unwritable' })
  assert.equal((await stat(`${path}-wal`).catch(() => undefined))?.size ?? 0, 0)
  await rm(`${path}-state`, { recursive: true })
  assert.equal(await openElsewhere(path), 'open')
})
