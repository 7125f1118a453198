// Another program holds the write lock. Every acknowledged write is kept, waits are bounded, and reads continue.
// test/timing/storage.test.ts measures how long the event loop is blocked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@libsql/client'
import { StorageUnavailable } from '@symbolon/core-protocol'
import Database from 'libsql'
import { libsql } from '../src/index.ts'
import { startProgram } from './program.ts'
import { session, token } from './records.ts'
import { storedDigests, temporaryPath, throughAnotherConnection } from './temporary-file.ts'
import { longTier } from './tier.ts'

test('the raw client loses an acknowledged write after SQLITE_BUSY', async () => {
  const path = temporaryPath()
  const url = `file:${path}`
  const [holder, writer] = [createClient({ url, concurrency: 1, timeout: 0 }), createClient({ url, concurrency: 1, timeout: 0 })]
  await holder.execute('pragma journal_mode = wal')
  await holder.execute('create table t (a)')
  const transaction = await holder.transaction('write')
  await assert.rejects(writer.execute('insert into t values (1)'), { code: 'SQLITE_BUSY' })
  await transaction.rollback()
  await writer.execute('insert into t values (2)')
  const rows = await throughAnotherConnection(path, async (client) => (await client.execute('select a from t')).rows)
  holder.close()
  writer.close()
  assert.equal(rows.length, 0, 'the client has been repaired: its statements need no longer be kept away from the lock')
})

test('DB-08 this storage loses no acknowledged write after SQLITE_BUSY', async () => {
  const path = temporaryPath()
  const storage = await libsql({ url: `file:${path}`, waitLimit: 300, accessTokensInMemory: 0 }).open([
    'accessTokens',
    'issuance',
    'sessions',
  ])
  const { issuance, sessions } = storage.stores
  await issuance?.commit({ accessToken: token('before') })
  const stranger = new Database(path, { timeout: 0 })
  stranger.exec('begin immediate')
  await assert.rejects(issuance?.commit({ accessToken: token('refused') }) ?? Promise.resolve(), StorageUnavailable)
  await assert.rejects(sessions?.insert(session('refused'), 'new', 'old') ?? Promise.resolve(), StorageUnavailable)
  stranger.exec('rollback')
  for (const digest of ['after', 'later']) {
    await issuance?.commit({ accessToken: token(digest) })
    assert.ok((await storedDigests(path)).has(digest), digest)
  }
  assert.deepEqual(await storedDigests(path), new Set(['before', 'after', 'later']))
  assert.deepEqual(await sessions?.list('new', 2), [])
  stranger.close()
  await storage.close()
})

const seconds = longTier ? 3600 : 6
const longestHold = longTier ? 3000 : 1000
const waitLimit = 400

test(
  `DB-08 RL-08 for ${seconds} s another process holds the write lock for up to ${longestHold} ms at a time`,
  {
    timeout: (seconds + 300) * 1000,
  },
  async (t) => {
    const path = temporaryPath()
    const storage = await libsql({ url: `file:${path}`, waitLimit }).open(['accessTokens', 'issuance', 'sessions'])
    const { issuance, sessions } = storage.stores
    const stranger = startProgram('hold-lock', [path, String(longestHold)])
    assert.equal(await stranger.line(), 'ready')
    const acknowledged = { tokens: new Set<string>(), sessions: new Set<string>() }
    let refused = 0
    const end = performance.now() + seconds * 1000
    const isFelt = (): boolean => stranger.lines.length > 5 && refused > 0
    const write = async (name: string, kind: keyof typeof acknowledged): Promise<void> => {
      try {
        await (kind === 'tokens' ? issuance?.commit({ accessToken: token(name) }) : sessions?.insert(session(name), 'new', 'old'))
        acknowledged[kind].add(name)
      } catch (error) {
        assert.ok(error instanceof StorageUnavailable, String(error))
        refused += 1
      }
    }
    await Promise.all(
      ['a', 'b', 'c'].map(async (lane, index) => {
        for (let n = 0; performance.now() < end || !isFelt(); n += 1) {
          await write(`${lane}${n}`, index === 2 ? 'sessions' : 'tokens')
          await sleep(2)
        }
      }),
    )
    stranger.kill('SIGKILL')
    await stranger.ended
    await issuance?.commit({ accessToken: token('after') })
    acknowledged.tokens.add('after')

    assert.deepEqual(await storedDigests(path), acknowledged.tokens, 'read back through a second connection')
    assert.deepEqual(new Set((await sessions?.list('new', 2))?.map(({ id }) => id)), acknowledged.sessions)
    t.diagnostic(`${acknowledged.tokens.size + acknowledged.sessions.size} acknowledged, ${refused} refused`)
    await storage.close()
  },
)

test('a write that waits for the lock longer than the limit fails with StorageUnavailable, and not before, while reads go on', async () => {
  const path = temporaryPath()
  const storage = await libsql({ url: `file:${path}`, waitLimit: 300, accessTokensInMemory: 0 }).open([
    'accessTokens',
    'issuance',
    'sessions',
  ])
  const { accessTokens, issuance, sessions } = storage.stores
  await issuance?.commit({ accessToken: token('before') })
  const stranger = new Database(path, { timeout: 0 })
  stranger.exec('begin immediate')
  const start = performance.now()
  let reads = 0
  let waiting = true
  const reader = (async () => {
    for (; waiting; reads += 1) assert.equal((await accessTokens?.find(token('before').number))?.digest, 'before')
  })()
  const refused = await Promise.allSettled([
    issuance?.commit({ accessToken: token('x') }),
    sessions?.insert(session('x'), 'new', 'old'),
    issuance?.commit({ accessToken: token('y') }),
  ])
  const waited = performance.now() - start
  waiting = false
  await reader
  for (const answer of refused) assert.ok(answer.status === 'rejected' && answer.reason instanceof StorageUnavailable)
  // Timers may fire a little early.
  assert.ok(waited >= 295, `refused after ${waited} ms`)
  assert.ok(reads > 0)
  stranger.exec('rollback')
  stranger.close()
  await issuance?.commit({ accessToken: token('z') })
  assert.deepEqual(await storedDigests(path), new Set(['before', 'z']))
  await storage.close()
})

test('timers run during a long series of awaited reads', async () => {
  const storage = await libsql({ url: `file:${temporaryPath()}`, accessTokensInMemory: 0 }).open(['accessTokens', 'issuance'])
  let over = false
  setTimeout(() => {
    over = true
  }, 50)
  for (let reads = 0; !over; reads += 1) {
    await storage.stores.accessTokens?.find(token('x').number)
    assert.ok(reads < 1_000_000, 'the timer never came')
  }
  await storage.close()
})
