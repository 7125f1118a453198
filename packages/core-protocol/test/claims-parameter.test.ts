// https://openid.net/specs/openid-connect-core-1_0.html#ClaimsParameter
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authenticationContext, meetsEssentialAcr } from '../src/authorization/respond.ts'
import { parseClaimsParameter } from '../src/authorization/claims-parameter.ts'
import { OAuthError } from '../src/index.ts'
import type { ClaimsRequest, FactorMethod } from '../src/index.ts'

test('what the parameter asks is kept: null, essential, value and values', () => {
  const example = {
    userinfo: { given_name: { essential: true }, nickname: null, picture: null, 'http://example.info/claims/groups': null },
    id_token: { auth_time: { essential: true }, acr: { values: ['urn:mace:incommon:iap:silver'] }, sub: { value: 'ann' } },
  }
  assert.deepEqual(parseClaimsParameter(JSON.stringify(example)), example)
})

test('members without a meaning are ignored, and not kept', () => {
  assert.deepEqual(parseClaimsParameter('{"other":[1],"userinfo":{"name":{"essential":false,"purpose":"x","value":null}}}'), {
    userinfo: { name: { essential: false, value: null } },
  })
  assert.deepEqual(parseClaimsParameter('{}'), {})
})

test('anything else is invalid_request', () => {
  for (const text of [
    '',
    'x',
    'null',
    '[]',
    '1',
    '"x"',
    '{',
    '{}}',
    '{"userinfo":1}',
    '{"userinfo":[]}',
    '{"userinfo":"name"}',
    '{"id_token":null}',
    '{"userinfo":{"name":true}}',
    '{"userinfo":{"name":[]}}',
    '{"id_token":{"acr":{"essential":"true"}}}',
    '{"id_token":{"acr":{"values":"1"}}}',
    '{"userinfo":{},"userinfo":{}}',
    '{"userinfo":{"a":null,"\\u0061":null}}',
    `{"userinfo":{"${'x'.repeat(101)}":null}}`,
    `{"x":${'['.repeat(40)}${']'.repeat(40)}}`,
  ])
    assert.throws(
      () => parseClaimsParameter(text),
      (error) => error instanceof OAuthError && error.error === 'invalid_request',
      text,
    )
})

test('names of object members do no harm', () => {
  const { userinfo } = parseClaimsParameter(
    '{"userinfo":{"__proto__":{"essential":true},"constructor":null,"name":null},"__proto__":{"id_token":{"sub":{"value":"eve"}}}}',
  )
  assert.equal(Object.getPrototypeOf(userinfo), Object.prototype)
  assert.equal(({} as ClaimsRequest).id_token, undefined)
})

test('an essential acr is met by a class that is among those asked for; anything less is a wish', () => {
  const meets = (acr: object | null): boolean => meetsEssentialAcr('1', parseClaimsParameter(JSON.stringify({ id_token: { acr } })))
  for (const acr of [
    null,
    {},
    { values: ['2'] },
    { value: '2' },
    { essential: false, values: ['2'] },
    { essential: true },
    { essential: true, value: '1' },
    { essential: true, values: ['2', '1'] },
  ]) {
    assert.equal(meets(acr), true, JSON.stringify(acr))
  }
  for (const acr of [
    { essential: true, value: '2' },
    { essential: true, values: ['2', '3'] },
    { essential: true, values: [] },
    { essential: true, value: 1 },
  ]) {
    assert.equal(meets(acr), false, JSON.stringify(acr))
  }
  assert.equal(meetsEssentialAcr('1', undefined), true)
})

test('one factor is acr 1, two are acr 2, and a key that verified its user is two', () => {
  assert.deepEqual(authenticationContext([{ method: 'pwd', at: 1 }]), { acr: '1', amr: ['pwd'] })
  assert.deepEqual(
    authenticationContext([
      { method: 'pwd', at: 1 },
      { method: 'pwd', at: 2 },
    ]),
    { acr: '1', amr: ['pwd'] },
  )
  assert.deepEqual(
    authenticationContext([
      { method: 'pwd', at: 1 },
      { method: 'otp', at: 2 },
    ]),
    { acr: '2', amr: ['pwd', 'otp', 'mfa'] },
  )
  assert.deepEqual(authenticationContext([{ method: 'user', at: 1 }]), { acr: '2', amr: ['user', 'mfa'] })
})

const factorRows: readonly (readonly [methods: readonly FactorMethod[], acr: string, amr: readonly string[]])[] = [
  [['pwd', 'pop'], '2', ['pwd', 'pop', 'mfa']],
  [['pwd', 'recovery'], '2', ['pwd', 'otp', 'mfa']],
  [['ext'], '1', []],
  [['ext', 'otp'], '2', ['otp', 'mfa']],
  [['pwd', 'ext'], '1', ['pwd']],
  [['otp', 'pop'], '1', ['otp', 'pop']],
]
for (const [methods, acr, amr] of factorRows) {
  test(`a sign-in by ${methods.join(' and ')} has acr ${acr}`, () => {
    assert.deepEqual(authenticationContext(methods.map((method) => ({ method, at: 1 }))), { acr, amr })
  })
}
