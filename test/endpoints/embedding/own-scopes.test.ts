// Scopes of the host's own: who is admitted is asked at each issue of tokens, and the answer says what was granted.
import { defineScope } from '@symbolon/core-protocol'
import type { AnyScope, ScopeAsked } from '@symbolon/core-protocol'
import { createProvider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { createTestProvider } from '@symbolon/testing'
import type { TestProvider } from '@symbolon/testing'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { masterKey } from '../../support/provider.ts'

const clerks = new Set(['ada'])
const asked: ScopeAsked[] = []
let failing = false
const scopes = [
  defineScope({ scope: 'orders:read' }),
  defineScope({
    scope: 'orders:write',
    async admits(request) {
      asked.push(request)
      if (failing) throw new Error('the database of clerks is away')
      return clerks.has(request.user.id)
    },
  }),
]

let provider: TestProvider
before(async () => {
  provider = await createTestProvider({
    users: [{ userName: 'ada' }, { userName: 'bob' }],
    clients: [{ clientId: 'shop', redirectUris: ['http://localhost/cb'] }],
    serviceUsers: [{ userName: 'robot' }],
    provider: { scopes },
  })
})
after(async () => await provider.close())

const scope = 'openid offline_access orders:read orders:write'

test('EM-01 a user who is not admitted is not granted the scope, and loses or gains it with the next refresh', async () => {
  const ada = await provider.signIn('ada', 'shop', { scope })
  assert.equal(ada.scope, scope)
  const bob = await provider.signIn('bob', 'shop', { scope })
  assert.equal(bob.scope, 'openid offline_access orders:read')
  clerks.add('bob')
  clerks.delete('ada')
  assert.equal((await provider.refresh(bob.refreshToken ?? '', 'shop')).scope, scope)
  assert.equal((await provider.refresh(ada.refreshToken ?? '', 'shop')).scope, 'openid offline_access orders:read')
})

test('the function receives client and user, service users too, and is not called without the scope', async () => {
  asked.length = 0
  await provider.signIn('ada', 'shop', { scope: 'openid orders:read' })
  assert.equal(asked.length, 0)
  assert.equal((await provider.clientCredentials('robot', 'openid orders:write')).scope, 'openid')
  assert.deepEqual(
    (asked as readonly ScopeAsked[]).map(({ client, user }) => [client.clientId, user.id, user.kind]),
    [['robot', 'robot', 'machine']],
  )
})

test('EM-01 while the host cannot say, no tokens are issued, and the code is not lost', async () => {
  const { refreshToken = '' } = await provider.signIn('bob', 'shop', { scope })
  failing = true
  await assert.rejects(provider.refresh(refreshToken, 'shop'), /503/)
  failing = false
  assert.equal((await provider.refresh(refreshToken, 'shop')).scope, scope)
})

test('discovery lists the scopes', async () => {
  const answer = await provider.fetch(new Request(`${provider.issuer}/.well-known/openid-configuration`))
  const { scopes_supported: listed } = (await answer.json()) as { readonly scopes_supported: readonly string[] }
  assert.deepEqual(
    ['orders:read', 'orders:write'].filter((each) => !listed.includes(each)),
    [],
  )
})

test('reserved, malformed and repeated scopes are refused when the provider is composed', async () => {
  const codeFor = async (...declared: readonly AnyScope[]): Promise<unknown> =>
    await createProvider({ issuer: 'https://id.example', masterKey, storage: libsql({ url: ':memory:' }), scopes: declared }).then(
      async (started) => {
        await started.close()
        return undefined
      },
      (error: unknown) => (error as { code?: unknown }).code,
    )
  for (const name of ['', 'two words', 'openid', 'offline_access', 'urn:symbolon:iam:org:project:id:x:aud'])
    assert.equal(await codeFor(defineScope({ scope: name })), 'invalid_scope', name)
  assert.equal(await codeFor(defineScope({ scope: 'mine' }), defineScope({ scope: 'mine' })), 'duplicate_scope')
  assert.equal(await codeFor(defineScope({ scope: 'mine' })), undefined)
})
