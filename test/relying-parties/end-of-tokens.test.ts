// Both client libraries introspect and revoke, by every method that the endpoints take, and send their user to sign out.
import { alice } from '@symbolon/test-kit'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { authenticationOf, beginSignIn, clientOf, discoverServer, redeemCode } from '../support/oauth4webapi.ts'
import type { DiscoveredServer } from '../support/oauth4webapi.ts'
import { begin, discover, redeem } from '../support/openid-client.ts'
import { createRelyingParties, relyingPartyDocument, signedOutUri } from '../support/relying-parties.ts'
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

/** What discovery offers for introspection. */
function mayIntrospect({ authentication: { method } }: RelyingParty): boolean {
  return method === 'client_secret_basic' || method === 'private_key_jwt'
}

describe('oauth4webapi', () => {
  async function introspect(party: RelyingParty, token: string): Promise<oauth.IntrospectionResponse> {
    const { server, options } = discovered
    const response = await oauth.introspectionRequest(server, clientOf(party), authenticationOf(party), token, options)
    return await oauth.processIntrospectionResponse(server, clientOf(party), response)
  }

  async function revoke(party: RelyingParty, token: string, hint?: string): Promise<void> {
    const { server, options } = discovered
    const further = hint === undefined ? options : { ...options, additionalParameters: { token_type_hint: hint } }
    const response = await oauth.revocationRequest(server, clientOf(party), authenticationOf(party), token, further)
    await oauth.processRevocationResponse(response)
  }

  for (const party of parties) {
    const {
      clientId,
      authentication: { method },
    } = party
    test(`${clientId} revokes by ${method} first its access token, then its refresh token with what came of it`, async () => {
      const watcher = parties.find(mayIntrospect)
      assert.ok(watcher !== undefined)
      const { tokens } = await redeemCode(discovered, party, await beginSignIn(discovered, party, service.newUserAgent(), offline))
      const { server, options } = discovered
      assert.equal((await introspect(watcher, tokens.access_token)).active, true)
      await revoke(party, tokens.access_token, 'access_token')
      assert.deepEqual(await introspect(watcher, tokens.access_token), { active: false })

      const handle = tokens.refresh_token ?? ''
      const response = await oauth.refreshTokenGrantRequest(server, clientOf(party), authenticationOf(party), handle, options)
      const refreshed = await oauth.processRefreshTokenResponse(server, clientOf(party), response)
      assert.equal((await introspect(watcher, refreshed.access_token)).active, true)
      await revoke(party, refreshed.refresh_token ?? '', 'refresh_token')
      assert.deepEqual(await introspect(watcher, refreshed.access_token), { active: false })
      await revoke(party, 'an unknown token')
    })

    test(mayIntrospect(party) ? `${clientId} introspects by ${method}` : `${clientId} cannot introspect by ${method}`, async () => {
      const { tokens } = await redeemCode(discovered, party, await beginSignIn(discovered, party, service.newUserAgent()))
      if (!mayIntrospect(party)) {
        await assert.rejects(
          async () => await introspect(party, tokens.access_token),
          (error) => {
            // A client without a secret is not asked to use Basic, which it could not.
            assert.ok(error instanceof (method === 'none' ? oauth.ResponseBodyError : oauth.WWWAuthenticateChallengeError))
            assert.equal(error.status, 401)
            return true
          },
        )
        return
      }
      const response = await introspect(party, tokens.access_token)
      assert.equal(response.active, true)
      assert.equal(response.sub, alice.id)
      assert.equal(response.username, alice.loginName)
      assert.equal(response.client_id, clientId)
      assert.equal(response['email'], 'alice@mail.example')
      assert.deepEqual(await introspect(party, 'an unknown token'), { active: false })
    })
  }
})

describe('openid-client', () => {
  for (const party of parties) {
    test(`${party.clientId} ends by ${party.authentication.method} what it was given`, async () => {
      const configuration = await discover(service, party)
      const tokens = await redeem(configuration, await begin(configuration, service.newUserAgent(), offline))
      if (mayIntrospect(party)) assert.equal((await client.tokenIntrospection(configuration, tokens.access_token)).active, true)
      await client.tokenRevocation(configuration, tokens.refresh_token ?? '')
      if (mayIntrospect(party)) assert.equal((await client.tokenIntrospection(configuration, tokens.access_token)).active, false)
      await assert.rejects(async () => await client.fetchUserInfo(configuration, tokens.access_token, alice.id))
      await assert.rejects(
        async () => await client.refreshTokenGrant(configuration, tokens.refresh_token ?? ''),
        (error) => {
          assert.ok(error instanceof client.ResponseBodyError)
          assert.equal(error.error, 'invalid_grant')
          return true
        },
      )
    })

    test(`${party.clientId} sends its user to sign out, and gets the user and the state back`, async () => {
      const configuration = await discover(service, party)
      const userAgent = service.newUserAgent()
      const tokens = await redeem(configuration, await begin(configuration, userAgent))
      const state = client.randomState()
      const hint = tokens.id_token ?? ''
      const url = client.buildEndSessionUrl(configuration, { id_token_hint: hint, post_logout_redirect_uri: signedOutUri, state })
      assert.equal((await userAgent.get(url)).redirectedTo?.href, `${signedOutUri}?state=${state}`)
      const silent = await begin(configuration, userAgent, { prompt: 'none' })
      await assert.rejects(async () => await redeem(configuration, silent), client.AuthorizationResponseError)
      await assert.rejects(async () => await client.fetchUserInfo(configuration, tokens.access_token, alice.id))
    })
  }
})
