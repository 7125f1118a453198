// Where a request comes from is decided once: limits and the audit trail speak of the same address.
import { auditTrail, endSession, userinfo } from '@symbolon/core-protocol'
import { rateLimiting } from '@symbolon/rate-limiting'
import { alice, createUserAgent, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizationUrl } from '../support/code-flow.ts'
import { startTestProvider } from '../support/provider.ts'

for (const [title, trustedProxies, expected] of [
  ['behind a trusted proxy it is the address that the proxy names', ['127.0.0.1'], '2001:db8::7'],
  ['behind a proxy that is not configured it is that of the proxy', [], '127.0.0.1'],
] as const) {
  test(`PW-08 ${title}, in the audit trail of sign-in and sign-out and in the log of limits`, async () => {
    const limits = [rateLimiting({ rates: { login: { burst: 2, perMinute: 1 } } })]
    const provider = await startTestProvider({ limits, trustedProxies, audit: auditTrail, endpoints: [userinfo, endSession] })
    try {
      const userAgent = createUserAgent(async (request) => {
        const forwarded = new Request(request)
        forwarded.headers.set('x-forwarded-for', '1.2.3.4, 2001:DB8:0::0:7')
        return await provider.fetch(forwarded, '::ffff:127.0.0.1')
      })
      const start = async () => await userAgent.get(authorizationUrl(provider, { prompt: 'login' }))
      await signIn(userAgent, await start(), { ...alice, password: 'not the password' })
      provider.clock.advance(60)
      await signIn(userAgent, await start(), alice)
      await userAgent.get(`${provider.issuer}/oidc/v1/end_session`)
      const events = (await provider.storage.stores.auditEvents?.list({ limit: 100 })) ?? []
      const addresses = new Map(events.map(({ type, remoteAddress }) => [type, remoteAddress]))
      for (const type of ['login_failed', 'login_succeeded'] as const) assert.equal(addresses.get(type), expected, type)
      for (let count = 0; count < 4; count++) await signIn(userAgent, await start(), { ...alice, password: 'not the password' })
      const limited = provider.logged.find(({ event }) => event === 'rate_limited')
      assert.equal(limited?.fields['source'], trustedProxies.length === 0 ? '127.0.0.1' : '2001:db8:0:0::/64')
    } finally {
      await provider.close()
    }
  })
}
