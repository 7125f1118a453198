// The grant as it declares itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { clientCredentials } from '../src/index.ts'

const grant = clientCredentials()
assert.ok(grant.grantType !== undefined)
const schema = grant.parameters

test('it is client_credentials, for clients with a secret', () => {
  assert.equal(grant.grantType, 'client_credentials')
  assert.deepEqual(grant.clientAuthenticationMethods, ['client_secret_basic', 'client_secret_post'])
  assert.equal(grant.responseTypes, undefined)
  assert.equal(grant.tokenKinds, undefined)
})

test('an app cannot get a token for itself, whatever its grant types are', () => {
  assert.deepEqual(grant.clientKinds, ['service_user'])
})

test('scope is its one parameter; a missing one is invalid_scope, which its schema cannot say', () => {
  assert.deepEqual(v.parse(schema, { scope: 'openid', other: 'x' }), { scope: 'openid' })
  assert.deepEqual(v.parse(schema, {}), {})
})
