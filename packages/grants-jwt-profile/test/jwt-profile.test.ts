// The grant as it declares itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { jwtProfile } from '../src/index.ts'

const grant = jwtProfile()
assert.ok(grant.grantType !== undefined)
const schema = grant.parameters

test('it is the JWT bearer grant, and takes no client authentication', () => {
  assert.equal(grant.grantType, 'urn:ietf:params:oauth:grant-type:jwt-bearer')
  assert.deepEqual(grant.clientAuthenticationMethods, [])
})

test('assertion and scope are its parameters, and have to have values', () => {
  assert.deepEqual(v.parse(schema, { assertion: 'a.b.c', scope: 'openid', client_id: 'x' }), { assertion: 'a.b.c', scope: 'openid' })
  for (const [name, parameters] of [['assertion', { scope: 'openid' }], ['scope', { assertion: 'a.b.c' }], ['scope', { assertion: 'a.b.c', scope: '' }]] as const) {
    assert.deepEqual(faultsOf(parameters), [name])
  }
})

/** The names of the parameters that are refused. */
function faultsOf(parameters: Readonly<Record<string, string>>): readonly unknown[] {
  const { issues = [] }: { readonly issues?: readonly v.BaseIssue<unknown>[] | undefined } = v.safeParse(schema, parameters)
  return issues.map(({ path }) => path?.[0]?.key)
}
