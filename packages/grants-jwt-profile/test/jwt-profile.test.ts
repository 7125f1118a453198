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

test('assertion and scope are its parameters; the assertion has to have a value, the scope may stand in it', () => {
  assert.deepEqual(v.parse(schema, { assertion: 'a.b.c', scope: 'openid', client_id: 'x' }), { assertion: 'a.b.c', scope: 'openid' })
  assert.deepEqual(v.parse(schema, { assertion: 'a.b.c' }), { assertion: 'a.b.c' })
  for (const parameters of [{ scope: 'openid' }, { assertion: '', scope: 'openid' }]) assert.deepEqual(faultsOf(parameters), ['assertion'])
})

/** The names of the parameters that are refused. */
function faultsOf(parameters: Readonly<Record<string, string>>): readonly unknown[] {
  const { issues = [] }: { readonly issues?: readonly v.BaseIssue<unknown>[] | undefined } = v.safeParse(schema, parameters)
  return issues.map(({ path }) => path?.[0]?.key)
}
