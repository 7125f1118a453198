// `GET /v2/settings/security`, `PUT /v2/policies/security` and `PUT /admin/v1/policies/security`: one policy, the same as in documents.
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { ask, eventsOf, featureDocument, startFeatureProvider } from '../../support/features.ts'
import type { RestAnswer } from '../../support/features.ts'
import type { TestProvider } from '../../support/provider.ts'

let provider: TestProvider
beforeEach(async () => {
  provider = await startFeatureProvider()
})
afterEach(async () => await provider.close())

const nested = '/v2/policies/security'
const flat = '/admin/v1/policies/security'
const off = { embeddedIframe: { enabled: false, allowedOrigins: [] }, enableImpersonation: false }
const origins = ['https://portal.example', 'https://intranet.example:8443']

async function settings(): Promise<unknown> {
  const { status, body } = await ask(provider, 'GET', '/v2/settings/security')
  assert.equal(status, 200)
  return body['settings']
}

async function put(path: string, body: unknown): Promise<RestAnswer> {
  return await ask(provider, 'PUT', path, { body })
}

/** What the rest of the provider goes by. */
async function allowsImpersonation(): Promise<boolean | undefined> {
  const open = provider.storage.stores.policies
  return (await open?.findSecurityPolicy())?.enableImpersonation
}

test('without a policy everything is off', async () => {
  assert.deepEqual(await settings(), off)
  assert.equal(await allowsImpersonation(), false)
})

test('impersonation is allowed and forbidden through either path, and acts at the next use', async () => {
  for (const path of [nested, flat]) {
    const { status, body } = await put(path, { enableImpersonation: true })
    assert.equal(status, 200)
    assert.deepEqual(body, { details: { changeDate: new Date(provider.clock.now()).toISOString() } })
    assert.deepEqual(await settings(), { ...off, enableImpersonation: true })
    assert.equal(await allowsImpersonation(), true)
    assert.equal((await put(path, { enableImpersonation: false })).status, 200)
    assert.deepEqual(await settings(), off)
    assert.equal(await allowsImpersonation(), false)
  }
})

test('a request replaces the policy: what it leaves out is off, as clients leave out what is false', async () => {
  await put(nested, { enableImpersonation: true, embeddedIframe: { enabled: true, allowedOrigins: origins } })
  assert.deepEqual(await settings(), { enableImpersonation: true, embeddedIframe: { enabled: true, allowedOrigins: origins } })
  await put(nested, { embeddedIframe: { allowedOrigins: origins } })
  assert.deepEqual(await settings(), { enableImpersonation: false, embeddedIframe: { enabled: false, allowedOrigins: origins } })
  await put(flat, { enableIframeEmbedding: true, enableImpersonation: null })
  assert.deepEqual(await settings(), { enableImpersonation: false, embeddedIframe: { enabled: true, allowedOrigins: [] } })
  await put(flat, {})
  assert.deepEqual(await settings(), off)
})

test('members may be spelled as in protobuf', async () => {
  await put(nested, { enable_impersonation: true, embedded_iframe: { enabled: true, allowed_origins: origins } })
  const all = { enableImpersonation: true, embeddedIframe: { enabled: true, allowedOrigins: origins } }
  assert.deepEqual(await settings(), all)
  await put(flat, {})
  await put(flat, { enable_impersonation: true, enable_iframe_embedding: true, allowed_origins: origins })
  assert.deepEqual(await settings(), all)
})

test('a document writes the same policy, and finds what was written over HTTP', async () => {
  const document = (securityPolicy: NonNullable<NonNullable<OrgDocument['instance']>['securityPolicy']>): OrgDocument => ({
    orgs: [],
    instance: { securityPolicy },
  })
  await provider.apply(document({ enableImpersonation: true, allowedOrigins: origins }))
  assert.deepEqual(await settings(), { enableImpersonation: true, embeddedIframe: { enabled: false, allowedOrigins: origins } })
  await put(nested, { enableImpersonation: true, embeddedIframe: { enabled: true } })
  const { counts } = await provider.apply(document({ enableImpersonation: true, enableIframeEmbedding: true }))
  assert.equal(counts.same, 1, 'the document finds what it says')
  await provider.apply(document({}))
  assert.deepEqual(await settings(), off)
})

test('a policy of the instance that was there before other documents stays when they do not name it', async () => {
  await put(nested, { enableImpersonation: true })
  await provider.apply(featureDocument())
  assert.equal(await allowsImpersonation(), true)
})

test('every change is on record: who, from where, which member, before and after', async () => {
  await put(nested, { enableImpersonation: true, embeddedIframe: { allowedOrigins: ['https://portal.example'] } })
  provider.clock.advance(1)
  const { body } = await put(flat, { enableImpersonation: true, allowedOrigins: ['https://portal.example'] })
  assert.deepEqual(body, { details: {}, noEffect: ['allowedOrigins'] }, 'nothing changed')
  await put(flat, {})
  const events = await eventsOf(provider, 'resource_changed')
  assert.deepEqual(
    events.map(({ details }) => details),
    [
      { changed: 'enableImpersonation', before: false, after: true },
      { changed: 'allowedOrigins', before: '[]', after: '["https://portal.example"]' },
      { changed: 'enableImpersonation', before: true, after: false },
      { changed: 'allowedOrigins', before: '["https://portal.example"]', after: '[]' },
    ],
  )
  for (const event of events) {
    assert.deepEqual(event['subject'], { kind: 'instancePolicy', id: 'securityPolicy' })
    assert.equal(event['actorId'], 'owner')
    assert.equal(event['remoteAddress'], '192.0.2.7')
  }
})

const refused: readonly (readonly [string, string, unknown, RegExp])[] = [
  ['an unknown member', nested, { enableImpersonation: true, enableImpersonating: true }, /enableImpersonating/],
  ['an unknown member', flat, { enableImpersonation: true, enableImpersonating: true }, /enableImpersonating/],
  ['a member of the other shape', nested, { enableIframeEmbedding: true }, /enableIframeEmbedding/],
  ['a member of the other shape', flat, { embeddedIframe: {} }, /embeddedIframe/],
  ['an unknown member of the frames', nested, { embeddedIframe: { enable: true } }, /enable/],
  ['a text for a flag', nested, { enableImpersonation: 'true' }, /enableImpersonation/],
  ['a text for a flag', flat, { enableImpersonation: 'true' }, /enableImpersonation/],
  ['a flag for the frames', nested, { embeddedIframe: true }, /embeddedIframe/],
  ['no origin', nested, { embeddedIframe: { allowedOrigins: ['https://portal.example/path'] } }, /allowedOrigins\[0\]/],
  ['a scheme that runs code', flat, { allowedOrigins: ['https://portal.example', 'javascript://x'] }, /allowedOrigins\[1\]/],
  ['a text for a list', flat, { allowedOrigins: 'https://portal.example' }, /allowedOrigins/],
  ['both spellings', nested, { enableImpersonation: true, enable_impersonation: true }, /enableImpersonation/],
  ['both spellings', flat, { enableImpersonation: true, enable_impersonation: true }, /./],
  ['a list', nested, [], /object/],
  ['a list', flat, [], /object/],
  ['null', nested, 'null', /object/],
  ['half of an object', flat, '{"enable', /JSON/],
]
for (const [name, path, body, says] of refused) {
  test(`${path} refuses ${name}: ${JSON.stringify(body)}`, async () => {
    await put(path, { enableImpersonation: true })
    const answer = await put(path, body)
    assert.equal(answer.status, 400)
    assert.equal(answer.body['code'], 3)
    assert.match(String(answer.body['message']), says)
    assert.deepEqual(answer.body['details'], [
      { '@type': 'type.googleapis.com/symbolon.v1.ErrorDetail', id: 'body_malformed', message: answer.body['message'] },
    ])
    assert.deepEqual(await settings(), { ...off, enableImpersonation: true })
  })
}

test('each path has its one method', async () => {
  for (const [path, allow] of [
    ['/v2/settings/security', 'GET'],
    [nested, 'PUT'],
    [flat, 'PUT'],
  ] as const) {
    for (const method of ['GET', 'PUT', 'POST', 'DELETE'].filter((each) => each !== allow)) {
      const response = await provider.fetch(new Request(provider.issuer + path, { method }))
      assert.equal(response.status, 405)
      assert.equal(response.headers.get('allow'), allow)
    }
  }
})
