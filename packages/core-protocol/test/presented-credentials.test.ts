// presentedCredentials: exactly one method of client authentication, or none of them is looked at.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientAssertionType, presentedCredentials } from '../src/client-authentication/authenticate-client.ts'
import type { PresentedCredentials } from '../src/client-authentication/authenticate-client.ts'
import { fromRequest } from '../src/http/request.ts'
import { OAuthError } from '../src/errors/oauth-error.ts'

type Fields = Readonly<Record<string, string>>

function present(parameters: Fields, authorization?: string): PresentedCredentials | undefined {
  return readings(parameters, authorization)[0]
}

function readings(parameters: Fields, authorization?: string): readonly PresentedCredentials[] {
  return presentedCredentials(
    fromRequest(new Request('https://id.example/', authorization === undefined ? {} : { headers: { authorization } })),
    parameters,
  )
}

function refuses(error: string, parameters: Fields, authorization?: string): void {
  assert.throws(
    () => present(parameters, authorization),
    (thrown) => thrown instanceof OAuthError && thrown.error === error,
  )
}

const basic = (text: string): string => `Basic ${btoa(text)}`

test('each method is recognised by what it brings', () => {
  assert.deepEqual(present({}, basic('id:secret')), { method: 'client_secret_basic', clientId: 'id', clientSecret: 'secret' })
  assert.deepEqual(present({ client_id: 'id' }, basic('id:secret')), {
    method: 'client_secret_basic',
    clientId: 'id',
    clientSecret: 'secret',
  })
  assert.deepEqual(present({ client_id: 'id', client_secret: 'secret' }), {
    method: 'client_secret_post',
    clientId: 'id',
    clientSecret: 'secret',
  })
  assert.deepEqual(present({ client_id: 'id' }), { method: 'none', clientId: 'id' })
  const assertion = { client_assertion: 'a.b.c', client_assertion_type: clientAssertionType }
  assert.deepEqual(present(assertion), { method: 'private_key_jwt', clientId: undefined, assertion: 'a.b.c' })
  assert.deepEqual(present({ ...assertion, client_id: 'id' }), { method: 'private_key_jwt', clientId: 'id', assertion: 'a.b.c' })
})

test('in the header, id and secret are decoded as forms are, at the first colon', () => {
  assert.deepEqual(present({}, basic('i%3Ad:se%25c+r%2Bet%C3%A4')), {
    method: 'client_secret_basic',
    clientId: 'i:d',
    clientSecret: 'se%c r+etä',
  })
  assert.deepEqual(present({}, basic('id:a:b')), { method: 'client_secret_basic', clientId: 'id', clientSecret: 'a:b' })
})

test('in the header, what is not encoded is read as it stands: at once when it cannot be decoded, else as the second reading', () => {
  const method = 'client_secret_basic'
  assert.deepEqual(readings({}, basic('id:se+cret')), [
    { method, clientId: 'id', clientSecret: 'se cret' },
    { method, clientId: 'id', clientSecret: 'se+cret' },
  ])
  assert.deepEqual(readings({}, basic('id:100%')), [{ method, clientId: 'id', clientSecret: '100%' }])
  assert.deepEqual(readings({}, basic('id:%ff')), [{ method, clientId: 'id', clientSecret: '%ff' }])
  assert.deepEqual(readings({}, basic('id:secret')).length, 1)
  // The client_id of the body says which of the readings is meant.
  assert.deepEqual(readings({ client_id: 'a+b' }, basic('a+b:secret')), [{ method, clientId: 'a+b', clientSecret: 'secret' }])
})

test('what has no value is absent, in the body and in the header', () => {
  const method = 'client_secret_basic'
  assert.deepEqual(readings({ client_id: '', client_secret: '' }, basic('id:secret')), [{ method, clientId: 'id', clientSecret: 'secret' }])
  assert.deepEqual(readings({ client_assertion: '', client_assertion_type: '' }, basic('id:secret')), [
    { method, clientId: 'id', clientSecret: 'secret' },
  ])
  assert.deepEqual(readings({ client_id: 'id', client_secret: '' }), [{ method: 'none', clientId: 'id' }])
  assert.deepEqual(readings({}, basic('id:')), [{ method: 'none', clientId: 'id' }])
  assert.deepEqual(readings({ client_id: 'id' }, basic('id:')), [{ method: 'none', clientId: 'id' }])
  assert.deepEqual(readings({ client_secret: 's' }, basic('id:')), [{ method: 'client_secret_post', clientId: 'id', clientSecret: 's' }])
  assert.deepEqual(readings({ client_id: 'id', client_secret: 's' }, basic(':')), [
    { method: 'client_secret_post', clientId: 'id', clientSecret: 's' },
  ])
  for (const nothing of [{}, { client_id: '' }, { client_secret: 's' }] as Fields[]) assert.deepEqual(readings(nothing), [])
  assert.deepEqual(readings({}, basic(':')), [])
  assert.deepEqual(readings({}, basic(':secret')), [])
  refuses('invalid_request', { client_id: 'other' }, basic('id:'))
})

test('CA-01 two methods are refused before either is read', () => {
  refuses('invalid_request', { client_secret: 's' }, 'Basic !!!')
  refuses('invalid_request', { client_assertion: 'a', client_assertion_type: clientAssertionType }, basic('id:secret'))
  refuses('invalid_request', { client_id: 'id', client_secret: 's', client_assertion: 'a', client_assertion_type: clientAssertionType })
  refuses('invalid_request', { client_id: 'other' }, basic('id:secret'))
})

test('CA-04 a malformed header is invalid_client', () => {
  for (const header of [
    '',
    'Basic',
    'Basic ',
    'Bearer a',
    'Basic a b',
    'Basic ä',
    basic('id'),
    basic('i\nd:s'),
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
