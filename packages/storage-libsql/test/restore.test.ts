// A database replaces another one: whenever the process dies, one of the two is there, complete.
import assert from 'node:assert/strict'
import { copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { before, test } from 'node:test'
import { libsql, receiveDatabase, restoreDatabase } from '../src/index.ts'
import { writeAndKill } from './other-process.ts'
import { startProgram } from './program.ts'
import { token } from './records.ts'
import { storedDigests, temporaryPath, throughAnotherConnection } from './temporary-file.ts'

const isNode = !('Bun' in globalThis) && !('Deno' in globalThis)

/** The database that is restored. */
const backup = temporaryPath()
before(async () => await makeDatabase(backup, 'new'))

async function makeDatabase(path: string, ...digests: readonly string[]): Promise<void> {
  const storage = await libsql({ url: `file:${path}` }).open(['accessTokens', 'instance'])
  for (const digest of digests) await storage.stores.accessTokens?.insert(token(digest))
  await storage.close()
}

/** @returns what a start finds */
async function digestsAfterStart(path: string): Promise<readonly string[]> {
  const storage = await libsql({ url: `file:${path}`, create: false }).open(['accessTokens'])
  await storage.close()
  const check = await throughAnotherConnection(path, async (client) => (await client.execute('pragma integrity_check')).rows)
  assert.equal(check[0]?.[0], 'ok')
  assert.equal((await stat(path)).nlink, 1)
  return [...(await storedDigests(path))].toSorted()
}

async function namesBeside(path: string, mark: string): Promise<readonly string[]> {
  return (await readdir(dirname(path))).filter((name) => name.startsWith(`${basename(path)}${mark}`))
}

/** A database whose last writes are in its log alone. */
async function killedDatabase(): Promise<string> {
  const path = temporaryPath()
  await writeAndKill(path, 3)
  return path
}

test(
  'before whichever step of a restore the process dies, the next start finds the old database or the new one',
  {
    skip: isNode ? false : 'the steps are the same, and only Node has a way to stop at each',
    timeout: 300_000,
  },
  async () => {
    const killed = await killedDatabase()
    const closed = temporaryPath()
    await makeDatabase(closed, 'old-1', 'old-2')
    for (const old of [killed, closed]) {
      const outcomes = new Set<string>()
      for (let step = 0, restored = false; !restored; step += 1) {
        const path = temporaryPath()
        for (const end of ['', '-wal', '-state']) await copyFile(`${old}${end}`, `${path}${end}`).catch(() => undefined)
        const program = startProgram('restore-and-die', [`file:${path}`, backup, String(step)])
        restored = await program.line().then(
          (line) => line === 'restored',
          () => false,
        )
        await program.ended
        const found = await digestsAfterStart(path)
        const isNew = String(found) === 'new'
        assert.ok(isNew || found.length === (old === killed ? 3 : 2), `step ${step}: ${found}`)
        assert.ok(isNew || !restored)
        outcomes.add(isNew ? 'new' : 'old')
        assert.deepEqual(await namesBeside(path, '-restoring-'), [], `step ${step}`)
        // Beside the new one there is the old one, beside the old one nothing.
        const [kept, ...others] = await namesBeside(path, '-before-restore-')
        assert.deepEqual([kept !== undefined, others], [isNew, []], `step ${step}`)
        if (kept !== undefined) assert.equal((await storedDigests(join(dirname(path), kept))).size, found.length + (old === killed ? 2 : 1))
        assert.ok(step < 100)
      }
      assert.deepEqual([...outcomes].toSorted(), ['new', 'old'])
    }
  },
)

test('a database that this process has used is replaced, and restored by undo', async () => {
  const path = temporaryPath()
  const url = `file:${path}`
  await makeDatabase(path, 'old')
  const storage = await libsql({ url }).open(['accessTokens'])
  const staged = await receiveDatabase(contentOf(backup), { url }, {})
  await assert.rejects(staged.replace(), { code: 'storage_locked' })
  await storage.stores.accessTokens?.insert(token('late'))
  await storage.close()
  const replaced = await staged.replace()
  assert.deepEqual(await digestsAfterStart(path), ['new'])
  const copy = temporaryPath()
  await copyFile(replaced.path ?? '', copy)
  assert.deepEqual([...(await storedDigests(copy))].toSorted(), ['late', 'old'])
  await replaced.undo()
  assert.deepEqual(await digestsAfterStart(path), ['late', 'old'])
  assert.deepEqual(await namesBeside(path, '-before-restore-'), [])
})

test('undo works when there was no database', async () => {
  const path = temporaryPath()
  const replaced = await (await receiveDatabase(contentOf(backup), { url: `file:${path}` }, {})).replace()
  assert.deepEqual(await digestsAfterStart(path), ['new'])
  await replaced.undo()
  await assert.rejects(stat(path))
})

test('a damaged database is replaced and kept', async () => {
  const path = temporaryPath()
  await writeFile(path, 'no database'.repeat(1000))
  await writeFile(`${path}-wal`, 'no log'.repeat(1000))
  const kept = await restoreDatabase(backup, { url: `file:${path}` }, { force: true, keep: true })
  assert.deepEqual(await digestsAfterStart(path), ['new'])
  assert.equal((await stat(kept ?? '')).size, 11_000)
})

test('an upload that ends early leaves nothing behind', async () => {
  const path = temporaryPath()
  await makeDatabase(path, 'old')
  async function* breaking(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(100_000)
    throw new Error('broken off')
  }
  await assert.rejects(receiveDatabase(breaking(), { url: `file:${path}` }, {}), /broken off/)
  assert.deepEqual(await namesBeside(path, '-restoring-'), [])
  await rm(path)
})

async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  yield await readFile(path)
}
