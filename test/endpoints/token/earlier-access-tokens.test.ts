// Opaque access tokens of a release before tokens named their rows. The fixture was written by that release: two tokens of users, one of
// them revoked, and one of a service user.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { libsql } from '@symbolon/storage-libsql'
import { createClock } from '@symbolon/test-kit'
import { userinfoOf } from '../../support/code-flow.ts'
import type { TestProvider } from '../../support/provider.ts'
import { temporaryDirectory } from '../../support/run-command.ts'
import { withHeldSweep } from '../../support/sweep.ts'
import { assertActive, assertInactive, assertRevoked, introspect, revoke } from '../../support/token-endpoints.ts'
import { startWholeProvider } from '../../support/whole-provider.ts'

const fixture = gunzipSync(readFileSync(new URL('fixtures/tokens-without-number.db.gz', import.meta.url)))
const issuedAt = 1_790_000_000_000
const live = 'symbolon_at_r1P8av0jpfQAvHQuuCXLKF0vpQsRkdIvcTXeFSGivnU'
const other = 'symbolon_at_J4q_Ce1vEXrhgyyEIVuY__QMKZbVTbyJEd1onBtmOaw'
const revoked = 'symbolon_at_DPJ6foHzdS3iADZagcAMR2OvfcpOAwYCcNdpkmZ0o_c'
const ofRobot = 'symbolon_at_dlrmPmT8kqX796GnMLy687iMlse87FdgZQIbSR5If5w'

function rowsOf(path: string, table: string): number {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return Number(database.prepare(`select count(*) as n from ${table}`).get()?.['n'])
  } finally {
    database.close()
  }
}

async function withFixture(
  run: (path: string, start: (held?: { readonly timers: false }) => Promise<TestProvider>) => Promise<void>,
): Promise<void> {
  const directory = await temporaryDirectory()
  const path = join(directory.path, 'old.db')
  writeFileSync(path, fixture)
  const start = async (held = {}): Promise<TestProvider> =>
    await startWholeProvider({ ...held, storage: libsql({ url: `file:${path}` }), clock: createClock(issuedAt + 60_000) })
  await run(path, start).finally(async () => await directory.dispose())
}

test('tokens of an earlier release are valid until they expire, and are revoked like any other', async () => {
  await withFixture(async (_, start) => {
    const provider = await start()
    try {
      assertActive(await introspect(provider, live))
      assert.equal((await userinfoOf(provider, ofRobot)).status, 200)
      assertInactive(await introspect(provider, revoked))
      assertInactive(await introspect(provider, live.replace('r1P8', 'r1P9')))
      assertRevoked(await revoke(provider, other))
      assertInactive(await introspect(provider, other))
      assertActive(await introspect(provider, live))
      provider.clock.advance(12 * 3600)
      assertInactive(await introspect(provider, live))
      assert.equal((await userinfoOf(provider, ofRobot)).status, 401)
    } finally {
      await provider.close()
    }
  })
})

test('expired tokens of an earlier release leave their table, and no token is added to it', async () => {
  await withFixture(async (path, start) => {
    assert.equal(rowsOf(path, 'access_tokens'), 4)
    const [provider, sweep] = await withHeldSweep(start)
    try {
      const deleted = await provider.storage.stores.accessTokens?.deleteExpired(issuedAt, 10)
      assert.equal(deleted, 0)
      provider.clock.advance(12 * 3600)
      // The first sweep notes its time.
      await sweep.run()
      await sweep.run()
      assert.equal(rowsOf(path, 'access_tokens'), 0)
      assert.equal(rowsOf(path, 'opaque_access_tokens'), 0)
    } finally {
      await provider.close()
    }
  })
})
