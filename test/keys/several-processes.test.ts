// Two providers on one libSQL server, whose clocks and lists of keys are their own.
import { keysEndpoints } from '@symbolon/admin-api'
import { userinfo } from '@symbolon/core-protocol'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { libsql } from '@symbolon/storage-libsql'
import { createClock } from '@symbolon/test-kit'
import type { Clock } from '@symbolon/test-kit'
import { decodeProtectedHeader } from 'jose'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sqldBinary, startSqld } from '../../packages/storage-libsql/test/sqld-server.ts'
import { basicHeader } from '../support/code-flow.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { requestByCredentials, robotSecret } from '../support/service-users.ts'
import { advanceKeys, askKeys, keyOf, ownedDocument, publishedKids } from '../support/signing-keys.ts'

/** Max-age, freshness and clock skew, in seconds. */
const lead = 300 + 1 + 10

async function token(provider: TestProvider): Promise<{ readonly token: string; readonly kid: string }> {
  const { body } = await requestByCredentials(provider, {}, { authorization: basicHeader('robot-jwt', robotSecret) })
  const jwt = String(body['access_token'])
  return { token: jwt, kid: decodeProtectedHeader(jwt).kid ?? '' }
}

async function counts(provider: TestProvider, jwt: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${jwt}` }
  const response = await provider.fetch(new Request(`${provider.issuer}/oidc/v1/userinfo`, { headers }))
  assert.ok([200, 401].includes(response.status))
  return response.status === 200
}

const binary = sqldBinary()

if (binary === undefined) {
  test('several processes', { skip: `there is no sqld for ${process.platform} ${process.arch}` }, () => undefined)
} else {
  const server = await startSqld(binary)

  async function withTwo(
    run: (one: TestProvider, other: TestProvider) => Promise<void>,
    otherClock?: (clock: Clock) => Clock,
  ): Promise<void> {
    await server.dropTables()
    const clock = createClock()
    const start = async (own: Clock) =>
      await startTestProvider({
        clock: own,
        document: ownedDocument(),
        grants: [clientCredentials()],
        endpoints: [userinfo, ...keysEndpoints],
        storage: libsql({ url: `http://${server.host}`, waitLimit: 60_000 }),
      })
    // The document is applied by one after the other; the keys are made at the start.
    const one = await start(clock)
    const other = await start(otherClock?.(clock) ?? clock)
    try {
      await run(one, other)
    } finally {
      await Promise.all([one.close(), other.close()])
    }
  }

  test('CR-05 two that rotate at once make one successor of each key, and change over together when clients know of it', async () => {
    await withTwo(async (one, other) => {
      const before = await token(one)
      assert.equal((await token(other)).kid, before.kid)
      const rotated = await Promise.all([one, other, one, other].map(async (each) => await askKeys(each, '/rotate', {})))
      const made = rotated.flatMap(({ body }) => body.made)
      assert.ok(made.length >= 3)
      // The four may have come one after the other; never did two make a successor of one key.
      assert.equal((await publishedKids(one)).length, 3 + made.length)

      one.clock.advance(5)
      for (const each of [one, other]) assert.equal((await publishedKids(each)).length, 3 + made.length, 'published everywhere within 5 s')
      one.clock.advance(lead - 6)
      for (const each of [one, other]) assert.equal((await token(each)).kid, before.kid, 'the old key signs to the last second')
      one.clock.advance(1)
      const [first, second] = [await token(one), await token(other)]
      assert.equal(first.kid, second.kid)
      assert.ok(made.includes(first.kid))
      for (const jwt of [before.token, first.token]) for (const each of [one, other]) assert.equal(await counts(each, jwt), true)
    })
  })

  test('CR-05 the old key is published until its last token has expired, and one of two removes it', async () => {
    await withTwo(async (one, other) => {
      const { kid } = await token(one)
      await askKeys(one, '/rotate', {})
      one.clock.advance(lead + 43_200 + lead - 1)
      await Promise.all([advanceKeys(one), advanceKeys(other)])
      one.clock.advance(0.999)
      for (const each of [one, other]) assert.ok((await publishedKids(each)).includes(kid))
      one.clock.advance(0.001)
      await Promise.all([advanceKeys(one), advanceKeys(other)])
      one.clock.advance(5)
      for (const each of [one, other]) {
        assert.equal((await publishedKids(each)).includes(kid), false)
        assert.equal((await publishedKids(each)).length, 3)
      }
    })
  })

  test('CR-05 the schedule makes one successor of each key among concurrent processes, and at a restart too', async () => {
    await withTwo(async (one, other) => {
      one.clock.advance(90 * 86_400 - 1)
      await Promise.all([advanceKeys(one), advanceKeys(other)])
      assert.equal((await publishedKids(one)).length, 3)
      one.clock.advance(1)
      await Promise.all([one, other, one, other].map(advanceKeys))
      one.clock.advance(5)
      for (const each of [one, other]) assert.equal((await publishedKids(each)).length, 6)
      const {
        body: { keys },
      } = await askKeys(one, '')
      assert.equal(keys.filter(({ state, activeFrom }) => state === 'next' && activeFrom !== undefined).length, 3)
    })
  })

  test('CR-05 clocks that are 10 s apart: neither signs with a key that clients of the other may not know', async () => {
    await withTwo(
      async (one, other) => {
        const before = (await token(one)).kid
        await askKeys(one, '/rotate', {})
        // A client takes the set from the process that has not seen the new keys yet, and keeps it for its max-age.
        one.clock.advance(0.999)
        assert.equal((await publishedKids(other)).length, 3)
        one.clock.advance(300)
        assert.equal((await token(other)).kid, before, 'the fast clock has not come to the date')
        one.clock.advance(0.001)
        const fast = await token(other)
        assert.notEqual(fast.kid, before)
        assert.equal((await token(one)).kid, before, 'the slow one follows')
        assert.ok((await publishedKids(one)).includes(fast.kid))
        one.clock.advance(10)
        assert.equal((await token(one)).kid, fast.kid)
      },
      (clock) => ({ ...clock, now: () => clock.now() + 10_000 }),
    )
  })

  test('CR-06 tokens of a revoked key are dead at once where it was revoked, and everywhere within 5 s', async () => {
    await withTwo(async (one, other) => {
      const old = await token(one)
      for (const each of [one, other]) assert.equal(await counts(each, old.token), true)
      const {
        body: { made },
      } = await askKeys(one, '/revoke', { kid: old.kid })
      assert.equal(await counts(one, old.token), false)
      assert.equal((await publishedKids(one)).includes(old.kid), false)
      one.clock.advance(5)
      assert.equal(await counts(other, old.token), false)
      assert.equal((await publishedKids(other)).includes(old.kid), false)
      for (const each of [one, other]) {
        assert.deepEqual([(await token(each)).kid], made)
        assert.equal((await publishedKids(each)).length, 3)
      }
      assert.notEqual((await keyOf(one, old.kid))?.revokedAt, undefined)
    })
  })

  test('CR-06 a token of the fresh key counts on the other process before its list is old', async () => {
    await withTwo(async (one, other) => {
      const old = await token(one)
      one.clock.advance(5)
      assert.equal(await counts(other, old.token), true)
      await askKeys(one, '/revoke', { kid: old.kid })
      const fresh = await token(one)
      assert.notEqual(fresh.kid, old.kid)
      one.clock.advance(1)
      assert.equal(await counts(other, fresh.token), true)
    })
  })

  test('CR-06 several that revoke one key at once put one fresh key in its place', async () => {
    await withTwo(async (one, other) => {
      const { kid } = await token(one)
      const answers = await Promise.all([one, other, one, other].map(async (each) => await askKeys(each, '/revoke', { kid })))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400, 400])
      one.clock.advance(5)
      assert.equal((await publishedKids(other)).length, 3)
      assert.equal((await token(one)).kid, (await token(other)).kid)
    })
  })

  test('CR-06 a process whose clock is behind signs at once with the fresh key when there is no other', async () => {
    await withTwo(
      async (one, other) => {
        const { kid } = await token(one)
        const {
          body: { made },
        } = await askKeys(one, '/revoke', { kid })
        one.clock.advance(5)
        assert.deepEqual([(await token(other)).kid], made)
      },
      (clock) => ({ ...clock, now: () => clock.now() - 60_000 }),
    )
  })
}
