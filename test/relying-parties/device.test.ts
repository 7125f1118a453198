// The device authorization grant as openid-client runs it, against the service on https. https://www.rfc-editor.org/rfc/rfc8628
import { alice } from '@symbolon/test-kit'
import * as client from 'openid-client'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { portalApp } from '../support/acme.ts'
import { discover } from '../support/openid-client.ts'
import { createRelyingParties, relyingPartyDocument, visit } from '../support/relying-parties.ts'
import type { RelyingParty } from '../support/relying-parties.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const television: RelyingParty = {
  clientId: 'television',
  authentication: { method: 'none' },
  idTokenAlg: 'RS256',
  accessTokenAlg: undefined,
}
const parties = (await createRelyingParties()).filter(({ authentication: { method } }) => method === 'private_key_jwt').slice(0, 1)
let service: TestService

before(async () => {
  const document = relyingPartyDocument(parties)
  const [org] = document.orgs ?? []
  assert.ok(org !== undefined)
  const grantTypes = ['OIDC_GRANT_TYPE_DEVICE_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'] as const
  const television = portalApp('television', { redirectUris: [], grantTypes, authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE' })
  const withKeys = (org.oidcApps ?? []).map((each) => ({ ...each, app: { ...each.app, grantTypes } }))
  service = await startTestService({ document: { orgs: [{ ...org, oidcApps: [...withKeys, television] }] } })
})
after(async () => await service.stop())

async function decide(uri: string | undefined, decision: 'allow' | 'deny'): Promise<void> {
  const userAgent = service.newUserAgent()
  const page = await visit(userAgent, new URL(uri ?? ''))
  assert.equal((await userAgent.submit(page, { decision })).status, 200)
}

describe('openid-client', () => {
  for (const party of [television, ...parties]) {
    test(`${party.clientId} signs Alice in by ${party.authentication.method}`, async () => {
      const configuration = await discover(service, party)
      const begun = await client.initiateDeviceAuthorization(configuration, { scope: 'openid email offline_access' })
      await decide(begun.verification_uri_complete, 'allow')
      const tokens = await client.pollDeviceAuthorizationGrant(configuration, begun)
      assert.equal(tokens.claims()?.sub, alice.id)
      assert.equal((await client.fetchUserInfo(configuration, tokens.access_token, alice.id)).email, 'alice@mail.example')
      const refreshed = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? '')
      assert.equal(refreshed.claims()?.sub, alice.id)
    })
  }

  test('the application learns that its user denied, after it has waited', async () => {
    const configuration = await discover(service, television)
    const begun = await client.initiateDeviceAuthorization(configuration, { scope: 'openid' })
    const polling = client.pollDeviceAuthorizationGrant(configuration, begun)
    setTimeout(() => void decide(begun.verification_uri_complete, 'deny'), 6000)
    await assert.rejects(polling, (error) => {
      assert.ok(error instanceof client.ResponseBodyError)
      assert.equal(error.error, 'access_denied')
      return true
    })
  })
})
