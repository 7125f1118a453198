// The long tier: the conformance kit where every transaction is serializable, unless it asks for something else, so that transactions fail
// which READ COMMITTED lets pass. They are repeated. https://www.postgresql.org/docs/current/transaction-iso.html#XACT-SERIALIZABLE
import { test } from 'node:test'
import { storageConformance } from '@symbolon/test-kit'
import { postgres } from '../src/index.ts'
import { allStores } from '../../storage-libsql/test/all-stores.ts'
import { kitTickets } from '../../storage-libsql/test/kit-tickets.ts'
import { longTier } from '../../storage-libsql/test/tier.ts'
import { postgresPrograms, startPostgres } from './postgres-server.ts'

const programs = longTier ? postgresPrograms() : undefined

if (programs === undefined) {
  test('Postgres with serializable transactions', { skip: 'only in the long tier, where there is a server' }, () => undefined)
} else {
  const server = await startPostgres(programs)
  const own = await server.createDatabase()
  const url = `${own}?options=${encodeURIComponent('-c default_transaction_isolation=serializable')}`
  const empty = async (): Promise<void> => await server.deleteRows(own)
  storageConformance(
    'in Postgres with serializable transactions',
    (names, stores) => postgres({ url, accessTokensInMemory: 0 }).open(names, stores),
    {
      own: kitTickets,
      shared: { stores: allStores, empty },
    },
  )
}
