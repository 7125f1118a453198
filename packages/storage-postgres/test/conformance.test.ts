// The conformance kit of all storages, on a Postgres server.
import { after, test } from 'node:test'
import type { OpenStorage } from '@symbolon/core-protocol'
import { storageConformance } from '@symbolon/test-kit'
import { postgres } from '../src/index.ts'
import { allStores } from '../../storage-libsql/test/all-stores.ts'
import { postgresPrograms, startPostgres } from './postgres-server.ts'

const programs = postgresPrograms()

if (programs === undefined) {
  test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
} else {
  const server = await startPostgres(programs)
  const url = await server.createDatabase()

  // To open a storage takes longer than most tests, so all but those of opening itself share one.
  const ofOpening: readonly string[] = ['', 'instance', 'sessions,instance']
  let whole: Promise<OpenStorage> | undefined
  after(async () => await (await whole)?.close())

  storageConformance('in Postgres', async (names) => {
    await server.deleteRows(url)
    if (ofOpening.includes(names.join())) return await postgres({ url }).open(names)
    whole ??= postgres({ url }).open(allStores)
    const { stores } = await whole
    return { stores: Object.fromEntries(names.map((name) => [name, stores[name]])), close: async () => undefined }
  })
}
