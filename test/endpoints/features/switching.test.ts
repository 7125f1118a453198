// `GET`, `PUT` and `DELETE /v2/features/instance`: what they do and return, and what stays in the audit trail.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { postToken } from '../../support/code-flow.ts'
import { askFeatures, discoveryOf, eventsOf, feature, flaggedGrantType, startFeatureProvider } from '../../support/features.ts'
import type { TestProvider } from '../../support/provider.ts'

let provider: TestProvider
beforeEach(async () => {
  provider = await startFeatureProvider()
})
afterEach(async () => await provider.close())

const names = [
  'loginDefaultOrg',
  'userSchema',
  'oidcTokenExchange',
  'improvedPerformance',
  'debugOidcParentError',
  'oidcSingleV1SessionTermination',
  'disableUserTokenEvent',
  'enableBackChannelLogout',
  'loginV2',
  'permissionCheckV2',
  'consoleUseV2UserApi',
]

async function isOn(): Promise<boolean> {
  return (await discoveryOf(provider))['acr_values_supported']?.toString().includes('flagged') === true
}

test('before anything is set, every member is off and has no source', async () => {
  const { status, headers, body } = await askFeatures(provider, 'GET')
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(headers.get('cache-control'), 'no-store')
  const { details, ...features } = body
  assert.deepEqual(details, { sequence: '0' })
  assert.deepEqual(Object.keys(features), names)
  const off = { enabled: false, source: 'SOURCE_UNSPECIFIED' }
  const special = { improvedPerformance: { executionPaths: [], source: off.source }, loginV2: { required: false, source: off.source } }
  assert.deepEqual(features, { ...Object.fromEntries(names.map((name) => [name, off])), ...special })
})

test('a feature that is set acts at once on this process, in discovery and at the token endpoint', async () => {
  const ask = async () => (await postToken(provider, { grant_type: flaggedGrantType, client_id: 'unknown' })).body['error']
  assert.equal(await isOn(), false)
  assert.equal(await ask(), 'unsupported_grant_type')
  const { status, body } = await askFeatures(provider, 'PUT', { [feature]: true })
  assert.equal(status, 200)
  assert.deepEqual(body, { details: { sequence: '1', changeDate: new Date(provider.clock.now()).toISOString() } })
  assert.equal(await isOn(), true)
  assert.equal(await ask(), 'invalid_client')
  assert.deepEqual((await askFeatures(provider, 'GET')).body[feature], { enabled: true, source: 'SOURCE_INSTANCE' })
  await askFeatures(provider, 'PUT', { [feature]: false })
  assert.equal(await isOn(), false)
  assert.equal(await ask(), 'unsupported_grant_type')
  assert.deepEqual((await askFeatures(provider, 'GET')).body[feature], { enabled: false, source: 'SOURCE_INSTANCE' })
})

test('members that a request leaves out, or has as null, stay unchanged', async () => {
  await askFeatures(provider, 'PUT', { [feature]: true, userSchema: false })
  for (const body of [{}, { [feature]: null }, { userSchema: false }, { loginDefaultOrg: false }]) {
    assert.equal((await askFeatures(provider, 'PUT', body)).status, 200)
    assert.equal(await isOn(), true, JSON.stringify(body))
  }
  const { body } = await askFeatures(provider, 'GET')
  assert.deepEqual(body['userSchema'], { enabled: false, source: 'SOURCE_INSTANCE' })
  assert.deepEqual(body['permissionCheckV2'], { enabled: false, source: 'SOURCE_UNSPECIFIED' })
})

test('a reset forgets everything that was set', async () => {
  const before = (await askFeatures(provider, 'GET')).body
  await askFeatures(provider, 'PUT', { [feature]: true, loginV2: {}, improvedPerformance: [] })
  const { status, body } = await askFeatures(provider, 'DELETE')
  assert.equal(status, 200)
  assert.equal((body['details'] as Record<string, unknown>)['sequence'], '2')
  assert.equal(await isOn(), false)
  assert.deepEqual({ ...(await askFeatures(provider, 'GET')).body, details: before['details'] }, before)
  assert.equal((await askFeatures(provider, 'DELETE')).status, 200, 'again, with nothing to forget')
})

test('members may be spelled as in protobuf', async () => {
  const body = {
    oidc_token_exchange: true,
    login_default_org: false,
    login_v2: { base_uri: '' },
    oidc_single_v1_session_termination: false,
  }
  assert.equal((await askFeatures(provider, 'PUT', body)).status, 200)
  const { body: features } = await askFeatures(provider, 'GET')
  const set = Object.entries(features)
    .filter(([, value]) => (value as Record<string, unknown>)['source'] === 'SOURCE_INSTANCE')
    .map(([name]) => name)
  assert.deepEqual(set, ['loginDefaultOrg', 'oidcTokenExchange', 'oidcSingleV1SessionTermination', 'loginV2'])
})

test('every change is on record: who, from where, which feature, before and after', async () => {
  for (const body of [{ [feature]: true, userSchema: false }, { [feature]: true }, { [feature]: false }]) {
    await askFeatures(provider, 'PUT', body)
    provider.clock.advance(1)
  }
  await askFeatures(provider, 'DELETE')
  const events = await eventsOf(provider, 'feature_changed')
  assert.deepEqual(
    events.map(({ subject, details }) => ({ subject, details })),
    [
      { subject: { kind: 'feature', id: feature }, details: { before: 'unset', after: true } },
      { subject: { kind: 'feature', id: 'userSchema' }, details: { before: 'unset', after: false } },
      { subject: { kind: 'feature', id: feature }, details: { before: true, after: false } },
      { subject: { kind: 'feature', id: feature }, details: { before: false, after: 'unset' } },
      { subject: { kind: 'feature', id: 'userSchema' }, details: { before: false, after: 'unset' } },
    ],
  )
  for (const event of events) {
    assert.equal(event['actorId'], 'owner')
    assert.equal(event['remoteAddress'], '192.0.2.7')
  }
})

test('a feature that no composed part carries is off, whatever another composition left behind', async () => {
  const { features } = provider.storage.stores
  await features?.set({ loginDefaultOrg: true, [feature]: true }, 0)
  const { body } = await askFeatures(provider, 'GET')
  assert.deepEqual(body['loginDefaultOrg'], { enabled: false, source: 'SOURCE_INSTANCE' })
  assert.deepEqual(body[feature], { enabled: true, source: 'SOURCE_INSTANCE' })
})
