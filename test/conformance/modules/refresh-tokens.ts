// Offline access. https://openid.net/specs/openid-connect-core-1_0.html#OfflineAccess, #RefreshTokens
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bitsOf, entropyOf } from '../../support/conformance/entropy.ts'
import { completeFlow, requestTokens, requestUserinfo } from '../../support/conformance/flow.ts'
import type { Fields, Flow } from '../../support/conformance/flow.ts'
import { checkIdToken } from '../../support/conformance/id-token.ts'
import type { Members, Plan } from '../../support/conformance/plan.ts'
import { client1, client2 } from '../../support/conformance/registration.ts'
import type { SuiteClient } from '../../support/conformance/registration.ts'
import { checkTokenError, checkTokenResponse } from '../../support/conformance/token-response.ts'
import { checkUserinfo } from '../../support/conformance/userinfo.ts'

const scope = 'openid offline_access'

export function refreshTokenModules(plan: Plan): void {
  test('oidcc-refresh-token two clients refresh, with the scope and without, and neither with the token of the other', async () => {
    for (const [name, value] of [
      ['grant_types_supported', 'refresh_token'],
      ['scopes_supported', 'offline_access'],
    ] as const) {
      const listed = plan.metadata[name]
      assert.ok(Array.isArray(listed) && listed.includes(value), `${name} lacks ${value}`)
    }
    await refreshOnce(plan, client1, await offlineFlow(plan, client1), { scope })
    const second = await refreshOnce(plan, client2, await offlineFlow(plan, client2), {})
    const stolen = await requestTokens(plan, client1, { grant_type: 'refresh_token', refresh_token: String(second['refresh_token']) })
    assert.equal(await checkTokenError(stolen), 'invalid_grant')
    // The suite does not look; the owner of the token should not feel it either.
    const own = await requestTokens(plan, client2, { grant_type: 'refresh_token', refresh_token: String(second['refresh_token']) })
    await checkTokenResponse(own)
  })
}

/** Offline access is asked for with prompt=consent, as Core wants it. */
async function offlineFlow(plan: Plan, client: SuiteClient): Promise<Flow> {
  const flow = await completeFlow(plan, { client, request: { scope, prompt: 'consent' } })
  checkRefreshToken(flow.tokens['refresh_token'])
  return flow
}

/** https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokenResponse */
async function refreshOnce(plan: Plan, client: SuiteClient, { tokens, idToken }: Flow, fields: Fields): Promise<Members> {
  // "its iat Claim MUST represent the time that the new ID Token is issued": so at least one second has to pass.
  await plan.advance(1)
  const request = { grant_type: 'refresh_token', refresh_token: String(tokens['refresh_token']), ...fields }
  const refreshed = await checkTokenResponse(await requestTokens(plan, client, request))
  checkRefreshToken(refreshed['refresh_token'])
  assert.notEqual(refreshed['access_token'], tokens['access_token'])
  const accessToken = String(refreshed['access_token'])
  const second = await checkIdToken(String(refreshed['id_token']), { plan, client, nonce: undefined, accessToken, code: undefined })
  for (const name of ['iss', 'sub', 'aud', 'azp', 'auth_time']) assert.deepEqual(second[name], idToken[name], name)
  assert.notEqual(second.iat, idToken.iat)
  await checkUserinfo(await requestUserinfo(plan, refreshed), second)
  return refreshed
}

function checkRefreshToken(token: unknown): void {
  assert.ok(typeof token === 'string', 'there is no refresh token')
  assert.ok(bitsOf(token) >= 128 && entropyOf(token) >= 96, 'the refresh token is short, or easy to guess')
}
