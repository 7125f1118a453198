// What the login declares, and which options it refuses at construction.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetsPath, login, loginPath, password } from '../src/index.ts'
import { countingHashing, ui } from './provider.ts'

const byPassword = password({ hashing: countingHashing() })

const rows: readonly [code: string, build: () => unknown][] = [
  ['login_without_authenticator', () => login({ ui, authenticators: [] })],
  // @ts-expect-error the authenticator was not called
  ['login_invalid_part', () => login({ ui, authenticators: [password] })],
  // @ts-expect-error the list has a hole
  ['login_invalid_part', () => login({ ui, authenticators: [byPassword, null] })],
  // @ts-expect-error it is not a list
  ['login_invalid_part', () => login({ ui, authenticators: byPassword })],
  // @ts-expect-error it renders nothing
  ['login_invalid_part', () => login({ ui: {}, authenticators: [byPassword] })],
  ['login_duplicate_name', () => login({ ui, authenticators: [byPassword, byPassword] })],
  ['login_default_locale', () => login({ ui: { ...ui, locales: ['de'] }, authenticators: [byPassword] })],
  ['login_asset_name', () => login({ ui: { ...ui, assets: { '../x': { contentType: '', body: '' } } }, authenticators: [byPassword] })],
  // @ts-expect-error the option is missing
  ['option_missing', () => password({})],
  // @ts-expect-error all options are missing
  ['option_missing', () => password()],
  // @ts-expect-error the option is misspelt
  ['unknown_option', () => login({ ui, authenticator: [byPassword] })],
]
for (const [code, build] of rows) {
  test(`${code} is a TypeError at construction`, () => {
    assert.throws(build, (error) => error instanceof TypeError && 'code' in error && error.code === code)
  })
}

test('the login declares its paths, its stores and the languages of its pages', () => {
  const part = login({ ui, authenticators: [byPassword] })
  assert.equal(part.path, loginPath)
  assert.deepEqual(part.metadata, { ui_locales_supported: ['en', 'de'] })
  assert.deepEqual(part.requestMetadata, {
    prompt_values_supported: ['none', 'login', 'select_account'],
    acr_values_supported: ['1'],
  })
  assert.deepEqual(
    [...part.stores],
    [
      'authorizationRequests',
      'clients',
      'knownBrowsers',
      'memberships',
      'organizations',
      'passwords',
      'policies',
      'sessions',
      'signInAttempts',
      'users',
    ],
  )
  assert.deepEqual(
    part.endpoints.map(({ path, methods }) => `${methods.join()} ${path}`).sort(),
    [
      'GET /ui/login',
      `GET ${assetsPath}/images/:name`,
      `GET ${assetsPath}/style.css`,
      'GET /ui/login/other-user',
      'GET /ui/login/restart',
      'GET,POST /ui/login/accounts',
      'GET,POST /ui/login/login-name',
      'GET,POST /ui/login/password',
      'GET,POST /ui/login/skip',
    ].sort(),
  )
})

test('a misspelt option is named together with the one that was meant', () => {
  const misspelt: unknown = { ui, authenticator: [byPassword] }
  assert.throws(
    () => Reflect.apply(login, undefined, [misspelt]),
    /Unknown option 'authenticator' of login\(\)\. Did you mean 'authenticators'\?/,
  )
})
