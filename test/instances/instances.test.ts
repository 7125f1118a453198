// Three processes on one Postgres database, behind a proxy: what one of them does, all know.
import { after, before, describe, test } from 'node:test'
import { postgresPrograms, startPostgres } from '../../packages/storage-postgres/test/postgres-server.ts'
import { startInstances } from '../support/instances.ts'
import type { Instances } from '../support/instances.ts'
import { document } from './document.ts'
import { endedEverywhereTests } from './ended-everywhere.ts'
import { endedAndUpgradedTests } from './ended-and-upgraded.ts'
import { oneWinnerTests } from './one-winner.ts'
import { seenByAllTests } from './seen-by-all.ts'

const programs = postgresPrograms()

if (programs === undefined) {
  test('several instances', { skip: `there is no Postgres for ${process.platform} ${process.arch}` }, () => undefined)
} else {
  const server = await startPostgres(programs)
  describe('several instances', () => {
    let instances: Instances
    let url: string
    before(async () => {
      // All create the tables and apply the document at the same time.
      url = await server.createDatabase()
      instances = await startInstances(url, document)
    })
    after(async () => await instances?.stop())

    oneWinnerTests(() => instances)
    seenByAllTests(() => instances)
    endedEverywhereTests(() => instances)
    endedAndUpgradedTests(
      () => instances,
      async (statements) => void (await server.run(url, statements)),
    )
  })
}
