// The boundary between organizations on Postgres, where rows are read and locked by other statements.
import { postgres } from '@symbolon/storage-postgres'
import { test } from 'node:test'
import { postgresPrograms, startPostgres } from '../../../packages/storage-postgres/test/postgres-server.ts'
import { bounded, changeEverything } from './matrix.ts'

const programs = postgresPrograms()

if (programs === undefined) test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
else {
  const server = await startPostgres(programs)
  const url = await server.createDatabase()
  for (const [index, actor] of bounded.entries()) {
    test(`BO-04 ${actor}: on Postgres no change reaches the other side`, async () => {
      if (index > 0) await server.deleteRows(url)
      await changeEverything(actor, 'after each list', postgres({ url }))
    })
  }
}
