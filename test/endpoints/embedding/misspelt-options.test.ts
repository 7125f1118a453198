// A misspelt or missing option of a part is a TypeError with a code where the part is made, and never a setting without effect.
import { clientSource, defineClaims, defineClient, defineScope, hostPasswords, hostUsers, onEvent } from '@symbolon/core-protocol'
import { emailVerification, invitation, login, password } from '@symbolon/login'
import { secretHashing } from '@symbolon/secret-hashing'
import { libsql } from '@symbolon/storage-libsql'
import { postgres } from '@symbolon/storage-postgres'
import { accountTemplates, templates } from '@symbolon/ui-templates'
import assert from 'node:assert/strict'
import { test } from 'node:test'

/** As JavaScript calls it: no type stands in the way. */
const call =
  // oxlint-disable-next-line typescript/no-unsafe-function-type -- Any function.
  (made: Function, ...given: readonly unknown[]) =>
    (): unknown =>
      Reflect.apply(made, undefined, given)

const find = async (): Promise<undefined> => undefined
const url = 'file:symbolon.db'

for (const [what, make, code, message] of [
  ['libsql() without options', call(libsql), 'option_missing', /with the options url/],
  ['a misspelt option of libsql()', call(libsql, { url, waitlimit: 1 }), 'unknown_option', /Did you mean 'waitLimit'/],
  [
    'a path without file: as the url of libsql()',
    call(libsql, { url: './my.db' }),
    'invalid_storage_url',
    /Did you mean 'file:\.\/my\.db'/,
  ],
  ['a misspelt option of postgres()', call(postgres, { url: 'postgres://h/d', pool: 3 }), 'unknown_option', /'pool' of postgres/],
  ['postgres() without a url', call(postgres, {}), 'option_missing', /needs the option url/],
  ['a misspelt option of secretHashing()', call(secretHashing, { argon: {} }), 'unknown_option', /'argon' of secretHashing/],
  ['a misspelt option of templates()', call(templates, { vendor: 'Acme' }), 'unknown_option', /'vendor' of templates/],
  ['a misspelt option of accountTemplates()', call(accountTemplates, { vendor: 'Acme' }), 'unknown_option', /'vendor'/],
  ['a misspelt option of login()', call(login, { ui: templates(), authenticator: [] }), 'unknown_option', /'authenticators'/],
  ['password() without options', call(password), 'option_missing', /hashing/],
  ['invitation() without hashing', call(invitation, {}), 'option_missing', /hashing/],
  ['a misspelt option of emailVerification()', call(emailVerification, { mail: {}, require: true }), 'unknown_option', /'required'/],
  ['a misspelt function of hostUsers()', call(hostUsers, { find, findByName: find }), 'unknown_option', /findByName/],
  ['hostUsers() without findByLoginName', call(hostUsers, { find }), 'option_missing', /findByLoginName/],
  ['hostPasswords() without a function', call(hostPasswords), 'option_missing', /takes a function/],
  ['a misspelt option of hostPasswords()', call(hostPasswords, find, { concurent: 1 }), 'unknown_option', /'concurent'/],
  ['onEvent() without a function', call(onEvent), 'option_missing', /takes a function/],
  ['clientSource() without find', call(clientSource, { get: find }), 'unknown_option', /'get' of clientSource/],
  ['defineClaims() without read', call(defineClaims, { claims: [], scopes: [], places: [] }), 'option_missing', /read/],
  ['a misspelt member of defineScope()', call(defineScope, { scope: 'a', admit: find }), 'unknown_option', /'admits'/],
  ...['https://*.app.example/cb', 'https://app.example/*'].map(
    (uri) =>
      [
        `the redirect URI ${uri}`,
        call(defineClient, { clientId: 'web', redirectUris: [uri] }),
        'invalid_client_description',
        /must not have a wildcard/,
      ] as const,
  ),
] as const) {
  test(`${what} is refused with ${code}`, () => {
    assert.throws(make, (error: Error & { code?: string }) => {
      assert.ok(error instanceof TypeError)
      assert.equal(error.code, code)
      assert.match(error.message, message)
      return true
    })
  })
}
