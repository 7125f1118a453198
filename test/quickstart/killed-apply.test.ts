// `symbolon apply` and a start with SYMBOLON_APPLY that are killed at any moment, and run again, deliver every secret that they generated.
import { digest } from '@symbolon/core-protocol'
import type { Resource } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { postgresPrograms, startPostgres } from '../../packages/storage-postgres/test/postgres-server.ts'
import { longTier } from '../../packages/storage-libsql/test/tier.ts'
import { killAtEach } from '../support/killed-at.ts'
import { root, temporaryDirectory } from '../support/run-command.ts'
import { applyAll, openFor } from './programs/apply-until.ts'

const program = join(root, 'test/quickstart/programs/apply-until.ts')
const ways = ['command', 'start'] as const
type Way = (typeof ways)[number]
/** Each moment needs a separate process, so the short tier kills one way on each database. */
const pairs: Readonly<Record<'file' | 'postgres', readonly Way[]>> = longTier
  ? { file: ways, postgres: ways }
  : { file: ['command'], postgres: ['start'] }

interface DeliveredSecret {
  readonly name: string
  readonly secret: string
  /** Whether a later run delivered it. */
  readonly late: boolean
}

async function deliveredIn(file: string, how: Way): Promise<readonly DeliveredSecret[]> {
  const text = await readFile(file, 'utf8')
  if (how === 'start') {
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, string>>)
      .map(({ kind, key, clientSecret, token, note }) => ({
        name: `${kind} ${String(key)}`,
        secret: clientSecret ?? token ?? '',
        late: note !== undefined,
      }))
  }
  let late = false
  let name = ''
  const delivered: DeliveredSecret[] = []
  for (const line of text.split('\n')) {
    if (/^(Earlier runs generated|Generated)/.test(line)) late = line.startsWith('Earlier')
    name = /^ {2}([a-zA-Z]+ \S+) \(orgs/.exec(line)?.[1] ?? name
    const secret = /^ {4}(?:client secret|token) +(\S+)$/.exec(line)?.[1]
    if (secret !== undefined) delivered.push({ name, secret, late })
  }
  return delivered
}

async function killAtEachMoment(url: string, how: Way, file: string): Promise<void> {
  const moments = await killAtEach(program, (moment) => [url, how, file, String(moment)])
  for (const where of ['before a transaction', 'after a transaction', 'before delivery', 'between delivery and removal', 'after removal']) {
    assert.ok(moments.filter((moment) => moment === where).length >= 2, `${where}: ${moments.join(', ')}`)
  }

  const delivered = await deliveredIn(file, how)
  assert.ok(delivered.filter(({ late }) => late).length >= 10)
  const storage = await openFor(url)
  const { directory, pendingSecrets } = storage.stores
  assert.ok(directory !== undefined && pendingSecrets !== undefined)
  for (const [moment, where] of [...moments, 'over'].entries()) {
    for (const orgId of [`north-${moment}`, `south-${moment}`]) {
      let made = 0
      for (const kind of ['apiApp', 'personalAccessToken'] as const) {
        const stored: readonly Resource[] = await directory.list(kind, orgId)
        for (const { key, secrets } of stored) {
          const of = `${moment}: ${where}: ${key.join(',')}`
          const all = delivered.filter(({ name }) => name === `${kind} ${key.join(',')}`)
          assert.ok(
            all.length === 1 || (all.length === 2 && where === 'between delivery and removal'),
            `${of}: delivered ${all.length} times`,
          )
          for (const each of all) assert.equal(digest(each.secret), secrets?.clientSecretDigest ?? secrets?.tokenDigest, of)
          made += 1
        }
      }
      assert.equal(made, 3, `${moment}: ${where}: ${orgId}`)
    }
  }
  assert.deepEqual(await pendingSecrets.list(), [])
  await storage.close()
}

for (const how of pairs.file) {
  test(`IM-21 a ${how} on a file that is killed at any moment loses no secret that it made`, async () => {
    const directory = await temporaryDirectory()
    await killAtEachMoment(`file:${join(directory.path, 'apply.db')}`, how, join(directory.path, 'delivered'))
    await directory.dispose()
  })
}

const programs = postgresPrograms()
if (programs === undefined) {
  test('IM-21 IM-23 on Postgres', { skip: `there is no Postgres for ${process.platform} ${process.arch}` }, () => undefined)
} else {
  const server = await startPostgres(programs)
  for (const how of pairs.postgres) {
    test(`IM-21 a ${how} on Postgres that is killed at any moment loses no secret that it made`, async () => {
      const directory = await temporaryDirectory()
      await killAtEachMoment(await server.createDatabase(), how, join(directory.path, 'delivered'))
      await directory.dispose()
    })
  }

  test('IM-23 of instances that start at once with the same documents, one generates each secret, and delivers it', async () => {
    const directory = await temporaryDirectory()
    const url = await server.createDatabase()
    const places = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => ({
        storage: await openFor(url),
        run: { url, how: 'start', file: join(directory.path, name), moment: 0 },
      })),
    )
    const rounds = 5
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(places.map(async ({ storage, run }) => await applyAll(round, storage, run, async () => undefined)))
    }
    const files = await Promise.all(places.map(async ({ run: { file } }) => await deliveredIn(file, 'start').catch(() => [])))
    const delivered = new Map(files.flat().map(({ name, secret }) => [name, secret]))
    assert.deepEqual([delivered.size, files.flat().length], [rounds * 6, rounds * 6])
    const stores = places[0]?.storage.stores
    for (const orgId of Array.from({ length: rounds }, (_, round) => [`north-${round}`, `south-${round}`]).flat()) {
      for (const kind of ['apiApp', 'personalAccessToken'] as const) {
        for (const { key, secrets } of (await stores?.directory?.list(kind, orgId)) ?? []) {
          assert.equal(digest(delivered.get(`${kind} ${key.join(',')}`) ?? ''), secrets?.clientSecretDigest ?? secrets?.tokenDigest)
        }
      }
    }
    assert.deepEqual(await stores?.pendingSecrets?.list(), [])
    for (const { storage } of places) await storage.close()
    await directory.dispose()
  })
}
