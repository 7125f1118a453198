// The conformance kit as behind a pooler in transaction mode: each statement and each transaction gets a connection that remembers nothing of
// the one before, no statement has a name, and the pooler refuses settings at the start.
// Own process: it replaces a method of the driver.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { storageConformance } from '@symbolon/test-kit'
import { Pool } from 'pg'
import type { PoolClient } from 'pg'
import { allStores } from '../../storage-libsql/test/all-stores.ts'
import { kitTickets } from '../../storage-libsql/test/kit-tickets.ts'
import { longTier } from '../../storage-libsql/test/tier.ts'
import { postgres } from '../src/index.ts'
import { postgresPrograms, startPostgres } from './postgres-server.ts'

const programs = postgresPrograms()

if (programs === undefined || !longTier) {
  test('Postgres behind a pooler', { skip: 'SYMBOLON_TEST_LONG=1 runs it where there is a server' }, () => undefined)
} else {
  const server = await startPostgres(programs)
  const pooled = await server.createDatabase()
  const { connect } = Pool.prototype as { connect(): Promise<PoolClient> }
  let discarded = 0
  // https://www.postgresql.org/docs/current/sql-discard.html
  async function connectDiscarding(this: Pool): Promise<PoolClient> {
    const client = await connect.call(this)
    await client.query('discard all')
    discarded += 1
    return client
  }
  Object.assign(Pool.prototype, { connect: connectDiscarding })
  after(() => {
    Object.assign(Pool.prototype, { connect })
    assert.ok(discarded > 1000)
  })
  storageConformance(
    'behind a pooler',
    (names, own) => postgres({ url: pooled, namedStatements: false, statementTimeout: 0, accessTokensInMemory: 0 }).open(names, own),
    {
      own: kitTickets,
      shared: { stores: allStores, empty: async () => await server.deleteRows(pooled) },
    },
  )
}
