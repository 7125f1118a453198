// Enum names of documents become wire names; an unknown name never enables anything.
import { wireUserState } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wireAuthenticationMethod, wireGrantTypes, wireResponseTypes, wireSigningAlgorithm } from '../../src/documents/wire-names.ts'

test('an empty list has the default of the format; unknown names are dropped', () => {
  assert.deepEqual(wireGrantTypes([]), ['authorization_code'])
  assert.deepEqual(wireResponseTypes([]), ['code'])
  assert.deepEqual(wireGrantTypes(['OIDC_GRANT_TYPE_SOMETHING_NEW', '__proto__']), [])
  assert.deepEqual(wireResponseTypes(['OIDC_RESPONSE_TYPE_SOMETHING_NEW', 'constructor']), [])
})

test('an unknown authentication method is an error', () => {
  assert.equal(wireAuthenticationMethod(undefined), 'client_secret_basic')
  assert.throws(() => wireAuthenticationMethod('OIDC_AUTH_METHOD_TYPE_SOMETHING_NEW'), TypeError)
  assert.throws(() => wireAuthenticationMethod('constructor'), TypeError)
})

test('an unknown user state is inactive', () => {
  assert.equal(wireUserState(undefined), 'active')
  assert.equal(wireUserState('USER_STATE_DELETED'), 'inactive')
  assert.equal(wireUserState('toString'), 'inactive')
})

test('an unknown signing algorithm becomes RS256', () => {
  assert.equal(wireSigningAlgorithm('EdDSA'), 'EdDSA')
  assert.equal(wireSigningAlgorithm('none'), 'RS256')
})
