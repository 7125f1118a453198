// What `/v2/features/instance` rejects: the whole request or nothing, by name, in the REST shape.
import { authorizationCode } from '@symbolon/grants-authorization-code'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ask, askFeatures, discoveryOf, eventsOf, feature, startFeatureProvider } from '../../support/features.ts'
import type { RestAnswer } from '../../support/features.ts'
import type { TestProvider } from '../../support/provider.ts'

let provider: TestProvider
before(async () => {
  provider = await startFeatureProvider()
})
after(async () => await provider.close())

function assertRefused({ status, body }: RestAnswer, id: string, says: RegExp): void {
  assert.equal(status, 400)
  assert.equal(body['code'], 3)
  assert.match(String(body['message']), says)
  assert.deepEqual(body['details'], [{ '@type': 'type.googleapis.com/symbolon.v1.ErrorDetail', id, message: body['message'] }])
}

async function assertUnchanged(): Promise<void> {
  assert.deepEqual((await askFeatures(provider, 'GET')).body['details'], { sequence: '0' })
  assert.equal((await discoveryOf(provider))['acr_values_supported']?.toString().includes('flagged'), false)
  assert.deepEqual(await eventsOf(provider, 'feature_changed'), [])
}

const lacking = [
  'loginDefaultOrg',
  'userSchema',
  'debugOidcParentError',
  'oidcSingleV1SessionTermination',
  'disableUserTokenEvent',
  'enableBackChannelLogout',
  'permissionCheckV2',
  'consoleUseV2UserApi',
]

for (const name of lacking) {
  test(`${name}: there is no such thing here to be switched on`, async () => {
    assertRefused(await askFeatures(provider, 'PUT', { [name]: true, [feature]: true }), 'feature_unavailable', new RegExp(`\\b${name}\\b`))
    await assertUnchanged()
  })
}

test('every feature that is not here is named', async () => {
  const body = {
    userSchema: true,
    improvedPerformance: ['IMPROVED_PERFORMANCE_PROJECT'],
    loginV2: { required: true },
    permissionCheckV2: false,
  }
  const answer = await askFeatures(provider, 'PUT', body)
  assertRefused(answer, 'feature_unavailable', /userSchema, improvedPerformance, loginV2\./)
  assert.doesNotMatch(String(answer.body['message']), /permissionCheckV2/)
  for (const loginV2 of [{ baseUri: 'https://login.example' }, { base_uri: 'x' }, { required: true, baseUri: '' }]) {
    assertRefused(await askFeatures(provider, 'PUT', { loginV2 }), 'feature_unavailable', /loginV2/)
  }
  await assertUnchanged()
})

test('a feature whose part is not composed is not here either', async () => {
  const without = await startFeatureProvider({ grants: [authorizationCode()] })
  try {
    assertRefused(await askFeatures(without, 'PUT', { [feature]: true }), 'feature_unavailable', new RegExp(feature))
    assert.equal((await askFeatures(without, 'PUT', { [feature]: false })).status, 200)
  } finally {
    await without.close()
  }
})

const unknown = [
  'enableRelationalTables',
  'webKey',
  'actions',
  'oidcLegacyIntrospection',
  'OidcTokenExchange',
  'oidc-token-exchange',
  'features',
  '',
  '__proto__',
  'constructor',
]
for (const name of unknown) {
  test(`an unknown name is refused: ${JSON.stringify(name)}`, async () => {
    // Whatever the value, null too.
    for (const value of ['true', 'false', 'null', '{}']) {
      const answer = await askFeatures(provider, 'PUT', `{"${feature}":true,${JSON.stringify(name)}:${value}}`)
      assertRefused(answer, 'feature_unknown', name === '' ? /""/ : new RegExp(name))
    }
    await assertUnchanged()
  })
}

test('a name that could spoil a log is shown short and escaped', async () => {
  const answer = await askFeatures(provider, 'PUT', { [`\n\u0007<script>${'x'.repeat(5000)}`]: true })
  assertRefused(answer, 'feature_unknown', /^[\x20-\x7e]{1,160}$/)
})

const malformed: readonly (readonly [string, unknown, RegExp])[] = [
  ['a text for a flag', { [feature]: 'true' }, /oidcTokenExchange/],
  ['a number for a flag', { [feature]: 1 }, /oidcTokenExchange/],
  ['an object for a flag', { [feature]: { enabled: true } }, /oidcTokenExchange/],
  ['a list for a flag', { userSchema: [] }, /userSchema/],
  ['a flag for a list', { improvedPerformance: false }, /improvedPerformance/],
  ['a strange text in the list', { improvedPerformance: ['x'] }, /improvedPerformance/],
  ['a flag for an object', { loginV2: false }, /loginV2/],
  ['a list for an object', { loginV2: [] }, /loginV2/],
  ['an unknown member in an object', { loginV2: { require: false } }, /loginV2/],
  ['a text for the flag in an object', { loginV2: { required: 'false' } }, /loginV2/],
  ['a number for the text in an object', { loginV2: { baseUri: 7 } }, /loginV2/],
  ['both spellings of one member', { [feature]: true, oidc_token_exchange: true }, /oidcTokenExchange twice/],
  ['a list', [], /object/],
  ['a text', '"true"', /object/],
  ['null', 'null', /object/],
  ['half of an object', '{"oidcTokenExchange":tr', /JSON/],
  ['nothing', '', /JSON/],
]
for (const [name, body, says] of malformed) {
  test(`a body that does not fit: ${name}`, async () => {
    assertRefused(await askFeatures(provider, 'PUT', body), 'body_malformed', says)
    await assertUnchanged()
  })
}

test('a body whose content type is not JSON is refused', async () => {
  for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
    assertRefused(
      await ask(provider, 'PUT', '/v2/features/instance', { body: { [feature]: true }, contentType }),
      'content_type',
      /application\/json/,
    )
  }
  await assertUnchanged()
})

test('other methods are not allowed, and other paths not found', async () => {
  for (const method of ['POST', 'PATCH', 'HEAD', 'OPTIONS']) {
    const response = await provider.fetch(new Request(`${provider.issuer}/v2/features/instance`, { method }))
    assert.equal(response.status, 405, method)
    assert.equal(response.headers.get('allow'), 'GET, PUT, DELETE')
  }
  for (const path of [
    '/v2/features',
    '/v2/features/instance/',
    '/v2/features/system',
    '/v2/features/organization/acme',
    '/v2beta/features/instance',
  ]) {
    assert.equal((await provider.fetch(new Request(provider.issuer + path))).status, 404, path)
  }
})
