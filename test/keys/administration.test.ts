// The signing keys through the API: the rights, the effects, the responses, and what stays in the audit trail.
import { eventsEndpoint, keysEndpoints } from '@symbolon/admin-api'
import { auditTrail, userinfo } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { advanceKeys, askKeys, keyOf, memberToken, ownedDocument, ownerToken, publishedKids } from '../support/signing-keys.ts'

let provider: TestProvider
before(async () => {
  const endpoints = [userinfo, eventsEndpoint, ...keysEndpoints]
  provider = await startTestProvider({ document: ownedDocument(), endpoints, audit: auditTrail })
})
after(async () => await provider.close())

type Event = Readonly<Record<string, unknown>>

async function events(type: string): Promise<readonly Event[]> {
  const headers = { authorization: `Bearer ${ownerToken}` }
  const response = await provider.fetch(new Request(`${provider.issuer}/admin/v1/events`, { headers }))
  const { events: all } = (await response.json()) as { readonly events: readonly Event[] }
  return all.filter((event) => event['type'] === type)
}

test('an owner sees every key with its state and its times, and no key material', async () => {
  const { status, body } = await askKeys(provider, '')
  assert.equal(status, 200)
  const states = body.keys.map(({ algorithm, state }) => `${algorithm} ${state}`)
  assert.deepEqual(states.sort(), ['ES256 active', 'EdDSA active', 'RS256 active'])
  for (const key of body.keys) assert.deepEqual(Object.keys(key).sort(), ['activeFrom', 'algorithm', 'createdAt', 'kid', 'state'])
})

test('who does not own the instance neither sees nor changes keys', async () => {
  const before = await publishedKids(provider)
  for (const [path, body] of [
    ['', undefined],
    ['/rotate', {}],
    ['/revoke', { kid: before[0] }],
  ] as const) {
    assert.equal((await askKeys(provider, path, body, memberToken)).status, 403, path)
    assert.equal((await askKeys(provider, path, body, 'nonsense')).status, 401, path)
  }
  assert.deepEqual(await publishedKids(provider), before)
})

test('a rotation publishes a successor of every key at once, and says when each signs', async () => {
  const before = await publishedKids(provider)
  const { status, body } = await askKeys(provider, '/rotate', {})
  assert.equal(status, 200)
  assert.equal(body.made.length, 3)
  // What signs stands first.
  const now = await publishedKids(provider)
  assert.deepEqual(now.slice(0, 3), before)
  assert.deepEqual(now.slice(3).toSorted(), body.made.toSorted())
  for (const key of body.keys.filter(({ kid }) => body.made.includes(kid))) {
    assert.equal(key.state, 'next')
    // Max-age, the freshness of other processes, and the clock skew.
    assert.equal(key.activeFrom, new Date(provider.clock.now() + 311_000).toISOString())
  }
  const trail = await events('signing_key_rotated')
  assert.deepEqual(trail.map(({ subject }) => (subject as { id: string }).id).toSorted(), body.made.toSorted())
  for (const event of trail) assert.equal(event['actorId'], 'owner')
})

test('CR-06 a key that is revoked leaves the set at once, a fresh one takes its place, and the trail says who did it', async () => {
  const [kid = ''] = await publishedKids(provider)
  const { status, body } = await askKeys(provider, '/revoke', { kid })
  assert.equal(status, 200)
  assert.equal(body.revoked, kid)
  const [replacement = ''] = body.made
  const kids = await publishedKids(provider)
  assert.equal(kids.includes(kid), false)
  assert.equal(kids[0], replacement, 'it signs')
  assert.equal((await keyOf(provider, kid))?.sealedPrivateJwk, undefined, 'the private half is gone')
  const [event] = await events('signing_key_revoked')
  assert.equal(event?.['actorId'], 'owner')
  assert.deepEqual(event['subject'], { kind: 'signingKey', id: kid })
  assert.deepEqual(event['details'], { algorithm: 'RS256', replacement })
  const again = await askKeys(provider, '/revoke', { kid })
  assert.equal(again.status, 400)
  assert.equal(again.body.code, 9)
})

test('a key that does not sign yet, or no more, is revoked without a replacement', async () => {
  const next = (await askKeys(provider, '')).body.keys.find(({ state }) => state === 'next')?.kid
  assert.deepEqual((await askKeys(provider, '/revoke', { kid: next })).body.made, [])
  provider.clock.advance(400)
  await advanceKeys(provider)
  const superseded = (await askKeys(provider, '')).body.keys.find(({ state }) => state === 'superseded')?.kid
  assert.ok(superseded !== undefined)
  assert.deepEqual((await askKeys(provider, '/revoke', { kid: superseded })).body.made, [])
})

test('an unknown key gets 404, and a malformed request gets 400', async () => {
  const unknown = await askKeys(provider, '/revoke', { kid: 'unknown' })
  assert.equal(unknown.status, 404)
  assert.equal(unknown.body.code, 5)
  for (const body of [{}, { kid: 7 }, { kid: 'unknown', more: true }, '[]', '{', null]) {
    assert.equal((await askKeys(provider, '/revoke', body)).status, 400, JSON.stringify(body))
  }
})
