// The values in discovery are those of what is composed: claims, scopes, prompts and levels of a sign-in.
import { defineClient, hostPasswords, hostUsers, revocation, userinfo } from '@symbolon/core-protocol'
import type { UserSource } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { loginMail, login, password, registration, totp } from '@symbolon/login'
import { passkey } from '@symbolon/login-passkey'
import { createProvider } from '@symbolon/server'
import type { ProviderOptions } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { mailTemplates, templates } from '@symbolon/ui-templates'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testHashing } from '../support/hashing.ts'
import { masterKey } from '../support/provider.ts'
import { compositions, issuer } from './compositions.ts'

type Metadata = Readonly<Record<string, readonly string[] | undefined>>

async function discover(options: Partial<ProviderOptions>): Promise<Metadata> {
  const provider = await createProvider({ issuer, masterKey, storage: libsql({ url: ':memory:' }), timers: false, ...options })
  const response = await provider.fetch(new Request(`${issuer}/.well-known/openid-configuration`))
  await provider.close()
  return (await response.json()) as Metadata
}

const hashing = testHashing
const mail = loginMail({ mailer: { send: async () => 'accepted' }, templates: mailTemplates() })
const signIn = (changes: Partial<Parameters<typeof login>[0]> = {}): Pick<ProviderOptions, 'grants' | 'login'> => ({
  grants: [authorizationCode()],
  login: login({ ui: templates(), authenticators: [password({ hashing })], ...changes }),
})
const ofHost = (more: Partial<UserSource> = {}): Partial<ProviderOptions> => ({
  ...signIn({ authenticators: [password({ hashing: hostPasswords(async () => false) })] }),
  clients: [defineClient({ clientId: 'web', redirectUris: ['https://app.example/callback'] })],
  users: hostUsers({ find: async () => undefined, findByLoginName: async () => undefined, ...more }),
})
const reserved = (claims: readonly string[] | undefined): readonly string[] => claims?.filter((name) => name.startsWith('urn:')) ?? []

test('a composition without an endpoint that knows users has no claims and no scopes', async () => {
  for (const options of [{}, { endpoints: [revocation] }]) {
    const metadata = await discover(options)
    assert.equal(metadata['claims_supported'], undefined)
    assert.equal(metadata['scopes_supported'], undefined)
  }
})

test('claims of an ID token of a sign-in are listed where users sign in, and not for a token endpoint or userinfo alone', async () => {
  for (const options of [{ grants: [clientCredentials()] }, { endpoints: [userinfo] }]) {
    const { claims_supported: claims = [] } = await discover(options)
    assert.ok(claims.includes('sub') && claims.includes('name'))
    for (const name of ['nonce', 'auth_time', 'acr', 'amr', 'sid', 'c_hash']) assert.ok(!claims.includes(name), name)
  }
  const { claims_supported: claims = [] } = await discover(signIn())
  for (const name of ['nonce', 'auth_time', 'acr', 'amr', 'sid', 'c_hash', 'iss', 'aud']) assert.ok(claims.includes(name), name)
})

test('roles, metadata and organizations are listed with stored users, and not with users of the host', async () => {
  assert.equal(reserved((await discover(signIn()))['claims_supported']).length, 7)
  assert.deepEqual(reserved((await discover(ofHost()))['claims_supported']), [])
  assert.equal(reserved((await discover(ofHost({ stored: 'service_users' })))['claims_supported']).length, 7)
})

test('the scopes and claims of users of the host are those that the host states', async () => {
  assert.deepEqual((await discover(ofHost()))['scopes_supported'], ['openid', 'profile', 'email', 'phone', 'address'])
  const { scopes_supported: scopes, claims_supported: claims = [] } = await discover(ofHost({ scopes: ['email'] }))
  assert.deepEqual(scopes, ['openid', 'email'])
  assert.ok(claims.includes('email_verified'))
  for (const name of ['phone_number', 'address', 'name', 'birthdate']) assert.ok(!claims.includes(name), name)
})

test('the prompt create is listed with a registration, and consent where the login has it among its prompts', async () => {
  const usual = ['none', 'login', 'select_account']
  assert.deepEqual((await discover(signIn()))['prompt_values_supported'], usual)
  const registering = signIn({ detours: [registration({ mail, hashing })] })
  assert.deepEqual((await discover(registering))['prompt_values_supported'], [...usual, 'create'])
  assert.deepEqual((await discover(signIn({ prompts: ['consent'] })))['prompt_values_supported'], [...usual, 'consent'])
})

test('the level 2 is listed with a second factor', async () => {
  assert.deepEqual((await discover(signIn()))['acr_values_supported'], ['1'])
  for (const factor of [totp(), passkey()])
    assert.deepEqual(
      (await discover(signIn({ authenticators: [password({ hashing }), factor] })))['acr_values_supported'],
      ['1', '2'],
      factor.name,
    )
})

test('the complete service lists all of them', async () => {
  const everything = compositions.find(({ name }) => name === 'everything') ?? assert.fail()
  const provider = await everything.compose(libsql({ url: ':memory:' }))
  const metadata = (await (await provider.fetch(new Request(`${issuer}/.well-known/openid-configuration`))).json()) as Metadata
  await provider.close()
  assert.equal(metadata['claims_supported']?.length, 39)
  assert.equal(new Set(metadata['claims_supported']).size, 39)
  assert.deepEqual(metadata['scopes_supported']?.toSorted(), ['address', 'email', 'offline_access', 'openid', 'phone', 'profile'])
  assert.deepEqual(metadata['prompt_values_supported']?.toSorted(), ['consent', 'create', 'login', 'none', 'select_account'])
  assert.deepEqual(metadata['acr_values_supported'], ['1', '2'])
})
