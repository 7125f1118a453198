// The grant as it declares itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { clientCredentials } from '../src/index.ts'

const grant = clientCredentials()
assert.ok(grant.grantType !== undefined)

test('it is client_credentials, for clients with a secret', () => {
  assert.equal(grant.grantType, 'client_credentials')
  assert.deepEqual(grant.clientAuthenticationMethods, ['client_secret_basic', 'client_secret_post'])
  assert.equal(grant.responseTypes, undefined)
  assert.equal(grant.tokenKinds, undefined)
})

test('scope is its one parameter, and has to have a value', () => {
  assert.deepEqual(v.parse(grant.parameters, { scope: 'openid', other: 'x' }), { scope: 'openid' })
  for (const parameters of [{}, { scope: '' }]) {
    const result = v.safeParse(grant.parameters, parameters)
    assert.deepEqual(result.issues?.map(({ path }) => path?.[0]?.key), ['scope'])
  }
})
