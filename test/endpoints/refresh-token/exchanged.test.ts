// Refresh tokens of authorizations that name their audience and an actor, as a token exchange does: here made by a grant
// of a third party. https://www.rfc-editor.org/rfc/rfc8693#section-2.2.1
import { define, OAuthError } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import * as v from 'valibot'
import { postToken } from '../../support/code-flow.ts'
import { decode } from '../../support/decode.ts'
import type { TestProvider } from '../../support/provider.ts'
import { basicOf, refresh, refreshDocument, refreshed, startRefreshing } from '../../support/refreshing.ts'
import { assertError } from '../../support/signed-in.ts'
import type { Overrides } from '../../support/token-document.ts'

/** Authorises Alice, for whom Bob acts, to the app `jwt`, with whatever audience is asked for. */
const acting = define({
  kind: 'grant',
  name: 'grant of a third party',
  stores: ['clients'],
  grantType: 'urn:example:acting',
  clientAuthenticationMethods: [],
  parameters: v.object({ audience: v.string() }),
  async authorize({ parameters: { audience } }, context) {
    const client = await context.stores.clients.find('jwt')
    if (client === undefined) throw new OAuthError('invalid_client', 'There is no such client.')
    return {
      id: context.randomToken().slice(0, 22),
      client,
      subject: 'alice',
      scope: ['openid', 'offline_access'],
      audience: audience.split(' '),
      actor: { sub: 'bob', act: { sub: 'someone-before' } },
    }
  },
})

let provider: TestProvider
beforeEach(async () => {
  provider = await startRefreshing({ grants: [authorizationCode(), refreshToken(), acting] })
})
afterEach(async () => await provider.close())

async function exchanged(audience: string): Promise<unknown> {
  const { status, body } = await postToken(provider, { grant_type: 'urn:example:acting', audience })
  assert.equal(status, 200, JSON.stringify(body))
  return body['refresh_token']
}

/** The claims of the access token of a refresh, and the refresh token that came with it. */
async function refreshedClaims(token: unknown): Promise<{ readonly audience: unknown; readonly actor: unknown; readonly next: unknown }> {
  const answer = await refreshed(provider, token, {}, 'jwt')
  const { payload } = await decode(provider, answer['access_token'], 'at+jwt')
  return { audience: payload['aud'], actor: payload['act'], next: answer['refresh_token'] }
}

async function apply(overrides: Overrides): Promise<void> {
  provider.clock.advance(1)
  assert.deepEqual(
    (await provider.apply(refreshDocument([], overrides))).entries.filter(({ action }) => action === 'refused'),
    [],
  )
  provider.clock.advance(1)
}

test('a refresh keeps who acts, and the audience that was authorised', async () => {
  const { audience, actor, next } = await refreshedClaims(await exchanged('other elsewhere'))
  assert.deepEqual(audience, ['other', 'elsewhere'])
  assert.deepEqual(actor, { sub: 'bob', act: { sub: 'someone-before' } })
  assert.deepEqual((await refreshedClaims(next)).actor, actor)
})

test('RT-09 a client of the audience that is switched off is refused as audience, and comes back with its client', async () => {
  const token = await exchanged('other elsewhere')
  await apply({ apps: { elsewhere: { state: 'STATE_INACTIVE' } } })
  const without = await refreshedClaims(token)
  assert.deepEqual(without.audience, ['other'])
  await apply({ apps: { elsewhere: { state: 'STATE_ACTIVE' } } })
  assert.deepEqual((await refreshedClaims(without.next)).audience, ['other', 'elsewhere'])
})

test('RT-09 when nothing is left of the audience there is nothing to refresh, and nothing is rotated', async () => {
  const token = await exchanged('elsewhere')
  await apply({ apps: { elsewhere: { state: 'STATE_INACTIVE' } } })
  assertError(await refresh(provider, token, {}, basicOf('jwt')), 400, 'invalid_grant')
  provider.clock.advance(60)
  await apply({ apps: { elsewhere: { state: 'STATE_ACTIVE' } } })
  assert.deepEqual((await refreshedClaims(token)).audience, ['elsewhere'])
})

test('RT-09 a client of the audience that is made again under its id is not the one that was meant', async () => {
  const token = await exchanged('other elsewhere')
  await apply({ apps: { elsewhere: { state: 'STATE_REMOVED' } } })
  await apply({ apps: { elsewhere: { state: 'STATE_ACTIVE' } } })
  assert.deepEqual((await refreshedClaims(token)).audience, ['other'])
})

test('RT-07 when who acts is locked or removed, nothing is refreshed, also after they are back', async () => {
  for (const state of ['USER_STATE_LOCKED', 'USER_STATE_DELETED'] as const) {
    await apply({ users: { bob: { state: 'USER_STATE_ACTIVE' } } })
    const token = await exchanged('other')
    await apply({ users: { bob: { state } } })
    assertError(await refresh(provider, token, {}, basicOf('jwt')), 400, 'invalid_grant')
    await apply({ users: { bob: { state: 'USER_STATE_ACTIVE' } } })
    assertError(await refresh(provider, token, {}, basicOf('jwt')), 400, 'invalid_grant')
  }
})
