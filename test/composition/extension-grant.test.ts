// A grant of a third party that authenticates clients: an app lists it by its URI, as RFC 6749 names extensions, and may use it.
// https://www.rfc-editor.org/rfc/rfc6749#section-4.5
import { define } from '@symbolon/core-protocol'
import type { AnyGrant } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { tokenExchange } from '@symbolon/grants-token-exchange'
import { readDocument } from '@symbolon/schema-v2'
import { libsql } from '@symbolon/storage-libsql'
import { alice, clientSecret, redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as v from 'valibot'
import { acmeWith, portalApp } from '../support/acme.ts'
import { basicHeader, postToken } from '../support/code-flow.ts'
import type { TokenAnswer } from '../support/code-flow.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { assertError, assertInvalidClient } from '../support/signed-in.ts'

const grantType = 'urn:example:params:oauth:grant-type:badge'

/** The bearer of a badge gets a token for Alice. */
const badge: AnyGrant = define({
  kind: 'grant',
  name: 'badge grant',
  stores: [],
  grantType,
  clientAuthenticationMethods: ['client_secret_basic', 'client_secret_post'],
  // The parameters are an ordinary object, whatever was sent.
  parameters: v.pipe(v.instance(Object), v.object({ badge: v.string() })),
  async authorize({ client }, context) {
    return { id: context.randomToken().slice(0, 22), client, subject: alice.id, scope: ['openid'], audience: [client.clientId] }
  },
})

let provider: TestProvider
before(async () => {
  provider = await startTestProvider({
    grants: [authorizationCode(), badge],
    document: acmeWith({
      oidcApps: [
        portalApp('door', { redirectUris: [redirectUri], grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', grantType] }, { clientSecret }),
      ],
    }),
  })
})
after(async () => await provider.close())

async function show(clientId: string, secret = clientSecret): Promise<TokenAnswer> {
  return await postToken(provider, { grant_type: grantType, badge: 'b' }, { authorization: basicHeader(clientId, secret) })
}

test('an app that lists the grant may use it, with its secret', async () => {
  const { status, body } = await show('door')
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(typeof body['id_token'], 'string')
  assertInvalidClient(await show('door', 'wrong'))
})

test('an app that does not list it may not', async () => {
  assertError(await show('basic'), 400, 'unauthorized_client')
})

test('a grant type that is composed is registered without a notice, an unknown one is reported and kept', async () => {
  const own = 'urn:example:params:oauth:grant-type:unknown'
  const { entries } = await provider.apply(
    acmeWith({
      oidcApps: [
        portalApp('door', { redirectUris: [redirectUri], grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', grantType] }, { clientSecret }),
        portalApp('window', { redirectUris: [redirectUri], grantTypes: [own] }, { clientSecret }),
      ],
    }),
  )
  const unknown = entries.filter(({ reason }) => reason === 'grant_type_unknown')
  assert.deepEqual(
    unknown.map(({ key, member, action }) => [key.join(), member, action]),
    [['window', 'app.grantTypes[0]', 'notice']],
  )
  assert.deepEqual((await provider.storage.stores.clients?.find('window'))?.grantTypes, [own])
  assertError(
    await postToken(provider, { grant_type: own }, { authorization: basicHeader('window', clientSecret) }),
    400,
    'unsupported_grant_type',
  )
})

test('a grant type that is neither a name of the format nor a URI is refused with its place', () => {
  for (const wrong of ['badge', 'OIDC_GRANT_TYPE_BADGE', 'urn:with space', ':x', 'urn:', `urn:${'x'.repeat(300)}`, 9, '']) {
    const document = {
      orgs: [{ orgId: 'o', org: { name: 'O' }, oidcApps: [{ appId: 'a', app: { projectId: 'p', name: 'A', grantTypes: [wrong] } }] }],
    }
    assert.throws(() => readDocument(document), /orgs\[0\]\.oidcApps\[0\]\.app\.grantTypes\[0\]/, String(wrong))
  }
})

test('token exchange is on where the storage has no features store', async () => {
  const inner = libsql({ url: ':memory:' })
  const storage = {
    open: async (names: Parameters<typeof inner.open>[0]) => {
      const {
        stores: { features: _, ...stores },
        close,
      } = await inner.open(names)
      return { stores, close }
    },
  }
  const provider = await startTestProvider({ storage, grants: [authorizationCode(), tokenExchange()] })
  const metadata = (await (await provider.fetch(new Request(`${provider.issuer}/.well-known/openid-configuration`))).json()) as {
    grant_types_supported: readonly string[]
  }
  assert.ok(metadata.grant_types_supported.includes('urn:ietf:params:oauth:grant-type:token-exchange'))
  await provider.close()
})

test('with a features store it is off until an owner turns it on', async () => {
  const own = await startTestProvider({ grants: [authorizationCode(), tokenExchange()] })
  const metadata = (await (await own.fetch(new Request(`${own.issuer}/.well-known/openid-configuration`))).json()) as {
    grant_types_supported: readonly string[]
  }
  assert.ok(!metadata.grant_types_supported.includes('urn:ietf:params:oauth:grant-type:token-exchange'))
  await own.close()
})
