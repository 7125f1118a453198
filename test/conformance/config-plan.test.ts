// oidcc-config-certification-test-plan, and the discovery document member by member.
// https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isRegisteredMetadata } from '../support/conformance/metadata.ts'
import { definePlan } from '../support/conformance/plan.ts'

describe('oidcc-config-certification-test-plan', () => {
  const plan = definePlan('default')
  const texts = (name: string): readonly string[] => {
    const value = plan.metadata[name]
    assert.ok(Array.isArray(value) && value.length > 0, `${name} is not a filled list`)
    assert.ok(
      value.every((each) => typeof each === 'string' && each !== ''),
      name,
    )
    assert.equal(new Set(value).size, value.length, `${name} repeats itself`)
    return value
  }

  test('oidcc-discovery-endpoint-verification the issuer is the address of the document, to the letter', () => {
    const { issuer } = plan.metadata
    assert.equal(issuer, plan.issuer)
    const { protocol, search, hash, pathname } = new URL(String(issuer))
    assert.deepEqual([protocol, search, hash, pathname], ['https:', '', '', '/'])
  })

  test('oidcc-discovery-endpoint-verification endpoints and key set are https URLs of the issuer, and are there', async () => {
    const members = Object.keys(plan.metadata)
      .filter((name) => name.endsWith('_endpoint') || name === 'jwks_uri')
      .toSorted()
    assert.deepEqual(members, [
      'authorization_endpoint',
      'device_authorization_endpoint',
      'end_session_endpoint',
      'introspection_endpoint',
      'jwks_uri',
      'pushed_authorization_request_endpoint',
      'revocation_endpoint',
      'token_endpoint',
      'userinfo_endpoint',
    ])
    for (const name of members) {
      assert.equal(new URL(String(plan.metadata[name])).origin, plan.issuer, name)
      assert.notEqual((await plan.fetch(String(plan.metadata[name]))).status, 404, name)
    }
  })

  test('oidcc-discovery-endpoint-verification what every client may count on is supported', () => {
    const demanded = {
      scopes_supported: ['openid', 'profile', 'email', 'address', 'phone'],
      response_types_supported: ['code', 'id_token', 'id_token token'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      grant_types_supported: ['authorization_code', 'implicit', 'client_credentials', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
      token_endpoint_auth_signing_alg_values_supported: ['RS256', 'ES256'],
      code_challenge_methods_supported: ['S256'],
      claims_supported: ['sub', 'iss', 'auth_time', 'acr', 'name', 'email', 'email_verified', 'phone_number', 'address'],
      acr_values_supported: [],
      prompt_values_supported: ['none', 'login', 'select_account', 'create', 'consent'],
      ui_locales_supported: ['en'],
    }
    for (const [name, values] of Object.entries(demanded)) {
      const listed = texts(name)
      for (const value of values) assert.ok(listed.includes(value), `${name} lacks ${value}`)
    }
  })

  test('oidcc-discovery-endpoint-verification what would be unsafe is not supported', () => {
    assert.ok(!texts('id_token_signing_alg_values_supported').includes('none'))
    assert.ok(!texts('token_endpoint_auth_signing_alg_values_supported').includes('none'))
    assert.ok(!texts('code_challenge_methods_supported').includes('plain'))
  })

  test('oidcc-discovery-endpoint-verification members whose default is not ours are written', () => {
    const { metadata } = plan
    assert.equal(metadata['request_parameter_supported'], false)
    // "If omitted, the default value is true."
    assert.equal(metadata['request_uri_parameter_supported'], false)
    assert.equal(metadata['claims_parameter_supported'], true)
    // https://www.rfc-editor.org/rfc/rfc9207#section-3
    assert.equal(metadata['authorization_response_iss_parameter_supported'], true)
  })

  test('oidcc-discovery-endpoint-verification every member is one that a specification defines, with a value', () => {
    for (const [name, value] of Object.entries(plan.metadata)) {
      assert.ok(isRegisteredMetadata(name), name)
      assert.ok(value !== null && value !== '', name)
      if (name.endsWith('_supported') && typeof value !== 'boolean') texts(name)
    }
  })

  test('oidcc-discovery-endpoint-verification scopes and locales have the syntax of their specifications', () => {
    // https://www.rfc-editor.org/rfc/rfc6749#section-3.3
    for (const scope of texts('scopes_supported')) assert.match(scope, /^[\x21\x23-\x5b\x5d-\x7e]+$/)
    // https://www.rfc-editor.org/rfc/rfc5646#section-2.1.1: the casing that the registry uses.
    for (const locale of texts('ui_locales_supported')) assert.equal(new Intl.Locale(locale).toString(), locale)
  })

  test('oidcc-discovery-endpoint-verification there is a key for every algorithm of ID tokens, and RSA keys are long enough', () => {
    for (const algorithm of texts('id_token_signing_alg_values_supported')) {
      assert.ok(
        plan.keySet.keys.some(({ alg, use }) => alg === algorithm && use === 'sig'),
        algorithm,
      )
    }
    for (const key of plan.keySet.keys.filter(({ kty }) => kty === 'RSA')) {
      assert.ok(Buffer.from(key.n ?? '', 'base64url').byteLength >= 256)
    }
  })
})
