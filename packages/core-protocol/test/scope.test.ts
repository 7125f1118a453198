// https://www.rfc-editor.org/rfc/rfc6749#section-3.3
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isKnownScope, OAuthError, parseScope, scopeAudience } from '../src/index.ts'

const invalidScope = (error: unknown): boolean => error instanceof OAuthError && error.error === 'invalid_scope'

test('scopes are distinct and keep their order', () => {
  assert.deepEqual(parseScope('openid email openid  profile '), ['openid', 'email', 'profile'])
  assert.deepEqual(parseScope(''), [])
  assert.deepEqual(parseScope('urn:symbolon:iam:org:project:id:1:aud !#[]~'), ['urn:symbolon:iam:org:project:id:1:aud', '!#[]~'])
})

test("a scope of other characters than the grammar's is refused", () => {
  for (const scope of ['openid\temail', 'openid\nemail', 'a"b', 'a\\b', 'ü', '\0', 'a\u00a0b', 'a\u007f'])
    assert.throws(() => parseScope(scope), invalidScope, JSON.stringify(scope))
})

test('AZ-09 at most fifty scopes in at most 2 KiB', () => {
  assert.equal(parseScope(Array.from({ length: 50 }, (_, i) => `s${i}`).join(' ')).length, 50)
  assert.throws(() => parseScope(Array.from({ length: 51 }, (_, i) => `s${i}`).join(' ')), invalidScope)
  assert.equal(parseScope('x'.repeat(2048)).length, 1)
  assert.throws(() => parseScope('x'.repeat(2049)), invalidScope)
  assert.throws(() => parseScope('x '.repeat(1_000_000)), invalidScope)
})

test('a scope is known when a part supports it, or when it is of a reserved form', () => {
  const known = (scope: string): boolean => isKnownScope(scope, ['openid', 'email'], 'symbolon')
  const reserved = [
    'org:project:id:123:aud',
    'org:project:role:a:b',
    'org:projects:roles',
    'org:roles:id:1',
    'org:id:1',
    'org:domain:primary:a.example',
    'user:metadata',
    'user:resourceowner',
  ].map((name) => `urn:symbolon:iam:${name}`)
  for (const scope of ['openid', ...reserved]) assert.equal(known(scope), true, scope)
  for (const scope of [
    'OPENID',
    'offline_access',
    '__proto__',
    'constructor',
    'urn:other:iam:org:project:id:123:aud',
    'urn:symbolon:iam:org:project:id::aud',
    'urn:symbolon:iam:org:project:id:1:2:aud',
    'urn:symbolon:iam:org:project:id:aud',
    'urn:symbolon:iam:org:project:id:1:audx',
  ])
    assert.equal(known(scope), false, scope)
})

test('audience scopes name projects', () => {
  assert.deepEqual(
    scopeAudience(
      ['openid', 'urn:symbolon:iam:org:project:id:a:aud', 'urn:symbolon:iam:org:project:id:b:aud', 'urn:x:iam:org:project:id:c:aud'],
      'symbolon',
    ),
    ['a', 'b'],
  )
})
