// The service on a Postgres database, on Node, Bun and Deno.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgresPrograms, startPostgres } from '../../packages/storage-postgres/test/postgres-server.ts'
import { bun, deno, node } from '../support/runtimes.ts'
import { takeOver } from './suite/takeover.ts'

const programs = postgresPrograms()

if (programs === undefined) {
  test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
} else {
  const server = await startPostgres(programs)

  test('Node, Bun and Deno each find the keys, data and tokens that the runtimes before them wrote to Postgres', async () => {
    const url = await server.createDatabase()
    await takeOver([node, bun, deno, node], { SYMBOLON_DATABASE_URL: url })
    const [count] = await server.run(url, 'select count(*) as tokens from opaque_access_tokens')
    assert.ok(Number(count?.['tokens']) > 0)
  })
}
