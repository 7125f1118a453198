// The protocol of the example from the device to its tokens, on every database: libSQL, and Postgres where POSTGRES_URL names an empty one.
import type { Storage } from '@symbolon/core-protocol'
import { createProvider } from '@symbolon/server'
import type { Provider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { postgres } from '@symbolon/storage-postgres'
import { createClock, createUserAgent, signIn } from '@symbolon/test-client'
import type { Clock, Page, UserAgent } from '@symbolon/test-client'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { grantType } from '../protocol.ts'
import { startProvider } from '../provider.ts'

const issuer = 'https://id.example'
const ada = { loginName: 'ada', password: 'the difference engine' }
const silent = { info: () => undefined, warn: () => undefined, error: console.error }
const { POSTGRES_URL: postgresUrl } = process.env

const storages: readonly (readonly [string, () => Storage])[] = [
  ['libSQL', () => libsql({ url: ':memory:' })],
  ...(postgresUrl === undefined ? [] : ([['Postgres', () => postgres({ url: postgresUrl })]] as const)),
]

type Body = Readonly<Record<string, unknown>>

for (const [name, storageOf] of storages) {
  describe(`on ${name}`, () => {
    let provider: Provider
    let clock: Clock
    before(async () => {
      clock = createClock()
      provider = await startProvider(issuer, storageOf(), { now: clock.now, monotonic: clock.now, timers: false, log: silent })
    })
    after(async () => await provider.close())

    const post = async (path: string, fields: Readonly<Record<string, string>>): Promise<Body> => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const request = new Request(issuer + path, { method: 'POST', headers, body: new URLSearchParams(fields).toString() })
      const response = await provider.fetch(request, { remoteAddress: '192.0.2.1' })
      return { status: response.status, ...((await response.json()) as object) }
    }
    const begin = async (): Promise<Readonly<Record<string, string>>> =>
      (await post('/acme/device_authorization', { client_id: 'tv', scope: 'openid profile unknown' })) as Readonly<Record<string, string>>
    const poll = async ({ device_code: code = '' }: Readonly<Record<string, string>>, client = 'tv'): Promise<Body> =>
      await post('/oauth/v2/token', { grant_type: grantType, client_id: client, device_code: code })
    const open = async (user = ada): Promise<{ readonly agent: UserAgent; readonly page: Page }> => {
      const agent = createUserAgent(async (request) => await provider.fetch(request, { remoteAddress: '192.0.2.2' }))
      return { agent, page: await signIn(agent, await agent.get(`${issuer}/acme/pair`), user) }
    }
    const decide = async (device: Readonly<Record<string, string>>, decision: string): Promise<Page> => {
      const { agent, page } = await open()
      return await agent.submit(await agent.submit(page, { code: device['user_code'] ?? '' }), { decision })
    }

    test('the row in discovery', async () => {
      const metadata = (await (await provider.fetch(new Request(`${issuer}/.well-known/openid-configuration`))).json()) as Body
      assert.equal(metadata['device_authorization_endpoint'], `${issuer}/acme/device_authorization`)
      assert.deepEqual(metadata['grant_types_supported'], [grantType])
    })

    test('a device gets its tokens once its user has allowed it, and of concurrent polls one does', async () => {
      const device = await begin()
      assert.equal((await poll(device))['error'], 'authorization_pending')
      assert.match((await decide(device, 'allow')).text, /<h1>Device connected<\/h1>/)
      assert.equal((await poll(device, 'radio'))['error'], 'invalid_grant', 'another client')
      const answers = await Promise.all(Array.from({ length: 20 }, async () => await poll(device)))
      const [issued, ...others] = answers.filter(({ status }) => status === 200)
      assert.deepEqual([typeof issued?.['id_token'], issued?.['scope'], others.length], ['string', 'openid profile', 0])
      assert.equal((await poll(device))['error'], 'invalid_grant')
    })

    test('a denied device, and one whose code has expired, get nothing', async () => {
      const [denied, expired] = [await begin(), await begin()]
      assert.match((await decide(denied, 'deny')).text, /<h1>Device refused<\/h1>/)
      assert.equal((await poll(denied))['error'], 'access_denied')
      clock.advance(300)
      assert.equal((await poll(expired))['error'], 'expired_token')
    })

    test('the page has the branding of the provider, its headers, and the languages of the part', async () => {
      const { agent, page } = await open()
      assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
      assert.match(page.text, /<title>Connect a device · Acme<\/title>/)
      const german = await agent.get(`${issuer}/acme/pair`, { headers: { 'accept-language': 'de' } })
      assert.match(german.text, /<h1>Gerät verbinden<\/h1>/)
      const foreign = await agent.submit(page, { code: 'BBBBBBBB' }, 0, { headers: { origin: 'https://evil.example' } })
      assert.equal(foreign.status, 403)
    })

    test('the limits: five wrong codes of a user, and twenty wrong secrets of a client', async () => {
      const { agent, page } = await open({ ...ada, loginName: 'grace' })
      let shown = page
      for (let count = 0; count < 5; count++) {
        shown = await agent.submit(shown, { code: `BBBBBBB${'BCDFG'.charAt(count)}` })
        assert.match(shown.text, /This code is wrong/)
      }
      assert.equal((await agent.submit(shown, { code: 'BBBBBBBB' })).status, 429)
      const statuses = new Map<unknown, number>()
      for (let count = 0; count < 40; count++) {
        const { status } = await post('/acme/device_authorization', { client_id: 'unknown', scope: 'openid' })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      assert.deepEqual([...statuses], [[401, 20], [429, 20]]) // prettier-ignore
    })

    test('expired rows are deleted by the provider', async () => {
      const device = await begin()
      await provider.tick()
      clock.advance(120)
      await provider.tick()
      clock.advance(3600)
      await provider.tick()
      assert.equal((await poll(device))['error'], 'invalid_grant', 'the row is gone')
    })
  })
}

test('without the parts there is no endpoint, no page and no row in discovery', async () => {
  const provider = await createProvider({ issuer, masterKey: new Uint8Array(32), storage: libsql({ url: ':memory:' }), log: silent })
  for (const path of ['/acme/device_authorization', '/acme/pair'])
    assert.equal((await provider.fetch(new Request(issuer + path))).status, 404)
  const metadata = await (await provider.fetch(new Request(`${issuer}/.well-known/openid-configuration`))).text()
  assert.doesNotMatch(metadata, /device/)
  await provider.close()
})
