// Enum names of documents become wire names; what is unknown is offered to nobody.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wireAuthenticationMethod, wireGrantTypes, wireResponseTypes, wireSigningAlgorithm, wireUserState } from '../../src/documents/wire-names.ts'

test('an absent list is the format’s default, a list of unknown names is empty', () => {
  assert.deepEqual(wireGrantTypes([]), ['authorization_code'])
  assert.deepEqual(wireResponseTypes([]), ['code'])
  assert.deepEqual(wireGrantTypes(['OIDC_GRANT_TYPE_SOMETHING_NEW', '__proto__']), [])
  assert.deepEqual(wireResponseTypes(['OIDC_RESPONSE_TYPE_SOMETHING_NEW', 'constructor']), [])
})

test('an unknown authentication method is a mistake, not the default', () => {
  assert.equal(wireAuthenticationMethod(undefined), 'client_secret_basic')
  assert.throws(() => wireAuthenticationMethod('OIDC_AUTH_METHOD_TYPE_SOMETHING_NEW'), TypeError)
  assert.throws(() => wireAuthenticationMethod('constructor'), TypeError)
})

test('an unknown user state is inactive', () => {
  assert.equal(wireUserState(undefined), 'active')
  assert.equal(wireUserState('USER_STATE_DELETED'), 'inactive')
  assert.equal(wireUserState('toString'), 'inactive')
})

test('an unknown algorithm is RS256, which everybody can verify', () => {
  assert.equal(wireSigningAlgorithm('EdDSA'), 'EdDSA')
  assert.equal(wireSigningAlgorithm('none'), 'RS256')
})
