// The conformance kit of all storages, on a Postgres server.
import { test } from 'node:test'
import { storageConformance } from '@symbolon/test-kit'
import { postgres } from '../src/index.ts'
import { allStores } from '../../storage-libsql/test/all-stores.ts'
import { kitTickets } from '../../storage-libsql/test/kit-tickets.ts'
import { postgresPrograms, startPostgres } from './postgres-server.ts'

const programs = postgresPrograms()

if (programs === undefined) {
  test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
} else {
  const server = await startPostgres(programs)
  const url = await server.createDatabase()

  const empty = async (): Promise<void> => await server.deleteRows(url)
  storageConformance('in Postgres', (names, own) => postgres({ url, accessTokensInMemory: 0 }).open(names, own), {
    own: kitTickets,
    shared: { stores: allStores, empty },
  })
}
