// A sign-in at another provider in a browser whose session was ended meanwhile: it begins a session, and does not bring the old one back.
import { alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizationUrl } from '../../support/code-flow.ts'
import { answerOf, leave, startFederation } from '../../support/external-sign-in.ts'
import { asksForCode, careful, claimsOf, codeAt, documentWithApps, isSignedIn, toCode } from '../../support/second-factor.ts'

for (const when of ['before the browser comes back', 'while the provider answers', 'never'] as const) {
  test(`LG-35 a session with an old code that is ended ${when} ${when === 'never' ? 'is renewed' : 'leaves the sign-in without a code'}`, async () => {
    let atToken: (() => Promise<void>) | undefined
    const federation = await startFederation({
      document: documentWithApps(),
      instead: async ({ url }) => {
        if (new URL(url).pathname === '/oauth/v2/token') await atToken?.()
        return undefined
      },
    })
    const { local, clock } = federation
    try {
      const { userAccounts, userLinks, users } = local.storage.stores
      assert.ok(userAccounts !== undefined && userLinks !== undefined)
      const seen = (await users?.find(careful.id)) ?? assert.fail()
      await userLinks.add({ userId: careful.id, idpId: 'upstream', idpName: 'Upstream', externalId: alice.id }, seen, clock.now())
      const endAll = async (): Promise<void> => {
        assert.equal((await userAccounts.change(careful.id, {}, { endsAll: true }, clock.now())).kind, 'done')
      }
      const { userAgent, page } = await toCode(local)
      const { sid } = await claimsOf(local, await userAgent.submit(page, { code: codeAt(local) }))
      clock.advance(3600)
      const back = await answerOf(federation, await leave(userAgent, await userAgent.get(authorizationUrl(local, { prompt: 'login' }))))
      if (when === 'before the browser comes back') await endAll()
      if (when === 'while the provider answers') atToken = endAll
      const end = await userAgent.get(back)
      if (when === 'never') {
        const claims = await claimsOf(local, end)
        assert.deepEqual([claims['sid'], claims['amr']], [sid, ['pwd', 'otp', 'mfa']])
        return
      }
      assert.ok(!isSignedIn(end) && asksForCode(end))
      const now = await claimsOf(local, await userAgent.submit(end, { code: codeAt(local) }))
      assert.notEqual(now['sid'], sid)
      assert.deepEqual(now['amr'], ['otp', 'mfa'])
    } finally {
      await federation.close()
    }
  })
}
