// The three ways to bring an access token to the userinfo endpoint.
// https://openid.net/specs/openid-connect-core-1_0.html#UserInfoRequest, https://www.rfc-editor.org/rfc/rfc6750#section-2
import { test } from 'node:test'
import { completeFlow } from '../../support/conformance/flow.ts'
import type { Plan } from '../../support/conformance/plan.ts'
import { checkUserinfo } from '../../support/conformance/userinfo.ts'

const ways: readonly (readonly [module: string, title: string, init: (token: string) => RequestInit])[] = [
  ['oidcc-userinfo-get', 'GET with the token in the header', (token) => ({ headers: bearer(token) })],
  ['oidcc-userinfo-post-header', 'POST with the token in the header', (token) => ({ method: 'POST', headers: bearer(token) })],
  [
    'oidcc-userinfo-post-body',
    'POST with the token in the body',
    (token) => ({
      method: 'POST',
      body: new URLSearchParams({ access_token: token }),
    }),
  ],
]

export function userinfoModules(plan: Plan): void {
  for (const [module, title, init] of ways) {
    test(`${module} ${title} is answered`, async () => {
      const { tokens, idToken } = await completeFlow(plan)
      const answer = await plan.fetch(String(plan.metadata['userinfo_endpoint']), init(String(tokens['access_token'])))
      await checkUserinfo(answer, idToken)
    })
  }
}

function bearer(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` }
}
