// How many tokens a client and an organization are issued in a minute: with their lifetime it bounds how many are alive.
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { rateLimiting } from '@symbolon/rate-limiting'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prometheusMetrics } from 'symbolon'
import { authorize, basicHeader, codeOf, redeem } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import { valuesOf } from '../../support/scrape.ts'
import { requestByCredentials, robotSecret, serviceUserDocument } from '../../support/service-users.ts'

test('DS-43 a client and an organization get so many tokens a minute; others are not affected, and a refused code stays valid', async (t) => {
  const metrics = prometheusMetrics()
  const provider = await startTestProvider({
    metrics,
    document: serviceUserDocument(),
    grants: [authorizationCode(), clientCredentials()],
    limits: [
      rateLimiting({
        loopback: true,
        rates: { client_tokens: { burst: 3, perMinute: 3 }, organization_tokens: { burst: 5, perMinute: 5 } },
      }),
    ],
  })
  t.after(async () => await provider.close())
  const askAs = async (clientId: string): Promise<number> =>
    (await requestByCredentials(provider, {}, { authorization: basicHeader(clientId, robotSecret) })).status
  const code = codeOf(await authorize(provider))

  const statuses: number[] = []
  for (const clientId of ['robot', 'robot', 'robot', 'robot', 'robot-jwt', 'robot-jwt', 'robot-es256']) statuses.push(await askAs(clientId))
  assert.deepEqual(statuses, [200, 200, 200, 429, 200, 200, 429])
  const refused = await redeem(provider, code)
  assert.equal(refused.status, 429)
  assert.equal(refused.body['error'], 'temporarily_unavailable')
  assert.equal(refused.headers.get('retry-after'), '12')
  assert.equal(await askAs('twin-2'), 200, 'another organization')
  assert.deepEqual(valuesOf(await metrics.text(), 'symbolon_rate_limited_total'), {
    'limit=client_tokens': 1,
    'limit=organization_tokens': 2,
  })
  provider.clock.advance(12)
  assert.equal((await redeem(provider, code)).status, 200, 'the refused request redeemed nothing')
  assert.equal(await askAs('robot-es256'), 429)
})

test('requests that get no token use up nothing of the limits on tokens', async (t) => {
  const provider = await startTestProvider({
    document: serviceUserDocument(),
    grants: [authorizationCode(), clientCredentials()],
    limits: [rateLimiting({ loopback: true, rates: { client_tokens: { burst: 1, perMinute: 1 } } })],
  })
  t.after(async () => await provider.close())
  for (let count = 0; count < 5; count += 1) assert.equal((await redeem(provider, 'wrong')).status, 400)
  assert.equal((await redeem(provider, codeOf(await authorize(provider)))).status, 200)
})
