// Each refresh gives a new refresh token; an answer that was lost is given again, and a token that comes back later ends all.
// https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { StoredAuditEvent } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import { createClock } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { faultyStorage } from '../../support/faulty-storage.ts'
import type { TestProvider } from '../../support/provider.ts'
import { basicOf, isAlive, offlineTokens, refresh, refreshed, startRefreshing } from '../../support/refreshing.ts'
import { assertError } from '../../support/signed-in.ts'

let provider: TestProvider
before(async () => void (provider = await startRefreshing()))
after(async () => await provider.close())

test('RT-01 a refresh answers with new tokens of the form of the first ones', async () => {
  const first = await offlineTokens(provider)
  const { status, headers, body } = await refresh(provider, first['refresh_token'])
  assert.equal(status, 200)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.deepEqual(Object.keys(body).toSorted(), ['access_token', 'expires_in', 'id_token', 'refresh_token', 'scope', 'token_type'])
  assert.equal(body['token_type'], 'Bearer')
  assert.equal(body['expires_in'], 43_200)
  assert.equal(body['scope'], first['scope'])
  for (const token of [first['refresh_token'], body['refresh_token']]) assert.match(String(token), /^symbolon_rt_[A-Za-z0-9_-]{65}$/)
  assert.notEqual(body['refresh_token'], first['refresh_token'])
  assert.notEqual(body['access_token'], first['access_token'])
})

test('RT-01 once its successor was used, or the interval is over, a refresh token never works again', async () => {
  const used = (await offlineTokens(provider))['refresh_token']
  const successor = (await refreshed(provider, used))['refresh_token']
  await refreshed(provider, successor)
  assertError(await refresh(provider, used), 400, 'invalid_grant')

  const late = (await offlineTokens(provider))['refresh_token']
  await refreshed(provider, late)
  provider.clock.advance(10)
  assertError(await refresh(provider, late), 400, 'invalid_grant')
})

test('rotation leaves earlier access tokens to their own expiry', async () => {
  const first = await offlineTokens(provider)
  const second = await refreshed(provider, first['refresh_token'])
  await refreshed(provider, second['refresh_token'])
  assert.ok(await isAlive(provider, first['access_token']))
  assert.ok(await isAlive(provider, second['access_token']))
})

for (const clientId of ['basic', 'jwt']) {
  test(`RT-02 the reuse of a rotated token ends the whole family, refresh tokens and access tokens of ${clientId}`, async () => {
    for (const generations of [1, 2, 5]) {
      const first = await offlineTokens(provider, clientId)
      const answers = [first]
      for (let generation = 0; generation <= generations; generation++) {
        answers.push(await refreshed(provider, answers.at(-1)?.['refresh_token'], {}, clientId))
      }
      const other = await offlineTokens(provider, clientId)
      assertError(await refresh(provider, first['refresh_token'], {}, basicOf(clientId)), 400, 'invalid_grant')
      for (const answer of answers) {
        assert.equal(await isAlive(provider, answer['access_token']), false)
        assertError(await refresh(provider, answer['refresh_token'], {}, basicOf(clientId)), 400, 'invalid_grant')
      }
      // Another authorization of the same user and client is another family.
      assert.ok(await isAlive(provider, other['access_token']))
      await refreshed(provider, other['refresh_token'], {}, clientId)
    }
  })
}

test('RT-02 a reuse is logged and stands in the audit trail once, without the token', async () => {
  const used = (await offlineTokens(provider))['refresh_token']
  await refreshed(provider, (await refreshed(provider, used))['refresh_token'])
  const earlier = (await trail()).map(({ id }) => id)
  const lines = provider.logged.length
  await refresh(provider, used)
  await refresh(provider, used)
  const [event, ...others] = (await trail()).filter(({ id }) => !earlier.includes(id))
  assert.deepEqual(others, [])
  assert.equal(event?.clientId, 'basic')
  assert.deepEqual(event?.subject, { kind: 'user', id: 'alice' })
  const line = provider.logged.slice(lines).find((each) => each.event === 'refresh_token_reused')
  assert.equal(line?.level, 'warn')
  assert.doesNotMatch(JSON.stringify([event, provider.logged.slice(lines)]), /symbolon_[ar]t_/)
})

async function trail(): Promise<readonly StoredAuditEvent[]> {
  const events = (await provider.storage.stores.auditEvents?.list({ limit: 1000 })) ?? []
  return events.filter(({ type }) => type === 'refresh_token_reused')
}

test('RT-04 a client that lost the response gets the same successor again, with a separate access token', async () => {
  const used = (await offlineTokens(provider))['refresh_token']
  const answers = [await refreshed(provider, used)]
  for (let time = 0; time < 3; time++) {
    provider.clock.advance(3)
    answers.push(await refreshed(provider, used))
  }
  assert.equal(new Set(answers.map((answer) => answer['refresh_token'])).size, 1)
  assert.equal(new Set(answers.map((answer) => answer['access_token'])).size, 4)
  for (const answer of answers) assert.ok(await isAlive(provider, answer['access_token']))
  // Repeating does not begin another interval: 10 s after the first use it is over.
  provider.clock.advance(1)
  assertError(await refresh(provider, used), 400, 'invalid_grant')
})

test('RT-04 when the database fails before the rotation, nothing has happened, and the token works later', async () => {
  const { storage, fail, repair } = faultyStorage()
  const faulty = await startRefreshing({ storage })
  const used = (await offlineTokens(faulty))['refresh_token']
  fail('issuance.commit', new StorageUnavailable('gone'))
  assert.equal((await refresh(faulty, used)).status, 503)
  repair()
  faulty.clock.advance(60)
  await refreshed(faulty, used)
  await faulty.close()
})

test('RT-04 when the answer fails after the rotation, the next try gets the successor', async () => {
  const { storage, failAfterwards, repair } = faultyStorage()
  const faulty = await startRefreshing({ storage })
  const used = (await offlineTokens(faulty))['refresh_token']
  failAfterwards('issuance.commit', new StorageUnavailable('gone'))
  assert.equal((await refresh(faulty, used)).status, 503)
  repair()
  const answer = await refreshed(faulty, used)
  await refreshed(faulty, answer['refresh_token'])
  await faulty.close()
})

test('the interval is a setting', async () => {
  const patient = await startRefreshing({ lifetimes: { refreshTokenReuse: 60 } })
  const used = (await offlineTokens(patient))['refresh_token']
  const answer = await refreshed(patient, used)
  patient.clock.advance(59.999)
  assert.equal((await refreshed(patient, used))['refresh_token'], answer['refresh_token'])
  patient.clock.advance(0.001)
  assertError(await refresh(patient, used), 400, 'invalid_grant')
  await patient.close()
})

test('RT-10 a reuse is noticed after a restart, and an answer that was lost before it is given again', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-refresh-'))
  const options = { storage: libsql({ url: `file:${join(directory, 'symbolon.db')}` }), clock: createClock() }
  const earlier = await startRefreshing(options)
  const [old, lost] = [await offlineTokens(earlier), await offlineTokens(earlier)]
  const second = await refreshed(earlier, old['refresh_token'])
  const third = await refreshed(earlier, second['refresh_token'])
  const unseen = await refreshed(earlier, lost['refresh_token'])
  await earlier.close()

  const later = await startRefreshing(options)
  assert.equal((await refreshed(later, lost['refresh_token']))['refresh_token'], unseen['refresh_token'])
  assertError(await refresh(later, old['refresh_token']), 400, 'invalid_grant')
  assertError(await refresh(later, third['refresh_token']), 400, 'invalid_grant')
  assert.equal(await isAlive(later, third['access_token']), false)
  await later.close()
  await rm(directory, { recursive: true })
})

test('the database holds no refresh token, only digests', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-refresh-'))
  const stored = await startRefreshing({ storage: libsql({ url: `file:${join(directory, 'symbolon.db')}` }) })
  const first = (await offlineTokens(stored))['refresh_token']
  const second = (await refreshed(stored, first))['refresh_token']
  await stored.close()
  const bytes = (await readFile(join(directory, 'symbolon.db'))).toString('latin1')
  for (const token of [first, second]) {
    const [handle, secret] = [String(token).slice(12, 34), String(token).slice(34)]
    assert.ok(!bytes.includes(handle) && !bytes.includes(secret))
  }
  assert.ok(bytes.includes('refresh_tokens'))
  await rm(directory, { recursive: true })
})
