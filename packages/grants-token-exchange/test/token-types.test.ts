// The identifiers of token types, column by column. https://www.rfc-editor.org/rfc/rfc8693#section-3
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readActorTokenType, readRequestedTokenType, readSubjectTokenType } from '../src/token-types.ts'

const ietf = 'urn:ietf:params:oauth:token-type:'
const refused = { error: 'invalid_request' }

test('subjects are access tokens, ID tokens, signed JWTs and user ids', () => {
  for (const type of ['access_token', 'id_token', 'jwt']) assert.equal(readSubjectTokenType(ietf + type, 'symbolon'), type)
  for (const word of ['acme', 'zitadel', 'service']) {
    assert.equal(readSubjectTokenType(`urn:${word}:params:oauth:token-type:user_id`, 'acme'), 'user_id')
  }
  const others = [
    `${ietf}refresh_token`,
    `${ietf}saml2`,
    `${ietf}user_id`,
    'urn:symbolon:params:oauth:token-type:user_id',
    'constructor',
    '',
  ]
  for (const type of others) assert.throws(() => readSubjectTokenType(type, 'acme'), refused, type)
})

test('actors are access tokens and ID tokens', () => {
  for (const type of ['access_token', 'id_token']) assert.equal(readActorTokenType(ietf + type), type)
  for (const type of [`${ietf}jwt`, `${ietf}refresh_token`, 'toString', '']) assert.throws(() => readActorTokenType(type), refused, type)
})

test('an opaque access token, a JWT or an ID token may be asked for, and an access token is what is meant where nothing is', () => {
  assert.deepEqual(readRequestedTokenType(undefined), { format: 'opaque', type: `${ietf}access_token` })
  for (const [type, format] of [
    ['access_token', 'opaque'],
    ['jwt', 'jwt'],
    ['id_token', 'id_token'],
  ] as const) {
    assert.deepEqual(readRequestedTokenType(ietf + type), { format, type: ietf + type })
  }
  for (const type of [`${ietf}refresh_token`, `${ietf}saml1`, '__proto__']) assert.throws(() => readRequestedTokenType(type), refused, type)
})
