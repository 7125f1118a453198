// The stores without what this package adds to Kysely: a dialect that has no such shortcuts makes the same decisions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate, openStores } from '@symbolon/storage-sql'
import type { Database } from '@symbolon/storage-sql'
import { Kysely } from 'kysely'
import { libsqlDialect } from '../src/dialect.ts'
import { sqlDialect } from '../src/libsql.ts'
import { openLocalDatabase } from '../src/local-database.ts'
import { code, redemption, refreshToken, rotation, token } from './records.ts'

const names = ['accessTokens', 'authorizationCodes', 'issuance', 'refreshTokens'] as const

test('redeems once, and stores nothing for what is refused', async () => {
  const database = await openLocalDatabase(':memory:', 5000)
  const db = new Kysely<Database>({ dialect: libsqlDialect(database) })
  await migrate(db, names, sqlDialect)
  const { accessTokens, authorizationCodes, issuance } = openStores(db, names, sqlDialect)
  await authorizationCodes?.insert(code('code'))
  const first = { redeems: redemption('code'), accessToken: token('first'), refreshToken: refreshToken('family', 'r0') }
  assert.equal(await issuance?.commit(first), 'issued')
  assert.equal(await issuance?.commit({ redeems: redemption('code'), accessToken: token('second') }), 'reused')
  assert.equal(await issuance?.commit({ redeems: rotation('family', 'r0', 'r1'), accessToken: token('third') }), 'issued')
  assert.equal(await issuance?.commit({ redeems: rotation('family', 'r0', 'r1'), accessToken: token('fourth') }), 'repeated')
  assert.equal(await issuance?.commit({ redeems: rotation('family', 'other', 'r1'), accessToken: token('fifth') }), 'reused')
  assert.equal(await issuance?.commit({ accessToken: token('first') }), 'taken')
  const stored = ['first', 'second', 'third', 'fourth', 'fifth'].map(
    async (name) => (await accessTokens?.find(token(name).number)) !== undefined,
  )
  assert.deepEqual(await Promise.all(stored), [true, false, true, true, false])
  await database.close()
})
