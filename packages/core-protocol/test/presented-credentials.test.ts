// presentedCredentials: exactly one method of client authentication, or none of them is looked at.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientAssertionType, presentedCredentials } from '../src/client-authentication/presented-credentials.ts'
import type { PresentedCredentials } from '../src/client-authentication/presented-credentials.ts'
import { OAuthError } from '../src/oauth-error.ts'

type Fields = Readonly<Record<string, string>>

function present(parameters: Fields, authorization?: string): PresentedCredentials {
  return presentedCredentials(
    new Request('https://id.example/', authorization === undefined ? {} : { headers: { authorization } }),
    parameters,
  )
}

function refuses(error: string, parameters: Fields, authorization?: string): void {
  assert.throws(() => present(parameters, authorization), (thrown) => thrown instanceof OAuthError && thrown.error === error)
}

const basic = (text: string): string => `Basic ${btoa(text)}`

test('each method is recognised by what it brings', () => {
  assert.deepEqual(present({}, basic('id:secret')), { method: 'client_secret_basic', clientId: 'id', clientSecret: 'secret' })
  assert.deepEqual(
    present({ client_id: 'id' }, basic('id:secret')),
    { method: 'client_secret_basic', clientId: 'id', clientSecret: 'secret' },
  )
  assert.deepEqual(
    present({ client_id: 'id', client_secret: 'secret' }),
    { method: 'client_secret_post', clientId: 'id', clientSecret: 'secret' },
  )
  assert.deepEqual(present({ client_id: 'id' }), { method: 'none', clientId: 'id' })
  const assertion = { client_assertion: 'a.b.c', client_assertion_type: clientAssertionType }
  assert.deepEqual(present(assertion), { method: 'private_key_jwt', clientId: undefined, assertion: 'a.b.c' })
  assert.deepEqual(present({ ...assertion, client_id: 'id' }), { method: 'private_key_jwt', clientId: 'id', assertion: 'a.b.c' })
})

test('in the header, id and secret are decoded as forms are, at the first colon', () => {
  assert.deepEqual(
    present({}, basic('i%3Ad:se%25c+r%2Bet%C3%A4')),
    { method: 'client_secret_basic', clientId: 'i:d', clientSecret: 'se%c r+etä' },
  )
  assert.deepEqual(present({}, basic('id:a:b')), { method: 'client_secret_basic', clientId: 'id', clientSecret: 'a:b' })
  assert.deepEqual(present({}, basic('id:')), { method: 'client_secret_basic', clientId: 'id', clientSecret: '' })
})

test('CA-01 two methods are refused before either is read', () => {
  refuses('invalid_request', { client_secret: 's' }, 'Basic !!!')
  refuses('invalid_request', { client_assertion: 'a', client_assertion_type: clientAssertionType }, basic('id:secret'))
  refuses('invalid_request', { client_id: 'id', client_secret: 's', client_assertion: 'a', client_assertion_type: clientAssertionType })
  refuses('invalid_request', { client_id: 'other' }, basic('id:secret'))
})

test('CA-04 no or malformed credentials are invalid_client', () => {
  refuses('invalid_client', {})
  refuses('invalid_client', { client_id: '' })
  for (const header of [
    '', 'Basic', 'Basic ', 'Bearer a', 'Basic a b', 'Basic ä', basic('id'), basic(':s'), basic('id:%'), basic('id:%ff'), basic('i\nd:s'),
    `Basic ${btoa('id:\xff')}`,
  ]) {
    refuses('invalid_client', {}, header)
  }
})

test('CA-16 an assertion needs its type, and the type an assertion', () => {
  refuses('invalid_request', { client_assertion: 'a' })
  refuses('invalid_request', { client_assertion: 'a', client_assertion_type: 'other' })
  refuses('invalid_request', { client_assertion_type: clientAssertionType })
})
