// The setting of the service that restores signing out without a question.
import { alice, acmeDocument, redirectUri, signIn } from '@symbolon/test-kit'
import type { UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endSessionPath, isQuestion } from '../../support/end-session.ts'
import { startTestService } from '../../support/service.ts'
import type { TestService } from '../../support/service.ts'

async function signedInAt(service: TestService): Promise<UserAgent> {
  const userAgent = service.newUserAgent()
  const query = new URLSearchParams({ client_id: 'basic', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' })
  await signIn(userAgent, await userAgent.get(`${service.issuer}/oauth/v2/authorize?${query}`), alice)
  return userAgent
}

for (const [settings, asks] of [
  [{}, true],
  [{ SYMBOLON_LOGOUT_CONFIRMATION: 'off' }, false],
] as const) {
  test(`with ${JSON.stringify(settings)} a request without a hint ${asks ? 'is answered with a question' : 'signs out at once'}`, async () => {
    const service = await startTestService({ settings, document: acmeDocument() })
    try {
      const userAgent = await signedInAt(service)
      const page = await userAgent.get(service.issuer + endSessionPath)
      assert.equal(isQuestion(page), asks)
      assert.equal(
        userAgent.cookies.list().some(({ name }) => name === '__Host-symbolon-session'),
        asks,
      )
    } finally {
      await service.stop()
    }
  })
}
