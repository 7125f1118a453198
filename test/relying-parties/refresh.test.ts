// Both client libraries refresh, as every kind of client, against the service on https: in a row, at once, and after a lost answer.
import { alice } from '@symbolon/test-kit'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { authenticationOf, beginSignIn, clientOf, discoverServer, redeemCode } from '../support/oauth4webapi.ts'
import type { DiscoveredServer, SignedIn } from '../support/oauth4webapi.ts'
import { begin, checkTokens, discover, redeem } from '../support/openid-client.ts'
import type { Tokens } from '../support/openid-client.ts'
import { createRelyingParties, relyingPartyDocument } from '../support/relying-parties.ts'
import type { RelyingParty } from '../support/relying-parties.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const offline = { scope: 'openid email offline_access' }
const parties = await createRelyingParties()
let service: TestService
let discovered: DiscoveredServer

before(async () => {
  service = await startTestService({ document: relyingPartyDocument(parties) })
  discovered = await discoverServer(service)
})
after(async () => await service.stop())

describe('oauth4webapi', () => {
  async function refresh(party: RelyingParty, token: string | undefined): Promise<SignedIn> {
    const { server, options } = discovered
    const response = await oauth.refreshTokenGrantRequest(server, clientOf(party), authenticationOf(party), token ?? '', options)
    const tokens = await oauth.processRefreshTokenResponse(server, clientOf(party), response)
    await oauth.validateApplicationLevelSignature(server, response, options)
    const idToken = oauth.getValidatedIdTokenClaims(tokens)
    assert.ok(idToken !== undefined)
    return { tokens, idToken }
  }

  async function emailOf(party: RelyingParty, { tokens, idToken }: SignedIn): Promise<unknown> {
    const { server, options } = discovered
    const answer = await oauth.userInfoRequest(server, clientOf(party), tokens.access_token, options)
    return (await oauth.processUserInfoResponse(server, clientOf(party), idToken.sub, answer)).email
  }

  for (const party of parties) {
    test(`${party.clientId} refreshes by ${party.authentication.method}, again and again`, async () => {
      const first = await redeemCode(discovered, party, await beginSignIn(discovered, party, service.newUserAgent(), offline))
      let last = first
      for (let time = 0; time < 3; time++) {
        const next = await refresh(party, last.tokens.refresh_token)
        assert.notEqual(next.tokens.refresh_token, last.tokens.refresh_token)
        assert.equal(next.tokens.scope, offline.scope)
        for (const name of ['sub', 'auth_time', 'sid', 'acr']) assert.equal(next.idToken[name], first.idToken[name], name)
        assert.equal(next.idToken['nonce'], undefined)
        assert.equal(await emailOf(party, next), 'alice@mail.example')
        last = next
      }
    })
  }

  const [party] = parties
  assert.ok(party !== undefined)

  test('refreshes at once, as tabs do it, all get the same successor, and the next one works', async () => {
    const { tokens } = await redeemCode(discovered, party, await beginSignIn(discovered, party, service.newUserAgent(), offline))
    const answers = await Promise.all(Array.from({ length: 20 }, async () => await refresh(party, tokens.refresh_token)))
    assert.equal(new Set(answers.map((answer) => answer.tokens.refresh_token)).size, 1)
    assert.equal(new Set(answers.map((answer) => answer.tokens.access_token)).size, 20)
    await refresh(party, answers[0]?.tokens.refresh_token)
  })

  test('a token that is used after its successor is a response body error with invalid_grant, and so is the successor then', async () => {
    const {
      tokens: { refresh_token: stolen },
    } = await redeemCode(discovered, party, await beginSignIn(discovered, party, service.newUserAgent(), offline))
    const last = await refresh(party, (await refresh(party, stolen)).tokens.refresh_token)
    for (const token of [stolen, last.tokens.refresh_token]) {
      await assert.rejects(refresh(party, token), (error) => error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant')
    }
  })
})

describe('openid-client', () => {
  async function refresh(configuration: client.Configuration, { refresh_token: token }: Tokens, parameters = {}): Promise<Tokens> {
    return await client.refreshTokenGrant(configuration, token ?? '', parameters)
  }

  for (const party of parties) {
    test(`${party.clientId} refreshes by ${party.authentication.method}, again and again`, async () => {
      const configuration = await discover(service, party)
      let tokens = await redeem(configuration, await begin(configuration, service.newUserAgent(), offline))
      for (let time = 0; time < 3; time++) {
        const next = await refresh(configuration, tokens)
        assert.notEqual(next.refresh_token, tokens.refresh_token)
        await checkTokens(configuration, next)
        tokens = next
      }
    })
  }

  const [party] = parties
  assert.ok(party !== undefined)

  test('a refresh may ask for less, and whose answer was lost asks again', async () => {
    const configuration = await discover(service, party)
    const tokens = await redeem(configuration, await begin(configuration, service.newUserAgent(), offline))
    const narrow = await refresh(configuration, tokens, { scope: 'openid' })
    assert.equal(narrow.scope, 'openid')
    assert.equal((await client.fetchUserInfo(configuration, narrow.access_token, alice.id)).email, undefined)
    const again = await refresh(configuration, tokens)
    assert.equal(again.refresh_token, narrow.refresh_token)
    assert.equal(again.scope, offline.scope)
    await checkTokens(configuration, again)
  })
})
