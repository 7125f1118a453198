// What clients and people see while Postgres fails under a provider: the answer, or that the service is unavailable for now. Nothing that was
// acknowledged is lost, nothing happens twice, and the first request after the fault succeeds.
import { generateClientKey } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import { after, before, describe, test } from 'node:test'
import type { Cut } from '../../packages/storage-postgres/test/fault-proxy.ts'
import { postgresPrograms, startPostgres } from '../../packages/storage-postgres/test/postgres-server.ts'
import { backgroundTests } from './background.ts'
import { browserTests } from './browsers.ts'
import { requestTests } from './requests.ts'
import { serverAwayTests } from './server-away.ts'
import { startService } from './service.ts'
import type { Service } from './service.ts'

const isLong = process.env['SYMBOLON_TEST_LONG'] === '1'
const cuts: readonly Cut[] = isLong ? ['before', 'sent', 'executed', 'half-answered'] : ['executed']
const programs = postgresPrograms()

if (programs === undefined) {
  test('faults of Postgres', { skip: `there is no Postgres for ${process.platform} ${process.arch}` }, () => undefined)
} else {
  const server = await startPostgres(programs)
  describe('faults of Postgres', () => {
    let service: Service
    let key: ClientKeyPair
    before(async () => {
      key = await generateClientKey('machine-key', 'ES256')
      service = await startService(server, key)
    })
    after(async () => await service.close())

    requestTests(
      () => service,
      () => key,
      cuts,
    )
    browserTests(() => service, cuts, isLong ? 1 : 5)
    backgroundTests(server, cuts, isLong ? 1 : 10)
    serverAwayTests(() => service, server)
  })
}
