// After known traffic the metrics have exactly the values that follow from it.
import { rateLimiting } from '@symbolon/rate-limiting'
import { alice, clientSecret, redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prometheusMetrics } from 'symbolon'
import { authorizationUrl, authorize, basicHeader, codeOf, postToken, redeem } from '../../support/code-flow.ts'
import { readSamples, valuesOf } from '../../support/scrape.ts'
import { startWholeProvider } from '../../support/whole-provider.ts'

const basic = { authorization: basicHeader('basic', clientSecret) }

test('requests, tokens, errors, sign-ins and repeated codes are counted once each', async (t) => {
  const metrics = prometheusMetrics()
  const provider = await startWholeProvider({ metrics })
  t.after(async () => await provider.close())
  const code = codeOf(await authorize(provider))
  const { body } = await redeem(provider, code)
  assert.equal((await redeem(provider, code)).status, 400)
  await postToken(
    provider,
    { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
    { authorization: basicHeader('basic', 'wrong') },
  )
  await postToken(provider, { grant_type: 'urn:example:unknown' }, basic)
  for (const token of [body['access_token'], 'no token']) {
    await provider.fetch(
      new Request(`${provider.issuer}/oauth/v2/introspect`, {
        method: 'POST',
        headers: basic,
        body: new URLSearchParams({ token: String(token) }),
      }),
    )
  }
  const userAgent = provider.newUserAgent()
  const form = await userAgent.submit(await userAgent.get(authorizationUrl(provider)), { loginName: alice.loginName })
  await userAgent.submit(form, { password: 'wrong' })
  // An error that is shown, and one that is redirected.
  await userAgent.get(authorizationUrl(provider, { client_id: 'unknown' }))
  await userAgent.get(authorizationUrl(provider, { response_type: 'magic' }))
  const text = await metrics.text()

  assert.deepEqual(valuesOf(text, 'symbolon_tokens_issued_total'), {
    'grant=authorization_code,kind=access_token,format=opaque': 1,
    'grant=authorization_code,kind=id_token,format=jwt': 1,
  })
  assert.deepEqual(valuesOf(text, 'symbolon_oauth_errors_total'), {
    'endpoint=token endpoint,error=invalid_grant': 1,
    'endpoint=token endpoint,error=invalid_client': 1,
    'endpoint=token endpoint,error=unsupported_grant_type': 1,
    'endpoint=authorization endpoint,error=invalid_request': 1,
    'endpoint=authorization endpoint,error=unsupported_response_type': 1,
  })
  assert.deepEqual(valuesOf(text, 'symbolon_logins_total'), {
    'step=sign_in,outcome=succeeded': 1,
    'step=first_factor,outcome=failed': 1,
  })
  assert.deepEqual(valuesOf(text, 'symbolon_code_reuse_total'), { '': 1 })
  const requests = valuesOf(text, 'symbolon_http_request_duration_seconds_count')
  assert.equal(requests['endpoint=token endpoint,method=POST,status_class=2xx'], 1)
  assert.equal(requests['endpoint=token endpoint,method=POST,status_class=4xx'], 3)
  assert.equal(requests['endpoint=introspection endpoint,method=POST,status_class=2xx'], 2)
  assert.ok((valuesOf(text, 'symbolon_storage_cached_lookups_total')['result=memory'] ?? 0) > 0)
  const [{ '': groups = 0 }, { '': writes = 0 }] = ['groups', 'grouped_writes'].map((name) =>
    valuesOf(text, `symbolon_storage_${name}_total`),
  ) as [Readonly<Record<string, number>>, Readonly<Record<string, number>>]
  assert.ok(groups > 0 && writes >= groups)
  const operations = readSamples(text).filter(({ name }) => name === 'symbolon_storage_operation_seconds_count')
  const issued = operations.find(({ labels }) => labels['store'] === 'issuance' && labels['verb'] === 'commit')
  assert.deepEqual(issued, { name: issued?.name, labels: { store: 'issuance', verb: 'commit', outcome: 'succeeded' }, value: 1 })
  assert.deepEqual(valuesOf(text, 'symbolon_ready'), { '': 1 })
})

test('a request that a limit refuses is counted by the limit, and failures that block by themselves', async (t) => {
  const metrics = prometheusMetrics()
  const provider = await startWholeProvider({
    metrics,
    limits: [rateLimiting({ rates: { client_authentication: { burst: 2, perMinute: 1 } } })],
  })
  t.after(async () => await provider.close())
  for (let count = 0; count < 5; count += 1) {
    await postToken(provider, { grant_type: 'client_credentials' }, { authorization: basicHeader('basic', 'wrong') })
  }
  const text = await metrics.text()
  assert.deepEqual(valuesOf(text, 'symbolon_rate_limited_total'), { 'limit=client_authentication': 3 })
  assert.deepEqual(valuesOf(text, 'symbolon_oauth_errors_total'), {
    'endpoint=token endpoint,error=invalid_client': 2,
    'endpoint=token endpoint,error=temporarily_unavailable': 3,
  })
})

test('expired rows that are swept are counted by their store, and the age of the signing keys goes on', async (t) => {
  const metrics = prometheusMetrics()
  const provider = await startWholeProvider({ metrics })
  t.after(async () => await provider.close())
  provider.clock.advance(3600)
  assert.deepEqual(valuesOf(await metrics.text(), 'symbolon_signing_key_age_seconds'), {
    'alg=RS256': 3600,
    'alg=ES256': 3600,
    'alg=EdDSA': 3600,
  })
})
