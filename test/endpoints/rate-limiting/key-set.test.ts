// A client that floods the key set is refused, and other clients are not.
import { rateLimiting } from '@symbolon/rate-limiting'
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'

const flooder = '203.0.113.9'
const other = '198.51.100.7'

const keySet = async (provider: TestProvider, from: string, headers: Record<string, string> = {}): Promise<Response> =>
  await provider.fetch(new Request(`${provider.issuer}/oauth/v2/keys`, { headers }), from)

describe('with limits', () => {
  let provider: TestProvider

  before(async () => void (provider = await startTestProvider({ limits: [rateLimiting()] })))
  beforeEach(() => provider.clock.advance(3600))
  after(async () => await provider.close())

  test('HO-14 of 1,000 requests in a second from one source most get 429 with Retry-After, while others go on', async () => {
    const statuses = { 200: 0, 429: 0 }
    for (let count = 0; count < 1000; count++) {
      const { status, headers } = await keySet(provider, flooder)
      assert.ok(status === 200 || status === 429, String(status))
      statuses[status]++
      if (status === 429) assert.equal(headers.get('retry-after'), '1')
      if (count % 100 === 0) assert.equal((await keySet(provider, other)).status, 200)
    }
    assert.deepEqual(statuses, { 200: 300, 429: 700 })
    assert.equal((await keySet(provider, other)).headers.get('cache-control')?.includes('max-age'), true)
  })

  test('HO-14 the refusal is plain JSON that browsers may read and nothing may keep', async () => {
    let response = await keySet(provider, flooder)
    for (let count = 0; count < 300; count++) response = await keySet(provider, flooder)
    assert.equal(response.status, 429)
    assert.equal(response.headers.get('content-type'), 'application/json')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.deepEqual(await response.json(), { error: 'temporarily_unavailable', error_description: 'There were too many requests.' })
  })

  test('HO-14 who waits as long as Retry-After says is answered, and tries in between cost nothing', async () => {
    for (let count = 0; count < 1000; count++) await keySet(provider, flooder)
    provider.clock.advance(1)
    assert.equal((await keySet(provider, flooder)).status, 200)
  })

  test('HO-14 the log says once who floods', async () => {
    provider.logged.length = 0
    for (let count = 0; count < 600; count++) await keySet(provider, flooder)
    const alarms = provider.logged.filter(({ event }) => event === 'rate_limited')
    assert.deepEqual(alarms, [{ level: 'warn', event: 'rate_limited', fields: { limit: 'key_set', source: flooder } }])
  })

  test('HO-14 who keeps the key set for as long as it may be kept never meets the limit', async () => {
    for (let count = 0; count < 1000; count++) {
      assert.equal((await keySet(provider, other)).status, 200)
      provider.clock.advance(300)
    }
  })

  test('PW-08 headers do not make another source of the flooder', async () => {
    const answers = []
    for (let count = 0; count < 400; count++) {
      const made = count % 2 === 0 ? { 'x-forwarded-for': `1.2.3.${count % 256}` } : { forwarded: `for=1.2.4.${count % 256}` }
      answers.push((await keySet(provider, flooder, { ...made, 'x-real-ip': '127.0.0.1' })).status)
    }
    assert.equal(answers.filter((status) => status === 200).length, 300)
    assert.equal(answers.at(-1), 429)
  })

  test('PW-08 all addresses of an IPv6 network are one source', async () => {
    const answers = []
    for (let count = 0; count < 400; count++) answers.push((await keySet(provider, `2001:db8:1:2::${count.toString(16)}`)).status)
    assert.equal(answers.filter((status) => status === 200).length, 300)
    assert.equal((await keySet(provider, '2001:db8:1:3::1')).status, 200)
  })

  test('requests of this machine itself are not limited', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      for (let count = 0; count < 400; count++) assert.equal((await keySet(provider, address)).status, 200)
    }
  })
})

test('PW-08 behind a trusted proxy the source is what the proxy says, and garbage leaves the limit on', async () => {
  const provider = await startTestProvider({ limits: [rateLimiting()], trustedProxies: ['127.0.0.1'] })
  try {
    const admitted = async (header: (count: number) => string): Promise<number> => {
      let answered = 0
      for (let count = 0; count < 400; count++)
        answered += (await keySet(provider, '127.0.0.1', { 'x-forwarded-for': header(count) })).ok ? 1 : 0
      return answered
    }
    assert.equal(await admitted((count) => `1.2.3.${count % 256}, 203.0.113.9`), 300)
    assert.equal(await admitted(() => '203.0.113.10'), 300)
    assert.equal(await admitted((count) => `198.51.100.1, a${count}`), 300)
    assert.equal(await admitted((count) => `127.0.0.${1 + (count % 2)}, nonsense`), 0, 'garbage shares the limit of the proxy')
  } finally {
    await provider.close()
  }
})

test('PW-08 behind a local proxy that is not configured, requests count by the proxy, and are never exempt', async () => {
  const provider = await startTestProvider({ limits: [rateLimiting()] })
  try {
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.9' },
      { forwarded: 'for=203.0.113.9' },
      { 'x-real-ip': '203.0.113.9' },
      { via: '1.1 proxy' },
      { 'x-forwarded-port': '443' },
      { 'x-client-ip': '203.0.113.9' },
    ]) {
      let answered = 0
      for (let count = 0; count < 310; count++) answered += (await keySet(provider, '127.0.0.1', headers)).ok ? 1 : 0
      assert.equal(answered, 300, JSON.stringify(headers))
      provider.clock.advance(3600)
    }
    assert.equal(provider.logged.filter(({ event }) => event === 'forwarded_header_ignored').length, 1)
    for (let count = 0; count < 400; count++) assert.equal((await keySet(provider, '127.0.0.1')).status, 200)
  } finally {
    await provider.close()
  }
})

test('limits can be configured to apply to this machine as well', async () => {
  const provider = await startTestProvider({ limits: [rateLimiting({ loopback: true })] })
  try {
    let last = 0
    for (let count = 0; count < 301; count++) last = (await keySet(provider, '127.0.0.1')).status
    assert.equal(last, 429)
  } finally {
    await provider.close()
  }
})

test('without the part there are no limits', async () => {
  const provider = await startTestProvider()
  try {
    for (let count = 0; count < 1000; count++) assert.equal((await keySet(provider, flooder)).status, 200)
  } finally {
    await provider.close()
  }
})
