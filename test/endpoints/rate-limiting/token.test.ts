// Guessing at the token endpoint and its neighbours is slowed down, per client and source: neither does a stranger lock out a client,
// nor one application its neighbours.
import { eventsEndpoint } from '@symbolon/admin-api'
import { auditTrail, endSession, introspection, revocation, userinfo } from '@symbolon/core-protocol'
import { rateLimiting } from '@symbolon/rate-limiting'
import { clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { basicHeader } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'

const guesser = '203.0.113.9'
const other = '198.51.100.7'

describe('with limits', () => {
  let provider: TestProvider

  before(async () => {
    const endpoints = [userinfo, introspection, revocation, endSession, eventsEndpoint]
    provider = await startTestProvider({ limits: [rateLimiting()], endpoints, audit: auditTrail })
  })
  beforeEach(() => provider.clock.advance(3600))
  after(async () => await provider.close())

  async function post(path: string, fields: Record<string, string>, from: string, authorization?: string): Promise<Response> {
    return await provider.fetch(
      new Request(provider.issuer + path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        ...(authorization === undefined ? {} : { headers: { authorization } }),
      }),
      from,
    )
  }
  const token = async (fields: Record<string, string>, from: string, authorization?: string): Promise<Response> =>
    await post(
      '/oauth/v2/token',
      { grant_type: 'authorization_code', code: 'x', redirect_uri: 'https://app.example/cb', ...fields },
      from,
      authorization,
    )
  /** Status of an honest request, whose code is wrong: 400 says that the client was believed. */
  const honest = async (clientId: 'basic' | 'post', from: string): Promise<number> =>
    (clientId === 'basic'
      ? await token({}, from, basicHeader('basic', clientSecret))
      : await token({ client_id: 'post', client_secret: clientSecret }, from)
    ).status

  for (const [how, guess] of [
    ['in the header', async (count: number) => await token({}, guesser, basicHeader('basic', `guess number ${count} of a secret`))],
    [
      'in the body',
      async (count: number) => await token({ client_id: 'post', client_secret: `guess number ${count} of a secret` }, guesser),
    ],
  ] as const) {
    test(`CA-07 of 1,000 guessed secrets ${how} twenty are looked at; the client goes on elsewhere, and other clients here`, async () => {
      const clientId = how === 'in the header' ? 'basic' : 'post'
      provider.logged.length = 0
      const statuses: number[] = []
      for (let count = 0; count < 1000; count++) {
        const response = await guess(count)
        statuses.push(response.status)
        if (response.status === 429) assert.equal(response.headers.get('retry-after'), '3')
      }
      assert.equal(statuses.filter((status) => status === 401).length, 20)
      assert.equal(statuses.filter((status) => status === 429).length, 980)
      assert.equal(await honest(clientId, guesser), 429, 'not even the right secret is looked at')
      assert.equal(await honest(clientId, other), 400, 'the client elsewhere')
      assert.equal(await honest(clientId === 'basic' ? 'post' : 'basic', guesser), 400, 'another client here')
      const alarms = provider.logged.filter(({ event }) => event === 'rate_limited')
      assert.deepEqual(alarms, [
        { level: 'warn', event: 'rate_limited', fields: { limit: 'client_authentication', source: guesser, clientId } },
      ])
      provider.clock.advance(3)
      assert.equal(await honest(clientId, guesser), 400, 'after Retry-After')
    })
  }

  test('CA-07 1,000 guesses at once get no further than those that are under way', async () => {
    const secrets = Array.from({ length: 1000 }, (_, count) => `guess number ${count} of a secret`)
    await Promise.all(secrets.map(async (secret) => await token({}, guesser, basicHeader('basic', secret))))
    const next = await Promise.all(secrets.map(async (secret) => (await token({}, guesser, basicHeader('basic', secret))).status))
    assert.deepEqual(new Set(next), new Set([429]))
  })

  test('CA-07 guesses at introspection and revocation count together with those at the token endpoint', async () => {
    const wrong = basicHeader('basic', 'a wrong secret of some length')
    for (let count = 0; count < 10; count++) {
      assert.equal((await post('/oauth/v2/introspect', { token: 'x' }, guesser, wrong)).status, 401)
      assert.equal((await post('/oauth/v2/revoke', { token: 'x' }, guesser, wrong)).status, 401)
    }
    for (const path of ['/oauth/v2/introspect', '/oauth/v2/revoke'])
      assert.equal((await post(path, { token: 'x' }, guesser, wrong)).status, 429)
    assert.equal((await token({}, guesser, wrong)).status, 429)
  })

  test('CA-07 guessing at one client after the other is slowed down by source', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 400; count++)
      statuses.push((await token({}, guesser, basicHeader(`client ${count}`, 'a guessed secret'))).status)
    assert.equal(statuses.filter((status) => status === 401).length, 300)
    assert.equal(statuses.at(-1), 429)
    assert.equal(await honest('basic', other), 400)
  })

  test('guessed codes and refresh tokens are slowed down by source', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 400; count++)
      statuses.push((await token({ code: `guess-${count}` }, guesser, basicHeader('basic', clientSecret))).status)
    assert.equal(statuses.filter((status) => status === 400).length, 300)
    assert.equal(statuses.at(-1), 429)
    assert.equal(await honest('basic', other), 400)
  })

  test('guessed access tokens are slowed down by source', async () => {
    let last = 0
    for (let count = 0; count < 301; count++) {
      last = (
        await provider.fetch(
          new Request(`${provider.issuer}/oidc/v1/userinfo`, { headers: { authorization: `Bearer guess-${count}` } }),
          guesser,
        )
      ).status
    }
    assert.equal(last, 429)
  })

  test('guessed tokens at an administrative endpoint are slowed down by source', async () => {
    const look = async (count: number): Promise<Response> =>
      await provider.fetch(
        new Request(`${provider.issuer}/admin/v1/events`, {
          headers: { authorization: `Bearer guess-${count}` },
        }),
        guesser,
      )
    for (let count = 0; count < 300; count++) assert.equal((await look(count)).status, 401)
    assert.equal((await look(300)).status, 429)
  })

  test('of a source that has sent too much, no body is read', async () => {
    for (let count = 0; count < 300; count++) await token({}, guesser, basicHeader(`client ${count}`, 'a guessed secret'))
    let read = false
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          read = true
          controller.enqueue(new TextEncoder().encode('client_id=another'))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    // `duplex` is what Node asks for when the body is a stream.
    const request = new Request(`${provider.issuer}/oauth/v2/token`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    assert.equal((await provider.fetch(request, guesser)).status, 429)
    assert.equal(read, false)
  })

  test('introspection that succeeds is not limited: resource servers ask at every request', async () => {
    const authorization = basicHeader('basic', clientSecret)
    for (let count = 0; count < 1500; count++)
      assert.equal((await post('/oauth/v2/introspect', { token: 'x' }, other, authorization)).status, 200)
  })

  test('the refusal is an OAuth error that no cache keeps', async () => {
    const wrong = basicHeader('basic', 'a wrong secret of some length')
    for (let count = 0; count < 20; count++) await token({}, guesser, wrong)
    const response = await token({}, guesser, wrong)
    assert.equal(response.status, 429)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.has('www-authenticate'), false)
    assert.deepEqual(await response.json(), { error: 'temporarily_unavailable', error_description: 'There were too many requests.' })
  })

  test('a body that is longer than it may be is refused by the endpoint, and not waited for', async () => {
    const response = await token({ client_id: 'post', x: 'a'.repeat(300_000) }, other)
    assert.equal(response.status, 400)
  })
})
