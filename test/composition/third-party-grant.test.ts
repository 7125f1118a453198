// A grant that is made of the public seam alone is as good as one of ours; and what is not composed is not even loaded.
import { digest } from '@symbolon/core-protocol'
import { secretHashing } from '@symbolon/secret-hashing'
import { libsql } from '@symbolon/storage-libsql'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Provider } from '@symbolon/server'
import { masterKey } from '../support/provider.ts'
import { issuer, ticket } from './compositions.ts'
import { composeServiceAccounts, grantType, serviceUser } from './entries/service-accounts.ts'
import { modulesOf } from './modules-of.ts'

describe('a grant of a third party', () => {
  let provider: Provider

  before(async () => {
    provider = await composeServiceAccounts(issuer, masterKey, libsql({ url: ':memory:' }), digest(ticket), secretHashing())
  })
  after(async () => await provider.close())

  const post = async (fields: Readonly<Record<string, string>>): Promise<{ status: number; body: Record<string, unknown> }> => {
    const response = await provider.fetch(new Request(`${issuer}/oauth/v2/token`, { method: 'POST', body: new URLSearchParams(fields) }))
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  test('gets tokens for a service user from the token endpoint', async () => {
    const { status, body } = await post({ grant_type: grantType, ticket, user: serviceUser })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body['token_type'], 'Bearer')
    assert.equal(typeof body['access_token'], 'string')
    assert.equal(decodeJwt(String(body['id_token'])).sub, serviceUser)
  })

  test('refuses with the errors of the protocol', async () => {
    assert.deepEqual(await post({ grant_type: grantType, ticket: 'another', user: serviceUser }), {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'The ticket is not valid.' },
    })
    assert.deepEqual(await post({ grant_type: grantType, user: serviceUser }), {
      status: 400,
      body: { error: 'invalid_request', error_description: 'The ticket is missing.' },
    })
  })

  test('is the only grant there is', async () => {
    const { status, body } = await post({ grant_type: 'authorization_code', code: 'x', redirect_uri: 'https://app.example/cb' })
    assert.equal(status, 400)
    assert.equal(body['error'], 'unsupported_grant_type')
  })
})

describe('the module graph', () => {
  const ofPackage = (modules: readonly string[], folder: string): string[] =>
    modules.filter((url) => url.includes(`/packages/${folder}/src/`))

  test('of a composition without login and code grant holds no module of theirs, and does not know the grant by name', async () => {
    const modules = await modulesOf(new URL('entries/service-accounts.ts', import.meta.url))
    assert.ok(ofPackage(modules, 'core-protocol').length > 20, 'the graph is looked at')
    for (const folder of [
      'login',
      'grants-authorization-code',
      'grants-refresh-token',
      'ui-templates',
      'storage-libsql',
      'rate-limiting',
      'symbolon',
    ])
      assert.deepEqual(ofPackage(modules, folder), [])
    const naming = modules.filter(
      (url) => url.includes('/packages/') && readFileSync(fileURLToPath(url), 'utf8').includes("'authorization_code'"),
    )
    assert.deepEqual(naming, [])
  })

  test('of the whole service holds them', async () => {
    const modules = await modulesOf(new URL('../../packages/symbolon/src/compose.ts', import.meta.url))
    for (const folder of ['login', 'grants-authorization-code', 'grants-refresh-token', 'ui-templates'])
      assert.notDeepEqual(ofPackage(modules, folder), [])
  })
})
