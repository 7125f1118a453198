// The log hides what no caller should have passed, and cuts what nobody would read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redact } from '../src/index.ts'

test('a field that is named like a secret is hidden', () => {
  for (const name of [
    'password',
    'newPassword',
    'access_token',
    'refreshToken',
    'client_secret',
    'clientSecret',
    'cookie',
    'setCookie',
    'authorization',
    'client_assertion',
    'code_verifier',
    'codeVerifier',
    'code',
    'passwordHash',
    'TOKEN',
  ]) {
    assert.deepEqual(redact({ [name]: 'the secret itself' }), { [name]: '[redacted]' })
  }
})

test('what is named like nothing secret stays', () => {
  const fields = {
    clientId: 'basic',
    userId: 'alice',
    status: 200,
    error: 'invalid_grant',
    grantType: 'authorization_code',
    reason: 'wrong_password',
    ok: false,
  }
  assert.deepEqual(redact(fields), fields)
})

test('long values are cut, absent ones are left out', () => {
  const { reason, ...others } = redact({ reason: 'x'.repeat(100_000), userId: undefined })
  assert.equal(String(reason).length, 1001)
  assert.deepEqual(others, {})
})
