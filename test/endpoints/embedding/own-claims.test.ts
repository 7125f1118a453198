// Claims of the host's own: each stands where it is declared, for whom it was asked, and nowhere else.
import { defineClaims, introspection, userinfo } from '@symbolon/core-protocol'
import type { AnyClaims, ClaimsAsked } from '@symbolon/core-protocol'
import { clientSecret } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createProvider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { authorize, basicHeader, codeOf, redeem, userinfoOf } from '../../support/code-flow.ts'
import { masterKey, startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { introspect } from '../../support/token-endpoints.ts'

let asked: ClaimsAsked[] = []
let failing = false
const plan = defineClaims({
  claims: ['plan', 'seats'],
  scopes: ['plan'],
  places: ['id_token', 'userinfo', 'introspection', 'access_token'],
  async read(request) {
    asked.push(request)
    if (failing) throw new Error('the database of plans is away')
    return { plan: `gold of ${request.user.id}`, seats: 3, sub: 'another user', aud: 'elsewhere', undeclared: true }
  },
})
const huge = defineClaims({
  claims: ['huge'],
  scopes: ['huge'],
  places: ['id_token', 'userinfo'],
  read: async () => ({ huge: 'x'.repeat(5000) }),
})
const strange = defineClaims({ claims: ['strange'], scopes: ['strange'], places: ['userinfo'], read: async () => ({ strange: 1n }) })
const shown = defineClaims({ claims: ['shown'], scopes: ['shown'], places: ['userinfo'], read: async () => ({ shown: null }) })

let provider: TestProvider
before(async () => (provider = await startTestProvider({ endpoints: [userinfo, introspection], claims: [plan, huge, strange, shown] })))
after(async () => await provider.close())
beforeEach(() => {
  asked = []
  failing = false
})

async function tokens(
  fields: Readonly<Record<string, string>>,
  clientId = 'basic',
): Promise<{ readonly access: string; readonly id: Readonly<Record<string, unknown>> }> {
  const code = codeOf(await authorize(provider, { client_id: clientId, ...fields }))
  const { body } = await redeem(provider, code, {}, { authorization: basicHeader(clientId, clientSecret) })
  return { access: String(body['access_token']), id: decodeJwt(String(body['id_token'])) }
}

test('a scope asks for the claims in every declared place, and the reader receives the user, the client and the place', async () => {
  const { access, id } = await tokens({ scope: 'openid plan' })
  assert.equal(id['plan'], 'gold of alice')
  assert.equal(id['seats'], 3)
  assert.equal((await userinfoOf(provider, access)).body['plan'], 'gold of alice')
  assert.equal((await introspect(provider, access, 'basic')).body['seats'], 3)
  assert.deepEqual(
    asked.map(({ place, user, client, names, scope }) => [place, user.id, client?.clientId, names, scope]),
    ['id_token', 'userinfo', 'introspection'].map((place) => [place, 'alice', 'basic', ['plan', 'seats'], ['openid', 'plan']]),
  )
})

test('EM-04 members that a reader returns in addition to its claims are dropped', async () => {
  const { access, id } = await tokens({ scope: 'openid plan' })
  assert.equal(id['sub'], 'alice')
  assert.equal(id['aud'], 'basic')
  assert.ok(!('undeclared' in id))
  const { body } = await userinfoOf(provider, access)
  assert.deepEqual(body, { plan: 'gold of alice', seats: 3, sub: 'alice' })
})

test('without the scope nothing is read', async () => {
  const { access, id } = await tokens({ scope: 'openid profile' })
  assert.ok(!('plan' in id))
  assert.ok(!('plan' in (await userinfoOf(provider, access)).body))
  assert.deepEqual(asked, [])
})

test('the claims parameter asks for one claim in one place', async () => {
  const { access, id } = await tokens({ scope: 'openid', claims: JSON.stringify({ id_token: { seats: null }, userinfo: { plan: null } }) })
  assert.equal(id['seats'], 3)
  assert.ok(!('plan' in id))
  assert.deepEqual((await userinfoOf(provider, access)).body, { plan: 'gold of alice', sub: 'alice' })
})

test('a reader that fails is logged, and the answer lacks its claims alone', async () => {
  failing = true
  const { access, id } = await tokens({ scope: 'openid plan email' })
  assert.ok(!('plan' in id))
  const { status, body } = await userinfoOf(provider, access)
  assert.equal(status, 200)
  assert.equal(body['email'], 'alice@mail.example')
  assert.ok(!('plan' in body))
  const line = provider.logged.find(({ event }) => event === 'claims_not_read')
  assert.equal(line?.fields['claims'], 'plan seats')
})

test('values that are too large for a token, empty, or not JSON are left out', async () => {
  const { access, id } = await tokens({ scope: 'openid huge strange shown' })
  assert.ok(!('huge' in id))
  const { status, body } = await userinfoOf(provider, access)
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body).toSorted(), ['huge', 'sub'])
})

test('discovery lists the claims and the scopes', async () => {
  const metadata = (await (await provider.fetch(new Request(`${provider.issuer}/.well-known/openid-configuration`))).json()) as Record<
    string,
    string[]
  >
  for (const name of ['plan', 'seats', 'huge']) assert.ok(metadata['claims_supported']?.includes(name), name)
  assert.ok(metadata['scopes_supported']?.includes('plan'))
})

describe('refused when the provider is composed', () => {
  const declared = (claims: readonly string[], scopes: readonly string[] = ['own']): AnyClaims =>
    defineClaims({ claims, scopes, places: ['userinfo'], read: async () => ({}) })
  const codeFor = async (...claims: readonly AnyClaims[]): Promise<unknown> =>
    await createProvider({ issuer: 'https://id.example', masterKey, storage: libsql({ url: ':memory:' }), claims }).then(
      async (started) => {
        await started.close()
        return undefined
      },
      (error: unknown) => (error as { code?: unknown }).code,
    )

  test('names that mean something in tokens and answers', async () => {
    const names = [
      'iss',
      'sub',
      'aud',
      'exp',
      'iat',
      'nonce',
      'at_hash',
      'acr',
      'amr',
      'azp',
      'client_id',
      'scope',
      'jti',
      'cnf',
      'act',
      'active',
      '',
    ]
    for (const name of [...names, 'urn:symbolon:iam:org:project:roles', 'urn:symbolon:iam:new']) {
      assert.equal(await codeFor(declared([name])), 'invalid_claim', name)
    }
  })

  test('claims of core, and of another part', async () => {
    assert.equal(await codeFor(declared(['email'])), 'duplicate_claim')
    assert.equal(await codeFor(declared(['mine']), declared(['mine'])), 'duplicate_claim')
  })

  test('scopes that are reserved or malformed', async () => {
    for (const scope of ['', 'two words', 'urn:symbolon:iam:org:project:id:x:aud'])
      assert.equal(await codeFor(declared(['mine'], [scope])), 'invalid_claim', scope)
  })
})
