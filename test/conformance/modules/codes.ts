// Authorization codes that come a second time. https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeFlow, requestTokens, requestUserinfo } from '../../support/conformance/flow.ts'
import type { Plan } from '../../support/conformance/plan.ts'
import { client1 } from '../../support/conformance/registration.ts'
import { checkTokenError } from '../../support/conformance/token-response.ts'

export function codeModules(plan: Plan): void {
  for (const [module, seconds] of [
    ['oidcc-codereuse', 0],
    ['oidcc-codereuse-30seconds', 30],
  ] as const) {
    test(`${module} a code used again after ${seconds} s is refused, and its access token ends`, async () => {
      const { request, code, tokens } = await completeFlow(plan)
      await plan.advance(seconds)
      assert.equal((await requestUserinfo(plan, tokens)).status, 200)
      const answer = await requestTokens(plan, client1, { code, redirect_uri: request['redirect_uri'] ?? '' })
      assert.equal(await checkTokenError(answer), 'invalid_grant')
      assert.equal((await requestUserinfo(plan, tokens)).status, 401)
    })
  }
}
