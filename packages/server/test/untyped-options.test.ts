// The mistakes of who composes in JavaScript: a TypeError with a code at the start, whose message says what to write instead.
import { endSession, userinfo } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProvider } from '../src/index.ts'
import { grant, login, options } from './parts.ts'

/** As JavaScript calls it: no type stands in the way. */
async function compose(changes: Readonly<Record<string, unknown>>): Promise<unknown> {
  const given: unknown = { ...options(), ...changes }
  return await Reflect.apply(createProvider, undefined, [given])
}

function authorizationCode(): unknown {
  return grant()
}

const mistakes: readonly (readonly [string, Readonly<Record<string, unknown>>, string, RegExp])[] = [
  ['no storage', { storage: undefined }, 'storage_missing', /storage: libsql\(\{ url: /],
  ['a storage that is null', { storage: null }, 'storage_missing', /libsql\(/],
  ['a storage that is none', { storage: {} }, 'storage_missing', /no method open/],
  ['a storage that was not called', { storage: libsql }, 'part_not_called', /Call it, e\.g\. storage: libsql\(/],
  [
    'a grant that was not called',
    { grants: [authorizationCode] },
    'part_not_called',
    /grants\[0\] is the function authorizationCode\. Call it, as authorizationCode\(\)/,
  ],
  ['a login that was not called', { login }, 'part_not_called', /login is the function login\. Call it, as login\(\)/],
  ['a misspelt option', { endpoint: [] }, 'unknown_option', /Unknown option 'endpoint'\. Did you mean 'endpoints'\?/],
  ['an option in another case', { masterkey: 'x' }, 'unknown_option', /Did you mean 'masterKey'\?/],
  [
    'an option that nobody knows',
    { databaseUrl: 'x' },
    'unknown_option',
    /Unknown option 'databaseUrl'\. The known ones are issuer, storage/,
  ],
  [
    'a misspelt lifetime',
    { lifetimes: { accesToken: 60 } },
    'unknown_option',
    /Unknown lifetime 'accesToken'\. Did you mean 'accessToken'\?/,
  ],
  ['a misspelt option of the keys', { keys: { maxage: 60 } }, 'unknown_option', /Did you mean 'maxAge'\?/],
  [
    'an endpoint among the grants',
    { grants: [userinfo] },
    'part_misplaced',
    /grants\[0\] \('userinfo endpoint'\) is an endpoint. Move it to endpoints/,
  ],
  [
    'a grant among the endpoints',
    { endpoints: [endSession, grant()] },
    'part_misplaced',
    /endpoints\[1\] \('a grant'\) is a grant. Move it to grants/,
  ],
  ['a login among the endpoints', { endpoints: [login()] }, 'part_misplaced', /Move it to login/],
  ['a part that is none', { grants: [{}] }, 'invalid_part', /grants\[0\] is not a part/],
  ['a hole in a list', { endpoints: [undefined] }, 'invalid_part', /endpoints\[0\]/],
  ['a promise', { grants: [Promise.resolve(grant())] }, 'invalid_part', /grants\[0\]/],
  ['a part instead of a list', { grants: grant() }, 'invalid_part', /grants must be a list/],
]

for (const [what, changes, code, message] of mistakes) {
  test(`${what} is ${code}, and the message says what to write`, async () => {
    await assert.rejects(compose(changes), (error) => {
      assert.ok(error instanceof TypeError && 'code' in error)
      assert.equal(error.code, code)
      assert.match(error.message, message)
      return true
    })
  })
}

test('no options at all are a TypeError with a code', async () => {
  for (const given of [undefined, null, 'x', []]) {
    await assert.rejects(async () => await Reflect.apply(createProvider, undefined, [given]), {
      name: 'CompositionError',
      code: 'unknown_option',
    })
  }
})
