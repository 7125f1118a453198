// oauth4webapi, strict about every rule of the specifications, through the whole code flow against the service on https.
// https://github.com/panva/oauth4webapi
import { alice } from '@symbolon/test-kit'
import * as oauth from 'oauth4webapi'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { beginSignIn, checkTokens, clientOf, discoverServer, redeemCode, requestTokens } from '../support/oauth4webapi.ts'
import type { DiscoveredServer } from '../support/oauth4webapi.ts'
import { broughtBack, createRelyingParties, relyingPartyDocument } from '../support/relying-parties.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const parties = await createRelyingParties()
let service: TestService
let discovered: DiscoveredServer

before(async () => {
  service = await startTestService({ document: relyingPartyDocument(parties) })
  discovered = await discoverServer(service)
})
after(async () => await service.stop())

describe('oauth4webapi', () => {
  for (const party of parties) {
    const form = party.accessTokenAlg === undefined ? 'an opaque access token' : `a JWT access token signed with ${party.accessTokenAlg}`
    const {
      clientId,
      authentication: { method },
      idTokenAlg,
    } = party
    test(`${clientId} signs Alice in by ${method}, with an ID token signed with ${idTokenAlg} and ${form}`, async () => {
      await checkTokens(
        discovered,
        party,
        await redeemCode(discovered, party, await beginSignIn(discovered, party, service.newUserAgent())),
      )
    })

    test(`${clientId} takes the answer as a posted form`, async () => {
      const { idToken } = await redeemCode(
        discovered,
        party,
        await beginSignIn(discovered, party, service.newUserAgent(), { response_mode: 'form_post' }),
      )
      assert.equal(idToken.sub, alice.id)
    })
  }

  const [party] = parties
  assert.ok(party !== undefined)

  test('prompt=none responds without a page once a user is signed in, and with login_required before', async () => {
    const userAgent = service.newUserAgent()
    const early = await beginSignIn(discovered, party, userAgent, { prompt: 'none' })
    await assert.rejects(
      async () => await redeemCode(discovered, party, early),
      isError(oauth.AuthorizationResponseError, 'login_required'),
    )
    const first = await redeemCode(discovered, party, await beginSignIn(discovered, party, userAgent))
    const second = await redeemCode(
      discovered,
      party,
      await beginSignIn(discovered, party, userAgent, { prompt: 'none', id_token_hint: first.tokens.id_token ?? '' }),
    )
    assert.equal(second.idToken.auth_time, first.idToken.auth_time)
  })

  test('max_age is answered with an auth_time that is young enough', async () => {
    const userAgent = service.newUserAgent()
    const first = await redeemCode(discovered, party, await beginSignIn(discovered, party, userAgent, { max_age: '1000' }), 1000)
    await sleep(1100)
    const second = await redeemCode(discovered, party, await beginSignIn(discovered, party, userAgent, { max_age: '0' }), 0)
    assert.ok((second.idToken.auth_time ?? 0) > (first.idToken.auth_time ?? 0))
  })

  test('errors of the authorization endpoint are authorization response errors with the code of the standard', async () => {
    const cases = [
      ['invalid_scope', { scope: 'profile' }],
      ['unsupported_response_type', { response_type: 'code magic' }],
      ['invalid_request', { prompt: 'none login' }],
      ['invalid_request', { code_challenge_method: 'plain' }],
      ['request_not_supported', { request: 'e30.e30.' }],
    ] as const
    for (const [code, further] of cases) {
      const begun = await beginSignIn(discovered, party, service.newUserAgent(), further)
      await assert.rejects(async () => await redeemCode(discovered, party, begun), isError(oauth.AuthorizationResponseError, code), code)
    }
  })

  test('errors of the token endpoint are response body errors, a wrong secret a challenge', async () => {
    const begun = await beginSignIn(discovered, party, service.newUserAgent())
    const forged = { ...begun, codeVerifier: oauth.generateRandomCodeVerifier() }
    await assert.rejects(async () => await redeemCode(discovered, party, forged), isError(oauth.ResponseBodyError, 'invalid_grant'))
    const parameters = oauth.validateAuthResponse(discovered.server, clientOf(party), new URL(broughtBack(begun.page).url), begun.state)
    const response = await requestTokens(discovered, party, parameters, begun.codeVerifier, oauth.ClientSecretBasic('wrong'))
    await assert.rejects(
      async () => await oauth.processAuthorizationCodeResponse(discovered.server, clientOf(party), response),
      (error) => {
        assert.ok(error instanceof oauth.WWWAuthenticateChallengeError)
        assert.equal(error.status, 401)
        assert.equal(error.cause[0]?.scheme, 'basic')
        return true
      },
    )
  })

  test('a token that does not count is a Bearer challenge at userinfo', async () => {
    const response = await oauth.userInfoRequest(discovered.server, clientOf(party), 'not-a-token', discovered.options)
    const processing = oauth.processUserInfoResponse(discovered.server, clientOf(party), oauth.skipSubjectCheck, response)
    await assert.rejects(processing, (error) => {
      assert.ok(error instanceof oauth.WWWAuthenticateChallengeError)
      assert.equal(error.cause[0]?.scheme, 'bearer')
      assert.equal(error.cause[0]?.parameters.error, 'invalid_token')
      return true
    })
  })
})

function isError(
  type: typeof oauth.AuthorizationResponseError | typeof oauth.ResponseBodyError,
  code: string,
): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof type, String(error))
    assert.equal(error.error, code)
    return true
  }
}
