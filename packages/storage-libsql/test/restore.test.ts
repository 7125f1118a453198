// A database replaces another database. If the process is killed at any moment, one of the two is complete.
import assert from 'node:assert/strict'
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { before, test } from 'node:test'
import { libsql, receiveDatabase, restoreDatabase } from '../src/index.ts'
import { writeAndKill } from './other-process.ts'
import { kitTickets } from './kit-tickets.ts'
import { startProgram } from './program.ts'
import { token } from './records.ts'
import { storedDigests, temporaryPath, throughAnotherConnection } from './temporary-file.ts'
import { withSeed } from './tier.ts'

const isNode = !('Bun' in globalThis) && !('Deno' in globalThis)

/** The backup that is restored. */
const backup = temporaryPath()
before(async () => await makeDatabase(backup, 'new'))

async function makeDatabase(path: string, ...digests: readonly string[]): Promise<void> {
  const storage = await libsql({ url: `file:${path}` }).open(['accessTokens', 'issuance', 'instance'])
  for (const digest of digests) await storage.stores.issuance?.commit({ accessToken: token(digest) })
  await storage.close()
}

/** @returns the state that a start finds */
async function digestsAfterStart(path: string): Promise<readonly string[]> {
  const storage = await libsql({ url: `file:${path}`, create: false }).open(['accessTokens', 'issuance'])
  await storage.close()
  const check = await throughAnotherConnection(path, async (client) => (await client.execute('pragma integrity_check')).rows)
  assert.equal(check[0]?.[0], 'ok')
  assert.equal((await stat(path)).nlink, 1)
  return [...(await storedDigests(path))].toSorted()
}

async function namesNextTo(path: string, mark: string): Promise<readonly string[]> {
  return (await readdir(dirname(path))).filter((name) => name.startsWith(`${basename(path)}${mark}`))
}

async function newFolder(): Promise<string> {
  const folder = temporaryPath()
  await mkdir(folder)
  return folder
}

/** A separate folder with a copy of the database. */
async function folderWith(database: string): Promise<string> {
  const folder = await newFolder()
  for (const end of ['', '-wal', '-state']) await copyFile(`${database}${end}`, join(folder, `a.db${end}`)).catch(() => undefined)
  return folder
}

/** The names without their random part. */
async function namesAndSizes(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return names.map((name, index) => `${name.replace(/(?<=-(?:restoring|before-restore)-).*/, '*')} ${sizes[index]}`).toSorted()
}

/** A database whose last writes are only in its log. */
async function killedDatabase(): Promise<string> {
  const path = temporaryPath()
  await writeAndKill(path, 3)
  return path
}

test('the tables of a store that a part brought are restored, whatever the name of the store', async () => {
  const [path, other] = [temporaryPath(), temporaryPath()]
  const storage = await libsql({ url: `file:${path}` }).open(['instance', 'kitTickets'], [kitTickets])
  await storage.stores.kitTickets?.insert({ id: 't1', clientId: 'c1', expiresAt: 1 })
  await storage.close()
  await restoreDatabase(path, { url: `file:${other}` }, { force: false, keep: false })
  const restored = await libsql({ url: `file:${other}`, create: false }).open(['kitTickets'], [kitTickets])
  assert.equal((await restored.stores.kitTickets?.find('t1'))?.clientId, 'c1')
  await restored.close()
})

test(
  'before whichever step of a restore the process dies, the next start finds the old database or the new one',
  {
    skip: isNode ? false : 'the steps are the same, and only Node has a way to stop at each',
    timeout: 300_000,
  },
  () =>
    withSeed(async (random) => {
      const killed = await killedDatabase()
      const closed = temporaryPath()
      await makeDatabase(closed, 'old-1', 'old-2')
      for (const [old, oldCount] of [
        [killed, 3],
        [closed, 2],
      ] as const) {
        const copies = await newFolder()
        const program = startProgram('restore-in-steps', [`file:${await folderWith(old)}/a.db`, backup, copies])
        const steps = Number(/^restored in (\d+) steps$/.exec(await program.line())?.[1])
        await program.ended
        assert.ok(steps > 10 && steps < 100, `${steps} steps`)

        // The copies equal the state that a killed process leaves behind.
        const fatal = Math.floor(random() * steps)
        const folder = await folderWith(old)
        await startProgram('restore-in-steps', [`file:${folder}/a.db`, backup, copies, String(fatal)]).ended
        assert.deepEqual(await namesAndSizes(folder), await namesAndSizes(join(copies, String(fatal))), `step ${fatal}`)

        const outcomes = new Set<string>()
        for (const [step, left] of [folder, ...Array.from({ length: steps }, (_, index) => join(copies, String(index)))].entries()) {
          const path = join(left, 'a.db')
          const found = await digestsAfterStart(path)
          const isNew = String(found) === 'new'
          assert.ok(isNew || found.length === oldCount, `step ${step}: ${found}`)
          outcomes.add(isNew ? 'new' : 'old')
          assert.deepEqual(await namesNextTo(path, '-restoring-'), [], `step ${step}`)
          // The old database is next to the new one, and nothing is next to the old one.
          const [kept, ...others] = await namesNextTo(path, '-before-restore-')
          assert.deepEqual([kept !== undefined, others], [isNew, []], `step ${step}`)
          if (kept !== undefined) assert.equal((await storedDigests(join(left, kept))).size, oldCount)
        }
        assert.deepEqual([...outcomes].toSorted(), ['new', 'old'])
      }
    }),
)

test('a database that this process has used is replaced, and restored by undo', async () => {
  const path = temporaryPath()
  const url = `file:${path}`
  await makeDatabase(path, 'old')
  const storage = await libsql({ url }).open(['accessTokens', 'issuance'])
  const staged = await receiveDatabase(contentOf(backup), { url }, {})
  await assert.rejects(staged.replace(), { code: 'storage_locked' })
  await storage.stores.issuance?.commit({ accessToken: token('late') })
  await storage.close()
  const replaced = await staged.replace()
  assert.deepEqual(await digestsAfterStart(path), ['new'])
  const copy = temporaryPath()
  await copyFile(replaced.path ?? '', copy)
  assert.deepEqual([...(await storedDigests(copy))].toSorted(), ['late', 'old'])
  await replaced.undo()
  assert.deepEqual(await digestsAfterStart(path), ['late', 'old'])
  assert.deepEqual(await namesNextTo(path, '-before-restore-'), [])
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
  assert.deepEqual(await namesNextTo(path, '-restoring-'), [])
  await rm(path)
})

async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  yield await readFile(path)
}
