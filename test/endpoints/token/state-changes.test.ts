// Users, clients and organizations may change between the authorization and the token request, and after it. Whatever is switched off gets no
// tokens, and tokens that were issued before are refused at their next use.
import { clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { basicHeader, redeem, userinfoOf } from '../../support/code-flow.ts'
import { decode } from '../../support/decode.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertError, assertInvalidClient, signedIn } from '../../support/signed-in.ts'
import { tokenDocument } from '../../support/token-document.ts'
import type { Overrides } from '../../support/token-document.ts'

/** Everything is switched on explicitly, because what a document leaves out is not changed. */
const on: Overrides = {
  orgState: 'ORG_STATE_ACTIVE',
  projectState: 'STATE_ACTIVE',
  users: { alice: { state: 'USER_STATE_ACTIVE' } },
  apps: { basic: { state: 'STATE_ACTIVE' }, jwt: { state: 'STATE_ACTIVE' } },
}
let provider: TestProvider
before(async () => void (provider = await startTestProvider({ document: tokenDocument([], on) })))
after(async () => await provider.close())
beforeEach(async () => {
  provider.clock.advance(10)
  await apply({})
  provider.clock.advance(10)
})

async function apply(overrides: Overrides): Promise<void> {
  const { entries } = await provider.apply(
    tokenDocument([], { ...on, ...overrides, apps: { ...on.apps, ...overrides.apps }, users: { ...on.users, ...overrides.users } }),
  )
  assert.deepEqual(
    entries.filter(({ action }) => action === 'refused'),
    [],
  )
}

interface Change {
  readonly what: string
  readonly overrides: Overrides
  /** A client that is not active cannot authenticate; a user that is not active has lost the grant. */
  readonly answer: 'invalid_client' | 'invalid_grant'
}

const both = (state: 'STATE_INACTIVE' | 'STATE_REMOVED'): Overrides => ({ apps: { basic: { state }, jwt: { state } } })
const changes: readonly Change[] = [
  { what: 'the user is locked', overrides: { users: { alice: { state: 'USER_STATE_LOCKED' } } }, answer: 'invalid_grant' },
  { what: 'the user is inactive', overrides: { users: { alice: { state: 'USER_STATE_INACTIVE' } } }, answer: 'invalid_grant' },
  { what: 'the user is suspended', overrides: { users: { alice: { state: 'USER_STATE_SUSPEND' } } }, answer: 'invalid_grant' },
  { what: 'the user is deleted', overrides: { users: { alice: { state: 'USER_STATE_DELETED' } } }, answer: 'invalid_grant' },
  { what: 'the organization is inactive', overrides: { orgState: 'ORG_STATE_INACTIVE' }, answer: 'invalid_client' },
  { what: 'the project is inactive', overrides: { projectState: 'STATE_INACTIVE' }, answer: 'invalid_client' },
  { what: 'the app is inactive', overrides: both('STATE_INACTIVE'), answer: 'invalid_client' },
  { what: 'the app is removed', overrides: both('STATE_REMOVED'), answer: 'invalid_client' },
]

for (const { what, overrides, answer } of changes) {
  for (const clientId of ['basic', 'jwt']) {
    const headers = { authorization: basicHeader(clientId, clientSecret) }

    test(`TK-14 when ${what}, a code of ${clientId} issued before is refused, also after the change is undone`, async () => {
      const alice = await signedIn(provider)
      const code = await alice.code({ client_id: clientId })
      await apply(overrides)
      const refused = await redeem(provider, code, {}, headers)
      if (answer === 'invalid_client') assertInvalidClient(refused)
      else assertError(refused, 400, 'invalid_grant')
      provider.clock.advance(2)
      await apply({})
      assertError(await redeem(provider, code, {}, headers), 400, 'invalid_grant')
    })

    test(`when ${what}, access tokens of ${clientId} are refused, also after the change is undone`, async () => {
      const alice = await signedIn(provider)
      const { access_token: token } = await alice.tokens(clientId)
      assert.equal((await userinfoOf(provider, token)).status, 200)
      await apply(overrides)
      const dead = await userinfoOf(provider, token)
      assert.equal(dead.status, 401)
      assert.equal(dead.body['error'], 'invalid_token')
      provider.clock.advance(2)
      await apply({})
      assert.equal((await userinfoOf(provider, token)).status, 401)
    })
  }
}

test('an app that is removed and made again within the same second does not inherit the tokens of the earlier one', async () => {
  for (const clientId of ['basic', 'jwt']) {
    const alice = await signedIn(provider)
    const { access_token: token } = await alice.tokens(clientId)
    const code = await alice.code({ client_id: clientId })
    provider.clock.advance(0.1)
    await apply(both('STATE_REMOVED'))
    provider.clock.advance(0.1)
    await apply({})
    assert.equal((await userinfoOf(provider, token)).status, 401, clientId)
    assertError(await redeem(provider, code, {}, { authorization: basicHeader(clientId, clientSecret) }), 400, 'invalid_grant')
  }
})

test('a user who is deleted and made again does not inherit a code of the earlier one', async () => {
  for (const clientId of ['basic', 'jwt']) {
    const code = await (await signedIn(provider)).code({ client_id: clientId })
    provider.clock.advance(0.1)
    await apply({ users: { alice: { state: 'USER_STATE_DELETED' } } })
    provider.clock.advance(0.1)
    await apply({})
    assertError(await redeem(provider, code, {}, { authorization: basicHeader(clientId, clientSecret) }), 400, 'invalid_grant')
  }
})

test('TK-14 when the session was ended, a code of it is refused, and so are its access tokens', async () => {
  for (const clientId of ['basic', 'jwt']) {
    const alice = await signedIn(provider)
    const body = await alice.tokens(clientId)
    const { payload } = await decode(provider, body['id_token'], 'JWT')
    const code = await alice.code({ client_id: clientId })
    await provider.storage.stores.revocations?.add([String(payload['sid'])], provider.clock.now() + 1_000_000)
    assertError(await redeem(provider, code, {}, { authorization: basicHeader(clientId, clientSecret) }), 400, 'invalid_grant')
    assert.equal((await userinfoOf(provider, body['access_token'])).status, 401)
  }
})

test('TK-14 when the project begins to ask for a role, a code of a user without one is refused', async () => {
  const code = await (await signedIn(provider)).code()
  await apply({ project: { projectRoleCheck: true } })
  assertError(await redeem(provider, code), 400, 'invalid_grant')
})

test('TK-14 when the client loses the grant type, its code is refused', async () => {
  const code = await (await signedIn(provider)).code()
  const [org] = tokenDocument().orgs ?? []
  const app = org?.oidcApps?.find(({ appId }) => appId === 'basic')?.app
  assert.ok(app !== undefined)
  await apply({ apps: { basic: { state: 'STATE_ACTIVE', app: { ...app, grantTypes: ['OIDC_GRANT_TYPE_REFRESH_TOKEN'] } } } })
  assertError(await redeem(provider, code), 400, 'unauthorized_client')
})

test('a client secret is refused as soon as it is replaced', async () => {
  const code = await (await signedIn(provider)).code()
  const replaced = 'another-client-secret-of-32-characters-or-more'
  await apply({ apps: { basic: { state: 'STATE_ACTIVE', clientSecret: replaced } } })
  assertInvalidClient(await redeem(provider, code))
  assert.equal((await redeem(provider, code, {}, { authorization: basicHeader('basic', replaced) })).status, 200)
})
