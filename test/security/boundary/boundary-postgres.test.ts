// The boundary between organizations on Postgres, where rows are read and locked by other statements. Which statements run depends on what a role may
// change, so the normal tier takes the widest roles of each level. boundary.test.ts takes every role, and so does the long tier here.
import { postgres } from '@symbolon/storage-postgres'
import { test } from 'node:test'
import { postgresPrograms, startPostgres } from '../../../packages/storage-postgres/test/postgres-server.ts'
import { bounded, changeEverything } from './matrix.ts'
import type { Actor } from './world.ts'

const widest: readonly Actor[] = [
  'service user',
  'IAM_ORG_MANAGER',
  'IAM_LOGIN_CLIENT',
  'ORG_OWNER',
  'PROJECT_OWNER',
  'PROJECT_GRANT_OWNER',
]
const actors = process.env['SYMBOLON_TEST_LONG'] === '1' ? bounded : widest

const programs = postgresPrograms()

if (programs === undefined) test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
else {
  const server = await startPostgres(programs)
  const url = await server.createDatabase()
  for (const [index, actor] of actors.entries()) {
    test(`BO-04 ${actor}: on Postgres no change reaches the other side`, async () => {
      if (index > 0) await server.deleteRows(url)
      await changeEverything(actor, 'after each list', postgres({ url }))
    })
  }
}
