// A migration that ends anywhere is finished by the next start, and one that is finished costs the next start next to nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { libsql } from '../src/index.ts'
import { allStores } from './all-stores.ts'
import { migrateUntil } from './interrupted.ts'
import { startProgram } from './program.ts'
import { temporaryPath, throughAnotherConnection } from './temporary-file.ts'
import { longTier, withSeed } from './tier.ts'

async function schema(path: string): Promise<readonly string[]> {
  return throughAnotherConnection(path, async (client) => {
    const { rows } = await client.execute("select name, sql from sqlite_master where name not like 'sqlite_%' order by name")
    const migrations = await Promise.all(
      rows.flatMap(({ name }) =>
        String(name).startsWith('migrations_of_') ? [client.execute(`select name from ${String(name)} order by name`)] : [],
      ),
    )
    return [
      ...rows.map(({ name, sql }) => `${String(name)}: ${String(sql)}`),
      ...migrations.flatMap((result) => result.rows.map(({ name }) => String(name))),
    ]
  })
}

async function undisturbed(): Promise<{ readonly statements: number; readonly expected: readonly string[] }> {
  const path = temporaryPath()
  const statements = await migrateUntil(path, Number.POSITIVE_INFINITY, () => undefined)
  return { statements, expected: await schema(path) }
}

async function openAgain(path: string): Promise<void> {
  await (await libsql({ url: `file:${path}` }).open(allStores)).close()
}

test('a database that is up to date is opened with two queries', async () => {
  const path = temporaryPath()
  await openAgain(path)
  assert.equal(await migrateUntil(path, Number.POSITIVE_INFINITY, () => undefined), 2)
})

test('RL-17 a migration that fails at any statement is completed by the next start', { timeout: 120_000 }, (t) =>
  withSeed(async (random) => {
    const { statements, expected } = await undisturbed()
    assert.ok(statements > 50 && expected.length > 30, `${statements} statements, ${expected.length} objects`)
    t.diagnostic(`${statements} statements`)
    const step = longTier ? 1 : 20
    for (let statement = 1 + Math.floor(random() * step); statement <= statements; statement += step) {
      const path = temporaryPath()
      await assert.rejects(
        migrateUntil(path, statement, () => {
          throw new Error('interrupted')
        }),
        /interrupted/,
      )
      await openAgain(path)
      assert.deepEqual(await schema(path), expected, `statement ${statement}`)
    }
  }),
)

test('RL-17 a migration whose process is killed is completed by the next start', { timeout: 600_000 }, () =>
  withSeed(async (random) => {
    const { statements, expected } = await undisturbed()
    const all = Array.from({ length: statements }, (_, index) => index + 1)
    const chosen = longTier ? all : Array.from({ length: 6 }, () => 1 + Math.floor(random() * statements))
    for (const statement of chosen) {
      const path = temporaryPath()
      const program = startProgram('migrate-and-die', [path, String(statement)])
      await program.ended
      await openAgain(path)
      assert.deepEqual(await schema(path), expected, `statement ${statement}`)
    }
  }),
)
