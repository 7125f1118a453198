// Personal access tokens of service users at userinfo, and users who are not there any more.
import type { OrgDocument } from '@symbolon/schema-v2'
import { generateClientKey } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { userinfoOf } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { datedToken, expiredToken, importedToken, narrowToken, resourceDocument, robotToken } from '../../support/resource-document.ts'
import { signedIn } from '../../support/signed-in.ts'

let provider: TestProvider
let document: OrgDocument
before(async () => {
  document = resourceDocument(await generateClientKey('api-key', 'ES256'))
  provider = await startTestProvider({ document })
})
after(async () => await provider.close())

/** The document with these states, said aloud. */
function withStates(people: 'USER_STATE_ACTIVE' | 'USER_STATE_INACTIVE' | 'USER_STATE_LOCKED' | 'USER_STATE_DELETED'): OrgDocument {
  const [org] = document.orgs ?? []
  return {
    orgs: [
      {
        orgId: 'acme',
        humanUsers: (org?.humanUsers ?? []).map((each) => ({ ...each, state: people })),
        machineUsers: (org?.machineUsers ?? []).map((each) => ({ ...each, state: people })),
      },
    ],
  }
}

test('a token whose document names no scopes returns the service user and its organization', async () => {
  for (const token of [robotToken, importedToken, datedToken]) {
    const { status, body } = await userinfoOf(provider, token)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(body, {
      sub: 'robot',
      name: 'Robot',
      preferred_username: 'robot@acme.example',
      updated_at: Math.floor(provider.clock.now() / 1000),
      'urn:symbolon:iam:user:resourceowner:id': 'acme',
      'urn:symbolon:iam:user:resourceowner:name': 'Acme',
      'urn:symbolon:iam:user:resourceowner:primary_domain': 'acme.example',
    })
  }
})

test('a token whose scopes lack openid is 403 insufficient_scope', async () => {
  const { status, body } = await userinfoOf(provider, narrowToken)
  assert.equal(status, 403)
  assert.equal(body['error'], 'insufficient_scope')
})

test('an expired, truncated or unknown token is 401', async () => {
  for (const token of [expiredToken, robotToken.slice(0, -1), `${robotToken}0`, robotToken.toUpperCase(), 'symbolon_pat_']) {
    assert.equal((await userinfoOf(provider, token)).status, 401, token)
  }
  const own = await startTestProvider({ document })
  assert.equal((await userinfoOf(own, datedToken)).status, 200)
  own.clock.advance(Math.ceil((Date.parse('2100-01-01T00:00:00Z') - own.clock.now()) / 1000))
  assert.equal((await userinfoOf(own, datedToken)).status, 401)
  await own.close()
})

test('UI-04 the tokens of a user who is switched off, locked or deleted are 401', async () => {
  const user = await signedIn(provider)
  const { access_token: opaque } = await user.tokens('basic')
  const { access_token: jwt } = await user.tokens('jwt')
  const tokens = [opaque, jwt, robotToken]
  const expectAll = async (status: number): Promise<void> => {
    for (const token of tokens) assert.equal((await userinfoOf(provider, token)).status, status)
  }
  await expectAll(200)
  for (const state of ['USER_STATE_INACTIVE', 'USER_STATE_LOCKED'] as const) {
    await provider.apply(withStates(state))
    await expectAll(401)
    await provider.apply(withStates('USER_STATE_ACTIVE'))
    for (const [token, status] of [
      [opaque, 401],
      [jwt, 401],
      [robotToken, 200],
    ] as const)
      assert.equal((await userinfoOf(provider, token)).status, status)
  }
  await provider.apply(withStates('USER_STATE_DELETED'))
  await expectAll(401)
  // Created again under the same id: perhaps a different user.
  provider.clock.advance(1)
  await provider.apply({ orgs: [{ ...document.orgs?.[0], orgId: 'acme', personalAccessTokens: [] }] })
  await expectAll(401)
})
