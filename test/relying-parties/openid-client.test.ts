// openid-client, as an application uses it, through the whole code flow against the service on https.
// https://github.com/panva/openid-client
import { alice } from '@symbolon/test-kit'
import * as client from 'openid-client'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { begin, checkTokens, discover, redeem } from '../support/openid-client.ts'
import { createRelyingParties, relyingPartyDocument } from '../support/relying-parties.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const parties = await createRelyingParties()
let service: TestService

before(async () => void (service = await startTestService({ document: relyingPartyDocument(parties) })))
after(async () => await service.stop())

describe('openid-client', () => {
  for (const party of parties) {
    for (const responseMode of ['query', 'form_post']) {
      test(`${party.clientId} signs Alice in by ${party.authentication.method} and ${responseMode}`, async () => {
        const configuration = await discover(service, party)
        assert.ok(configuration.serverMetadata().supportsPKCE())
        await checkTokens(
          configuration,
          await redeem(configuration, await begin(configuration, service.newUserAgent(), { response_mode: responseMode })),
        )
      })
    }
  }

  const [party] = parties
  assert.ok(party !== undefined)

  test('prompt=none and max_age get a response without a page once a user is signed in', async () => {
    const configuration = await discover(service, party)
    const userAgent = service.newUserAgent()
    await redeem(configuration, await begin(configuration, userAgent))
    const again = await begin(configuration, userAgent, { prompt: 'none', max_age: '1000' })
    const tokens = await redeem(configuration, { ...again, checks: { ...again.checks, maxAge: 1000 } })
    assert.equal(tokens.claims()?.sub, alice.id)
  })

  test('an error of the authorization endpoint reaches the application', async () => {
    const configuration = await discover(service, party)
    const begun = await begin(configuration, service.newUserAgent(), { prompt: 'none' })
    await assert.rejects(
      async () => await redeem(configuration, begun),
      (error) => {
        assert.ok(error instanceof client.AuthorizationResponseError)
        assert.equal(error.error, 'login_required')
        return true
      },
    )
  })

  test('an error of the token endpoint reaches the application', async () => {
    const configuration = await discover(service, party)
    const begun = await begin(configuration, service.newUserAgent())
    await redeem(configuration, begun)
    await assert.rejects(
      async () => await redeem(configuration, begun),
      (error) => {
        assert.ok(error instanceof client.ResponseBodyError)
        assert.equal(error.error, 'invalid_grant')
        return true
      },
    )
  })
})
