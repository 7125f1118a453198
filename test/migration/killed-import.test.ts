// An import that is killed at any moment between its transactions and its report, and completed afterwards, reports every generated secret.
import { digest } from '@symbolon/core-protocol'
import type { Resource } from '@symbolon/core-protocol'
import { reportText } from '@symbolon/transfer'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { postgresPrograms, startPostgres } from '../../packages/storage-postgres/test/postgres-server.ts'
import type { ImportAnswer } from '../support/mover.ts'
import { killAtEach } from '../support/killed-at.ts'
import { root, temporaryDirectory } from '../support/run-command.ts'
import { openFor, sealing } from './programs/import-until.ts'

const program = join(root, 'test/migration/programs/import-until.ts')

async function killAtEachMoment(url: string): Promise<void> {
  const moments = await killAtEach(program, (moment) => [url, String(moment)])
  // The report is stored by the transactions that it is about, so there is no moment between them.
  for (const where of ['before a transaction', 'after a transaction']) {
    assert.ok(moments.filter((moment) => moment === where).length >= 2, `${where}: ${moments.join(', ')}`)
  }

  const storage = await openFor(url)
  const { directory, importJobs } = storage.stores
  assert.ok(directory !== undefined && importJobs !== undefined)
  for (const [moment, where] of moments.entries()) {
    const job = await importJobs.find(`job-${moment}`, Date.now())
    assert.equal(job?.state, 'completed', `${moment}: ${where}`)
    let text = ''
    for await (const part of reportText(job, { jobs: importJobs, sealing })) text += part
    const { generated = [], errors } = JSON.parse(text) as ImportAnswer
    assert.equal(errors, undefined)
    const reported: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map(
      generated.map(({ kind, key, ...values }) => [`${String(kind)} ${String(key)}`, values]),
    )
    assert.equal(reported.size, generated.length, `${moment}: ${where}: nothing is reported twice`)
    let made = 0
    for (const kind of ['apiApp', 'oidcApp', 'personalAccessToken'] as const) {
      const stored: readonly Resource[] = await directory.list(kind, `north-${moment}`)
      for (const { key, content, secrets } of stored) {
        const of = `${moment}: ${where}: ${key.join(',')}`
        const values = reported.get(`${kind} ${key.join(',')}`)
        const secret = values?.['clientSecret'] ?? values?.['token']
        assert.ok(typeof secret === 'string', `${of}: the report has no secret`)
        assert.equal(digest(secret), secrets?.clientSecretDigest ?? secrets?.tokenDigest, of)
        assert.equal(values?.['clientId'], content['clientId'], of)
        made += 1
      }
    }
    assert.deepEqual([made, reported.size], [4, 4], `${moment}: ${where}`)
  }
  await storage.close()
}

test('IM-13 an import into a file that is killed at any moment loses no secret that it made', async () => {
  const directory = await temporaryDirectory()
  await killAtEachMoment(`file:${join(directory.path, 'import.db')}`)
  await directory.dispose()
})

const programs = postgresPrograms()
if (programs === undefined) {
  test('IM-13 on Postgres', { skip: `there is no Postgres for ${process.platform} ${process.arch}` }, () => undefined)
} else {
  const server = await startPostgres(programs)
  test('IM-13 an import into Postgres that is killed at any moment loses no secret that it made', async () => {
    await killAtEachMoment(await server.createDatabase())
  })
}
