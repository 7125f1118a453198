// What an unauthenticated client can send without limit leaves nothing in the database once it has expired. The same for memory is in
// memory-growth.test.ts.
import { pendingRequestLimit, restartWindow } from '@symbolon/core-protocol'
import { familiesOfUser } from '@symbolon/grants-refresh-token'
import { sessionsOfUser } from '@symbolon/login'
import { alice, clientSecret, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { authorizationUrl, authorize, basicHeader, codeOf, postToken, redeem } from '../support/code-flow.ts'
import { databaseFile } from '../support/database-file.ts'
import type { DatabaseFile } from '../support/database-file.ts'
import { endSession } from '../support/end-session.ts'
import type { TestProvider } from '../support/provider.ts'
import { withHeldSweep } from '../support/sweep.ts'
import type { HeldSweep } from '../support/sweep.ts'
import { revoke } from '../support/token-endpoints.ts'
import { startWholeProvider, wholeDocument } from '../support/whole-provider.ts'

const longTier = process.env['SYMBOLON_TEST_LONG'] === '1'

let file: DatabaseFile
let provider: TestProvider
let sweep: HeldSweep
before(async () => {
  file = await databaseFile()
  ;[provider, sweep] = await withHeldSweep(
    async (held) => await startWholeProvider({ ...held, storage: file.storage, document: wholeDocument() }),
  )
})
after(async () => {
  await provider.close()
  file.dispose()
})

/** How many rows each table has. */
function rowCounts(): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(file.tables()).map(([table, rows]) => [table, rows.length]))
}

describe('the database', () => {
  test('DS-05 abandoned authorization requests are swept, nothing is left of them in any table, and their room is used again', async (t) => {
    const perRound = longTier ? 20_000 : 1000
    const sizes: number[] = []
    // The first sweep notes its time.
    await sweep.run()
    const rowsBefore = { ...rowCounts(), authorization_requests: 0 }
    for (let round = 0; round < 5; round++) {
      for (let index = 0; index < perRound; index += 100) {
        const responses = await Promise.all(
          Array.from(
            { length: 100 },
            async () => await provider.fetch(new Request(authorizationUrl(provider, { state: crypto.randomUUID().repeat(15) }))),
          ),
        )
        assert.ok(responses.every(({ status }) => status === 303))
      }
      provider.logged.splice(0)
      assert.ok((file.tables()['authorization_requests']?.length ?? 0) >= perRound)
      provider.clock.advance(30 * 60 + restartWindow)
      await sweep.run()
      assert.deepEqual(rowCounts(), rowsBefore)
      sizes.push(file.size())
    }
    t.diagnostic(sizes.map((size) => `${Math.round(size / 1024)} KiB`).join(', '))
    assert.ok((sizes.at(-1) ?? 0) <= (sizes[1] ?? 0) * 1.1, sizes.join(', '))
  })

  test('DS-05 what strangers send takes no more than its room, honest users lose nothing, and the file gives the room back', async (t) => {
    const base = file.size()
    const [reader, typist] = [provider.newUserAgent('198.51.100.7'), provider.newUserAgent('198.51.100.8')]
    const read = await reader.get(authorizationUrl(provider))
    const typed = await typist.submit(await typist.get(authorizationUrl(provider)), { loginName: alice.loginName })
    const large = authorizationUrl(provider, { state: 's'.repeat(8000), nonce: 'n'.repeat(8000), login_hint: 'h'.repeat(300) })
    const each = 19_000
    const flood = Math.ceil((pendingRequestLimit * 1.3) / each / 100) * 100
    for (let index = 0; index < flood; index += 100) {
      const responses = await Promise.all(
        Array.from(
          { length: 100 },
          async (_, position) =>
            await provider.fetch(new Request(large), position % 2 === 0 ? '203.0.113.9' : `2001:db8:7:${index + position}::1`),
        ),
      )
      assert.ok(responses.every(({ status }) => status === 303))
      provider.logged.splice(0)
    }
    const rows = file.tables()['authorization_requests'] ?? []
    const taken = rows.reduce((sum, { bytes }) => sum + Number(bytes), 0)
    t.diagnostic(
      `${flood} requests of ${each} bytes, ${rows.length} of them are kept, ${Math.round(taken / 1024 / 1024)} MiB, the file has ${Math.round(file.size() / 1024 / 1024)} MiB`,
    )
    assert.ok(taken <= pendingRequestLimit && taken > pendingRequestLimit * 0.75, `${taken} bytes`)
    assert.ok(file.size() < base + 1.25 * pendingRequestLimit, `${file.size()} bytes on disk`)

    assert.equal((await signIn(reader, read, alice)).redirectedTo?.searchParams.get('state'), 'the-state')
    assert.equal((await signIn(typist, typed, alice)).redirectedTo?.searchParams.get('state'), 'the-state')

    provider.clock.advance(30 * 60 + restartWindow)
    for (let round = 0; round < 4; round++) await sweep.run()
    assert.equal(file.tables()['authorization_requests']?.length, 0)
    t.diagnostic(`${Math.round(file.size() / 1024 / 1024)} MiB afterwards, ${Math.round(base / 1024 / 1024)} MiB before`)
    assert.ok(file.size() < base + pendingRequestLimit / 4, `${file.size()} bytes on disk`)
  })

  test('DS-05 refused sign-ins count against the room of their source in the audit trail, and what else happened does not', async () => {
    const stranger = provider.newUserAgent('2001:db8:1:2::3')
    for (const loginName of [alice.loginName, 'unknown@acme.example']) {
      await signIn(stranger, await stranger.get(authorizationUrl(provider)), { loginName, password: 'not the password' })
    }
    const userAgent = provider.newUserAgent('198.51.100.9')
    await signIn(userAgent, await userAgent.get(authorizationUrl(provider)), alice)
    const rows = (file.tables()['audit_events'] ?? []).map(({ type, source }) => [type, source])
    const refused = rows.filter(([type]) => type === 'login_failed')
    assert.ok(refused.length >= 2 && refused.every(([, source]) => source === '2001:db8:1::/48'))
    assert.ok(rows.some(([type]) => type === 'login_succeeded'))
    assert.ok(rows.every(([type, source]) => type === 'login_failed' || source === null))
  })

  test('DS-05 a revocation is recorded once, however often a client sends the same ID token, token or code', async () => {
    const code = codeOf(await authorize(provider))
    const {
      body: { id_token: idToken, access_token: accessToken },
    } = await redeem(provider, code)
    const before = file.tables()['audit_events']?.length ?? 0
    const recorded = (): readonly unknown[] => (file.tables()['audit_events'] ?? []).slice(before).map(({ type }) => type)
    await Promise.all(Array.from({ length: 20 }, async () => await revoke(provider, accessToken)))
    for (let count = 0; count < 20; count++) await redeem(provider, code)
    // From nowhere: the browser of the session sends its cookie, and this one none.
    for (let count = 0; count < 20; count++) await endSession(provider, provider.newUserAgent(), { id_token_hint: String(idToken) })
    assert.deepEqual(recorded(), ['token_revoked', 'authorization_code_reused', 'session_ended'])
  })

  test('DS-05 a user who signs in without end has so many sessions and refresh tokens, the latest', async () => {
    const { sessions, issuance } = provider.storage.stores
    assert.ok(sessions !== undefined && issuance !== undefined)
    const now = provider.clock.now()
    const times = { issuedAt: now, createdAt: now, authenticatedAt: now, expiresAt: now + 60_000, endsAt: now + 60_000 }
    const ids = Array.from({ length: Math.max(sessionsOfUser, familiesOfUser) }, (_, index) => `old-${index}`)
    await Promise.all(
      ids.map(async (id) => {
        await sessions.insert({ ...times, id, userId: 'alice', factors: [] }, id, undefined)
        const family = { ...times, id, authorizationId: id, clientId: 'all', subject: 'alice', scope: [], audience: [] }
        await issuance.commit({ refreshToken: { family, digest: id, expiresAt: now + 60_000, familiesKept: familiesOfUser } })
      }),
    )
    const code = codeOf(await authorize(provider, { client_id: 'all', scope: 'openid offline_access' }))
    const { body } = await redeem(provider, code, {}, { authorization: basicHeader('all', clientSecret) })
    const count = (table: string, user: string): number => (file.tables()[table] ?? []).filter((row) => row[user] === 'alice').length
    assert.equal(count('sessions', 'user_id'), sessionsOfUser)
    assert.equal(count('refresh_tokens', 'subject'), familiesOfUser)
    const refreshed = await postToken(
      provider,
      { grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) },
      { authorization: basicHeader('all', clientSecret) },
    )
    assert.equal(refreshed.status, 200, 'the new one is not among those that went')
    provider.clock.advance(61)
    await sweep.run()
  })

  test('DS-05 what has expired is gone from every table that has an expiry', () => {
    const now = provider.clock.now()
    const margins: Readonly<Record<string, number>> = {
      assertion_ids: 3_600_000,
      authorization_codes: 3_600_000,
      authorization_requests: restartWindow * 1000,
      revocations: 86_400_000,
    }
    const kept = ['application_keys', 'machine_keys', 'personal_access_tokens']
    const left = Object.entries(file.tables()).flatMap(([name, rows]) =>
      rows
        .filter((row) => {
          const end = row['remembered_until'] ?? row['expires_at']
          return !kept.includes(name) && typeof end === 'number' && end <= now - (margins[name] ?? 0)
        })
        .map(() => name),
    )
    assert.deepEqual(left, [])
  })
})
