// The claims that access tokens and ID tokens share: what is written into a token is read from it again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authenticationClaims, readActor, readAuthentication } from '../src/tokens/token-claims.ts'

test('an authentication is read from the claims that were made of it, to the second', () => {
  const authentication = { at: 1_800_000_000_999, acr: '2', amr: ['pwd', 'otp'], sessionId: 's' }
  const claims = authenticationClaims(authentication)
  assert.deepEqual(claims, { auth_time: 1_800_000_000, acr: '2', amr: ['pwd', 'otp'] })
  assert.deepEqual(readAuthentication({ ...claims }), { at: 1_800_000_000_000, acr: '2', amr: ['pwd', 'otp'] })
})

test('claims without a time or without a context say nothing about an authentication', () => {
  assert.equal(readAuthentication({ acr: '1', amr: ['pwd'] }), undefined)
  assert.equal(readAuthentication({ auth_time: 1_800_000_000 }), undefined)
  assert.deepEqual(authenticationClaims({ at: 1000, acr: '1', amr: [], sessionId: 's' }), { auth_time: 1, acr: '1' })
})

test('an actor is read with the actors before it, and without values that are not text', () => {
  assert.deepEqual(readActor({ sub: 'a', iss: 5, act: { sub: 'b', iss: 'https://id.example', act: { iss: 'x' } } }), {
    sub: 'a',
    act: { sub: 'b', iss: 'https://id.example' },
  })
  assert.equal(readActor('a'), undefined)
})
