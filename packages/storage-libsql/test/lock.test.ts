// One process per database, whatever the database is called, and whatever has become of the lock file.
import assert from 'node:assert/strict'
import { link, mkdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { test } from 'node:test'
import { libsql } from '../src/index.ts'
import { startProgram } from './program.ts'
import type { Program } from './program.ts'
import { temporaryPath } from './temporary-file.ts'

/** @returns how the opening went in a process of its own */
async function openElsewhere(path: string): Promise<string> {
  const program = startProgram('open-once', [`file:${path}`])
  try {
    return await program.line()
  } finally {
    await program.ended
  }
}

async function held(path: string): Promise<Program> {
  const holder = startProgram('hold-storage', [`file:${path}`])
  assert.equal(await holder.line(), 'open')
  return holder
}

const otherWays: Readonly<Record<string, { readonly code: string, readonly find: (path: string) => Promise<string> }>> = {
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

for (const [way, { code, find }] of Object.entries(otherWays)) {
  test(`refuses a second process ${way}`, async () => {
    const path = temporaryPath()
    const holder = await held(path)
    try {
      assert.equal(await openElsewhere(await find(path)), code)
    } finally {
      holder.kill('SIGKILL')
      await holder.ended
    }
  })
}

test('of processes that start at once while the lock file comes and goes, one has the database', async () => {
  const path = temporaryPath()
  await (await libsql({ url: `file:${path}` }).open(['instance'])).close()
  const removing = setInterval(() => { void rm(`${path}-lock`, { force: true }) }, 1)
  const programs = Array.from({ length: 6 }, () => startProgram('hold-storage', [`file:${path}`]))
  try {
    const answers = await Promise.all(programs.map((program) => program.line()))
    assert.ok(answers.filter((answer) => answer === 'open').length <= 1, answers.join())
  } finally {
    clearInterval(removing)
    for (const program of programs) program.kill('SIGKILL')
    await Promise.all(programs.map(({ ended }) => ended))
  }
})

test('a database that was closed is free for another process, also when this one lives on', async () => {
  const path = temporaryPath()
  const storage = await libsql({ url: `file:${path}` }).open(['instance'])
  await storage.stores.instance?.setIfAbsent('a', 'b')
  await storage.close()
  assert.equal(await openElsewhere(path), 'open')
})

test('every file of a database is for its owner alone', async () => {
  const path = temporaryPath()
  const storage = await libsql({ url: `file:${path}` }).open(['instance'])
  for (const name of ['', '-wal', '-shm', '-lock', '-state']) {
    assert.equal((await stat(`${path}${name}`)).mode & 0o777, 0o600, name)
  }
  await storage.close()
})
