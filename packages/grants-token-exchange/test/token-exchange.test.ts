// The grant as it declares itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { tokenExchange } from '../src/index.ts'

const grant = tokenExchange()
assert.ok(grant.grantType !== undefined)
const { parameters: schema } = grant

test('it is the token exchange grant, depends on its feature, and takes every client authentication', () => {
  assert.equal(grant.grantType, 'urn:ietf:params:oauth:grant-type:token-exchange')
  assert.equal(grant.feature, 'oidcTokenExchange')
  assert.deepEqual(grant.clientAuthenticationMethods, ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'])
  assert.deepEqual(grant.repeatable, ['audience', 'resource'])
  assert.equal(grant.metadata, undefined)
})

test('a parameter without a value is as one that was not sent', () => {
  const sent = { subject_token: 's', subject_token_type: 't' }
  const empty = { actor_token: '', actor_token_type: '', requested_token_type: '', scope: '', audience: ['', ''], resource: [''] }
  assert.deepEqual(v.parse(schema, { ...sent, ...empty }), v.parse(schema, sent))
  assert.deepEqual(v.parse(schema, sent), {
    subjectToken: 's',
    subjectTokenType: 't',
    actorToken: undefined,
    actorTokenType: undefined,
    requestedTokenType: undefined,
    scope: undefined,
    audience: [],
    resource: [],
  })
})

test('the subject and its type have to be there', () => {
  for (const name of ['subject_token', 'subject_token_type']) {
    for (const value of [undefined, '']) {
      const { issues = [] }: { readonly issues?: readonly v.BaseIssue<unknown>[] | undefined } = v.safeParse(schema, {
        subject_token: 's',
        subject_token_type: 't',
        [name]: value,
      })
      assert.deepEqual(
        issues.map(({ path, input }) => [path?.[0]?.key, input]),
        [[name, value]],
      )
    }
  }
})
