// Access tokens and authorization codes in memory: that they are there, and that there is never one that the database does not have.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { AccessTokenStore, AuthorizationCode, Stores } from '@symbolon/core-protocol'
import { libsql } from '../src/index.ts'
import type { LibsqlOptions } from '../src/index.ts'
import { code, redemption, token } from './records.ts'
import { temporaryPath, throughAnotherConnection } from './temporary-file.ts'

async function withTokens(
  options: Omit<LibsqlOptions, 'url'>,
  run: (stores: Pick<Stores, 'accessTokens' | 'issuance'>, path: string) => Promise<void>,
): Promise<void> {
  const path = temporaryPath()
  const storage = await libsql({ ...options, url: `file:${path}` }).open(['accessTokens', 'issuance'])
  try {
    const { accessTokens, issuance } = storage.stores
    await run({ accessTokens: accessTokens ?? assert.fail('no store'), issuance: issuance ?? assert.fail('no store') }, path)
  } finally {
    await storage.close()
  }
}

const isFound = async (accessTokens: AccessTokenStore, name: string): Promise<boolean> =>
  (await accessTokens.find(token(name).number)) !== undefined

const deleteAll = async (path: string): Promise<void> =>
  await throughAnotherConnection(path, async (client) => void (await client.execute('delete from opaque_access_tokens')))

test('a token that was inserted, or found twice, is answered from memory, and with 0 tokens in memory from the database', async () => {
  await withTokens({}, async ({ accessTokens, issuance }, path) => {
    await issuance.commit({ accessToken: token('a') })
    await deleteAll(path)
    assert.equal(await isFound(accessTokens, 'a'), true)
  })
  await withTokens({ accessTokensInMemory: 2 }, async ({ accessTokens, issuance }, path) => {
    for (const name of ['found', 'b', 'c', 'd']) await issuance.commit({ accessToken: token(name) })
    for (let time = 0; time < 2; time += 1) assert.equal(await isFound(accessTokens, 'found'), true)
    await deleteAll(path)
    assert.equal(await isFound(accessTokens, 'found'), true)
    assert.equal(await isFound(accessTokens, 'b'), false, 'there is no more room')
  })
  await withTokens({ accessTokensInMemory: 0 }, async ({ accessTokens, issuance }, path) => {
    await issuance.commit({ accessToken: token('a') })
    assert.equal(await isFound(accessTokens, 'a'), true)
    await deleteAll(path)
    assert.equal(await isFound(accessTokens, 'a'), false)
  })
})

test('only what the memory keeps says so, and tokens that are asked for once do not displace it', async () => {
  await withTokens({ accessTokensInMemory: 8 }, async ({ accessTokens, issuance }, path) => {
    const others = Array.from({ length: 100 }, (_, index) => `other ${index}`)
    for (const name of ['in use', ...others, 'inserted']) await issuance.commit({ accessToken: token(name) })
    const isKept = async (name: string): Promise<boolean> => (await accessTokens.find(token(name).number))?.isKept === true
    assert.deepEqual([await isKept('in use'), await isKept('in use'), await isKept('in use')], [false, true, true])
    assert.equal(await isKept('inserted'), true)
    for (const name of others.slice(0, 50)) await isFound(accessTokens, name)
    await deleteAll(path)
    assert.equal(await isFound(accessTokens, 'in use'), true)
    assert.equal(await isFound(accessTokens, 'inserted'), true)
    assert.equal(await isFound(accessTokens, 'other 0'), false)
  })
  // One row is less than a half of the memory needs, so there is no room.
  for (const accessTokensInMemory of [0, 1])
    await withTokens({ accessTokensInMemory }, async ({ accessTokens, issuance }) => {
      await issuance.commit({ accessToken: token('a') })
      for (let time = 0; time < 3; time += 1) assert.equal((await accessTokens.find(token('a').number))?.isKept, undefined)
    })
})

test('a token that could not be stored is not in memory', async () => {
  await withTokens({ waitLimit: 200 }, async ({ accessTokens, issuance }, path) => {
    await throughAnotherConnection(path, async (client) => {
      const other = await client.transaction('write')
      await assert.rejects(issuance.commit({ accessToken: token('refused') }), StorageUnavailable)
      await other.rollback()
      other.close()
    })
    assert.equal(await isFound(accessTokens, 'refused'), false)
    assert.equal(await issuance.commit({ accessToken: { ...token('refused'), digest: 'second' } }), 'issued')
    assert.equal((await accessTokens.find(token('refused').number))?.digest, 'second')
  })
})

test('a token that is deleted because it has expired leaves the memory too', async () => {
  await withTokens({}, async ({ accessTokens, issuance }) => {
    const names = Array.from({ length: 50 }, (_, index) => `t${index}`)
    for (const name of names) await issuance.commit({ accessToken: token(name) })
    assert.equal(await accessTokens.deleteExpired(2, 30), 30)
    const found = await Promise.all(names.map(async (name) => await isFound(accessTokens, name)))
    assert.equal(found.filter(Boolean).length, 20)
  })
})

/** Opens the stores of a redemption, and forgets in the database, not in memory, what `run` asks for. */
async function withCodes(
  options: Omit<LibsqlOptions, 'url'>,
  run: (stores: Pick<Stores, 'authorizationCodes' | 'issuance'>, forget: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const path = temporaryPath()
  const storage = await libsql({ ...options, url: `file:${path}` }).open(['authorizationCodes', 'issuance'])
  const { authorizationCodes, issuance } = storage.stores
  const forget = async (): Promise<void> =>
    await throughAnotherConnection(path, async (client) => void (await client.execute('delete from authorization_codes')))
  try {
    await run({ authorizationCodes: authorizationCodes ?? assert.fail('no store'), issuance: issuance ?? assert.fail('no store') }, forget)
  } finally {
    await storage.close()
  }
}

const { clientId, now } = redemption('a')
const presented = { digest: 'a', clientId, now }

test('a code is answered from memory until it is redeemed, and with 0 rows in memory from the database', async () => {
  for (const accessTokensInMemory of [50_000, 0]) {
    await withCodes({ accessTokensInMemory }, async ({ authorizationCodes }, forget) => {
      const full: AuthorizationCode = { ...code('a'), validity: 'v', nonce: 'n', claims: { userinfo: { name: null } } }
      await authorizationCodes.insert(full)
      await forget()
      const found = await authorizationCodes.find(presented)
      assert.deepEqual(found, accessTokensInMemory === 0 ? undefined : { code: full, redeemed: false })
      assert.equal(await authorizationCodes.find({ ...presented, clientId: 'another client' }), undefined)
    })
  }
  await withCodes({}, async ({ authorizationCodes, issuance }, forget) => {
    await authorizationCodes.insert(code('a'))
    assert.equal(await issuance.commit({ redeems: redemption('a') }), 'issued')
    assert.equal((await authorizationCodes.find(presented))?.redeemed, true)
    await forget()
    assert.equal(await authorizationCodes.find(presented), undefined)
  })
})

test('the database alone decides whether a code in memory can be redeemed', async () => {
  await withCodes({}, async ({ authorizationCodes, issuance }, forget) => {
    await authorizationCodes.insert(code('a'))
    await forget()
    assert.equal((await authorizationCodes.find(presented))?.redeemed, false)
    assert.equal(await issuance.commit({ redeems: redemption('a'), accessToken: token('a') }), 'invalid')
    assert.equal(await authorizationCodes.find(presented), undefined)
  })
})

test('a code that is long, or could not be stored, or is deleted because it has expired, is not in memory', async () => {
  await withCodes({}, async ({ authorizationCodes }, forget) => {
    await authorizationCodes.insert({ ...code('a'), nonce: 'n'.repeat(4096) })
    assert.equal((await authorizationCodes.find(presented))?.code.nonce?.length, 4096)
    await assert.rejects(authorizationCodes.insert(code('a')))
    await authorizationCodes.insert(code('b'))
    assert.equal(await authorizationCodes.deleteExpired(code('b').rememberedUntil, 10), 2)
    for (const digest of ['a', 'b']) assert.equal(await authorizationCodes.find({ ...presented, digest }), undefined, digest)
    await forget()
  })
})

test('20,000 revocations are known, one by one, before and after a restart', async () => {
  const url = `file:${temporaryPath()}`
  const ids = Array.from({ length: 20_000 }, (_, index) => `id ${index}`)
  for (const round of ['first', 'second']) {
    const storage = await libsql({ url }).open(['revocations'])
    const { revocations } = storage.stores
    assert.ok(revocations !== undefined)
    if (round === 'first') {
      for (let start = 0; start < ids.length; start += 2000) await revocations.add(ids.slice(start, start + 2000), 9000)
    }
    for (let turn = 0; turn < 3; turn += 1) {
      for (let index = 0; index < ids.length; index += 199) {
        assert.equal(await revocations.includesAny(['absent', `id ${index}`]), true, `${round} ${index}`)
        assert.equal(await revocations.includesAny(['absent', `id -${index}`]), false, `${round} ${index}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await storage.close()
  }
})
