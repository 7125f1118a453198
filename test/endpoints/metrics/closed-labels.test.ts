// No request adds a time series: every value of a label is from a set that is known before the first request.
import { providerMetrics } from '@symbolon/server'
import { clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prometheusMetrics } from 'symbolon'
import { authorizationUrl, basicHeader, postToken } from '../../support/code-flow.ts'
import type { TestProvider } from '../../support/provider.ts'
import { readSamples } from '../../support/scrape.ts'
import { startWholeProvider } from '../../support/whole-provider.ts'

/** What a client may make up, in every place where a request can say something. */
async function attack(provider: TestProvider, mark: string): Promise<void> {
  const { issuer } = provider
  const send = async (path: string, init: RequestInit = {}): Promise<unknown> => await provider.fetch(new Request(issuer + path, init))
  await send(`/${mark}`)
  await send(`/oauth/v2/token/${mark}?x=${mark}`)
  await send('/oauth/v2/token', { method: `X${mark}` })
  await send('/oauth/v2/keys', { method: mark })
  await send('/.well-known/openid-configuration', { headers: { 'user-agent': mark, host: `${mark}.example`, traceparent: mark } })
  await postToken(provider, { grant_type: mark })
  await postToken(provider, { grant_type: 'client_credentials', client_id: mark, client_secret: mark, scope: mark })
  await postToken(provider, { grant_type: 'authorization_code', code: mark }, { authorization: basicHeader(mark, mark) })
  await postToken(provider, { grant_type: 'client_credentials', scope: mark }, { authorization: basicHeader('basic', clientSecret) })
  await provider.newUserAgent().get(authorizationUrl(provider, { client_id: mark, response_type: mark, prompt: mark }))
  await provider.newUserAgent().get(authorizationUrl(provider, { response_type: mark, response_mode: mark, acr_values: mark }))
  const userAgent = provider.newUserAgent()
  const page = await userAgent.submit(await userAgent.get(authorizationUrl(provider)), { loginName: `${mark}@acme.example` })
  await userAgent.submit(page, { password: mark })
}

test('LK-04 clients that make up paths, methods, grant types, clients and users add no time series', async (t) => {
  const metrics = prometheusMetrics()
  const provider = await startWholeProvider({ metrics })
  t.after(async () => await provider.close())
  await attack(provider, 'mark0')
  const seriesOf = async (): Promise<readonly string[]> =>
    readSamples(await metrics.text())
      .filter(({ name }) => name.startsWith('symbolon_'))
      .map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)
      .toSorted()
  const before = await seriesOf()
  assert.ok(before.length > 100)
  for (const mark of ['mark1', 'mark2', 'mark3']) await attack(provider, mark)
  assert.deepEqual(await seriesOf(), before)
  assert.deepEqual(
    before.filter((series) => series.includes('mark')),
    [],
  )
})

test('every value of a label is declared', async (t) => {
  const metrics = prometheusMetrics()
  const provider = await startWholeProvider({ metrics })
  t.after(async () => await provider.close())
  await attack(provider, 'mark')
  for (const { name, labels } of readSamples(await metrics.text())) {
    const declared = providerMetrics.find((metric) => name.replace(/_(?:bucket|count|sum)$/, '') === metric.name)
    if (declared === undefined) continue
    for (const [label, value] of Object.entries(labels)) {
      if (label === 'le') continue
      const set = declared.labels[label]
      assert.ok(set !== undefined && (set === 'composed' || set.includes(value)), `${name} ${label}=${value}`)
    }
  }
})

test('a value that is not declared counts as other, also for callers without types', async () => {
  const metrics = prometheusMetrics()
  const [duration] = providerMetrics
  assert.ok(duration !== undefined)
  const untyped = metrics.declare([duration]) as unknown as { observe(metric: unknown, labels: unknown, value: number): void }
  untyped.observe(duration, { endpoint: 'here', method: 'BREW', status_class: '2xx', client_id: 'mallory' }, 0.1)
  const [first] = readSamples(await metrics.text()).filter(({ name }) => name === 'symbolon_http_request_duration_seconds_count')
  assert.deepEqual(first?.labels, { endpoint: 'here', method: 'other', status_class: '2xx' })
})
