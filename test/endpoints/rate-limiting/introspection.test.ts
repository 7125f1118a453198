// A client that may introspect could try tokens: it is slowed down, at a rate far above that of an honest API.
import { rateLimiting } from '@symbolon/rate-limiting'
import { clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basicHeader } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { signedIn } from '../../support/signed-in.ts'

const scanner = '203.0.113.9'
const other = '198.51.100.7'

const path = '/oauth/v2/introspect'

async function introspect(provider: TestProvider, token: string, from: string): Promise<Response> {
  return await provider.fetch(
    new Request(provider.issuer + path, {
      method: 'POST',
      headers: { authorization: basicHeader('basic', clientSecret) },
      body: new URLSearchParams({ token }),
    }),
    from,
  )
}

async function aToken(provider: TestProvider): Promise<string> {
  const { access_token: token } = await (await signedIn(provider)).tokens()
  return String(token)
}

test('IN-04 of 3,500 random tokens 3,000 are looked at', async (t) => {
  const provider = await startTestProvider({ limits: [rateLimiting()] })
  t.after(async () => await provider.close())
  const token = await aToken(provider)
  provider.logged.length = 0
  const statuses: number[] = []
  for (let count = 0; count < 3500; count += 1) {
    const response = await introspect(provider, `symbolon_at_${String(count).padStart(43, 'x')}`, scanner)
    statuses.push(response.status)
    if (response.status === 429) assert.equal(response.headers.get('retry-after'), '1')
    else assert.deepEqual(await response.json(), { active: false })
  }
  assert.equal(statuses.filter((status) => status === 200).length, 3000)
  assert.equal(statuses.filter((status) => status === 429).length, 500)
  assert.deepEqual(
    provider.logged.filter(({ event }) => event === 'rate_limited').map(({ fields }) => fields),
    [{ limit: 'inactive_token', source: scanner, clientId: 'basic' }],
  )
  assert.equal((await introspect(provider, token, scanner)).status, 429, 'the scanner learns nothing about a valid token')
  assert.equal((await introspect(provider, token, other)).status, 200, 'the same client elsewhere')
  provider.clock.advance(1)
  assert.equal((await introspect(provider, token, scanner)).status, 200, 'after Retry-After')
})

test('IN-04 tokens that count are never counted', async (t) => {
  const provider = await startTestProvider({ limits: [rateLimiting({ rates: { inactive_token: { burst: 2, perMinute: 1 } } })] })
  t.after(async () => await provider.close())
  const token = await aToken(provider)
  for (let count = 0; count < 50; count += 1) assert.equal((await introspect(provider, token, scanner)).status, 200)
  for (const status of [200, 200, 429]) assert.equal((await introspect(provider, 'unknown', scanner)).status, status)
})
