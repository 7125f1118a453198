// A hundred redemptions of one code at once: one conditional write decides, and the reuse ends what the winner got.
import { clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { basicHeader, redeem, userinfoOf } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertError, signedIn } from '../../support/signed-in.ts'

let provider: TestProvider
before(async () => void (provider = await startTestProvider()))
after(async () => await provider.close())

for (const [format, clientId] of [
  ['opaque', 'basic'],
  ['JWT', 'jwt'],
] as const) {
  test(`TK-08 of 100 parallel redemptions one gets ${format} tokens, and they are revoked afterwards`, async () => {
    const alice = await signedIn(provider)
    const headers = { authorization: basicHeader(clientId, clientSecret) }
    for (let round = 0; round < 3; round++) {
      const code = await alice.code({ client_id: clientId })
      const answers = await Promise.all(Array.from({ length: 100 }, async () => await redeem(provider, code, {}, headers)))
      const [winner, ...others] = answers.filter(({ status }) => status === 200)
      assert.ok(winner !== undefined, 'no request got tokens')
      assert.equal(others.length, 0)
      for (const answer of answers) {
        if (answer !== winner) assertError(answer, 400, 'invalid_grant')
      }
      assert.equal((await userinfoOf(provider, winner.body['access_token'])).status, 401)
    }
  })
}
