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

test('scope is its one parameter, and has to have a value', () => {
  assert.deepEqual(v.parse(schema, { scope: 'openid', other: 'x' }), { scope: 'openid' })
  for (const parameters of [{}, { scope: '' }]) {
    assert.deepEqual(faultsOf(parameters), ['scope'])
  }
})

/** The names of the parameters that are refused. */
function faultsOf(parameters: Readonly<Record<string, string>>): readonly unknown[] {
  const { issues = [] }: { readonly issues?: readonly v.BaseIssue<unknown>[] | undefined } = v.safeParse(schema, parameters)
  return issues.map(({ path }) => path?.[0]?.key)
}
