// An instance ends in the middle of work that requests do not wait for: its connections end at a statement, and nothing of it goes on. That is
// what the database sees of a process that is killed. The next instance completes the work.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgres } from '@symbolon/storage-postgres'
import { startFaultProxy } from '../../packages/storage-postgres/test/fault-proxy.ts'
import type { Cut } from '../../packages/storage-postgres/test/fault-proxy.ts'
import type { PostgresServer } from '../../packages/storage-postgres/test/postgres-server.ts'
import { startTestProvider } from '../support/provider.ts'
import { authorize, codeOf, redeem, userinfoOf } from '../support/code-flow.ts'
import { createClock } from '@symbolon/test-kit'

/** Of tables that were made by one migration, and by several. */
const migrated = ['instance', 'refreshTokens', 'sessions'] as const

/** @param step of the statements at which an instance ends */
export function backgroundTests(server: PostgresServer, cuts: readonly Cut[], step: number): void {
  test('RL-17 an instance that ends at any statement of a migration leaves a database that the next one migrates', async () => {
    const proxy = await startFaultProxy(Number(server.host.split(':')[1]))
    const tablesOf = async (url: string): Promise<unknown> =>
      await server.run(
        url,
        "select tablename, (select count(*)::int from pg_indexes i where i.tablename = t.tablename) from pg_tables t where schemaname = 'public' order by 1",
      )
    const whole = await server.createDatabase()
    await (await postgres({ url: whole }).open(migrated)).close()
    const expected = await tablesOf(whole)
    for (const cut of cuts) {
      for (let passing = 0; ; passing += step) {
        const url = await server.createDatabase()
        proxy.cut(passing, cut)
        const opened = await postgres({ url: url.replace(server.host, proxy.host) })
          .open(migrated)
          .catch(() => undefined)
        const { struck } = proxy
        await opened?.close()
        await proxy.heal()
        if (struck === undefined) {
          assert.ok(passing > 0, 'no statement was cut')
          break
        }
        await (await postgres({ url }).open(migrated)).close()
        assert.deepEqual(await tablesOf(url), expected, struck)
      }
    }
    await proxy.close()
  })

  test('an instance that ends at any statement of a key rotation or of the removal of expired rows leaves the rest to the next one, which does it once', async () => {
    const url = await server.createDatabase()
    const proxy = await startFaultProxy(Number(server.host.split(':')[1]))
    const clock = createClock()
    const ending = await startTestProvider({
      storage: postgres({ url: url.replace(server.host, proxy.host), waitLimit: 2000 }),
      clock,
      timers: false,
    })
    const next = await startTestProvider({ storage: postgres({ url }), clock, timers: false })
    const counted = async (): Promise<Readonly<Record<string, unknown>>> =>
      (
        await server.run(
          url,
          'select (select max(count)::int from (select count(*) from signing_keys where retired_at is null group by algorithm)) as keys, (select count(*)::int from opaque_access_tokens) as tokens, (select count(*)::int from authorization_codes) as codes',
        )
      )[0] ?? {}
    const settle = async (): Promise<void> => {
      // What is due to be removed is removed a moment later.
      for (let round = 0; round < 3; round += 1) {
        await next.provider.tick()
        clock.advance(90)
      }
    }
    for (const cut of cuts) {
      for (let passing = 0; ; passing += step) {
        assert.equal((await redeem(next, codeOf(await authorize(next)))).status, 200)
        // Longer than anything lives, and than a key signs.
        clock.advance(200 * 86_400)
        proxy.cut(passing, cut)
        await ending.provider.tick()
        const { struck } = proxy
        await proxy.heal()
        await settle()
        const where = struck ?? 'whole'
        const { body } = await redeem(next, codeOf(await authorize(next)))
        assert.equal((await userinfoOf(next, body['access_token'])).status, 200, where)
        const left = await counted()
        // The token and the code of the last sign-in.
        assert.deepEqual([left['tokens'], left['codes']], [1, 1], where)
        // The signing key, and perhaps its successor: no process created a key that another process had created.
        assert.ok(Number(left['keys']) <= 2, `${left['keys']} keys, ${where}`)
        if (struck === undefined) {
          assert.ok(passing > 0, 'no statement was cut')
          break
        }
      }
    }
    await Promise.all([ending.close(), next.close()])
    await proxy.close()
  })
}
