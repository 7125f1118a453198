// The whole sign-in over https, by two client libraries, each way to authenticate, each algorithm, each form of tokens and answers.
import { after, before, describe } from 'node:test'
import * as oauth4webapi from '../../support/oauth4webapi.ts'
import * as openidClient from '../../support/openid-client.ts'
import { createRelyingParties, relyingPartyDocument } from '../../support/relying-parties.ts'
import { startTestService } from '../../support/service.ts'
import type { TestService } from '../../support/service.ts'
import type { Stage } from '../stage.ts'
import { httpsSuite } from './https.ts'

const parties = await createRelyingParties()

export function signInSuite(stage: Stage): void {
  const { runtime, test } = stage
  describe('a sign-in', () => {
    let service: TestService
    let discovered: oauth4webapi.DiscoveredServer
    before(async () => {
      service = await startTestService({ runtime, document: relyingPartyDocument(parties) })
      discovered = await oauth4webapi.discoverServer(service)
    })
    after(async () => await service.stop())

    httpsSuite(stage, () => service)

    for (const party of parties) {
      const {
        authentication: { method },
        clientId,
        idTokenAlg,
        accessTokenAlg,
      } = party
      const accessToken = accessTokenAlg === undefined ? 'an opaque access token' : `an access token with ${accessTokenAlg}`
      const tokens = `an ID token with ${idTokenAlg} and ${accessToken}`
      test(`oauth4webapi: ${clientId} by ${method} and query, ${tokens}`, async () => {
        const begun = await oauth4webapi.beginSignIn(discovered, party, service.newUserAgent(), { response_mode: 'query' })
        await oauth4webapi.checkTokens(discovered, party, await oauth4webapi.redeemCode(discovered, party, begun))
      })

      test(`openid-client: ${clientId} by ${method} and form_post, ${tokens}`, async () => {
        const configuration = await openidClient.discover(service, party)
        const begun = await openidClient.begin(configuration, service.newUserAgent(), { response_mode: 'form_post' })
        await openidClient.checkTokens(configuration, await openidClient.redeem(configuration, begun))
      })
    }
  })
}
