// Modules that ask for claims, by scope or by name. An access token is issued, so that the claims stand at userinfo alone;
// that the ID token holds none of them is checked in every flow. https://openid.net/specs/openid-connect-core-1_0.html#ScopeClaims
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeFlow } from '../../support/conformance/flow.ts'
import type { Plan } from '../../support/conformance/plan.ts'
import { emailClaims, phoneClaims, profileClaims } from '../../support/conformance/userinfo.ts'

const claimsOf: Readonly<Record<string, readonly string[]>> = {
  profile: profileClaims, email: emailClaims, address: ['address'], phone: phoneClaims,
}

export function scopeModules(plan: Plan): void {
  for (const [scope, claims] of Object.entries({ ...claimsOf, all: Object.values(claimsOf).flat() })) {
    test(`oidcc-scope-${scope} userinfo has every claim of the scope, and no other`, async () => {
      const scopes = scope === 'all' ? Object.keys(claimsOf) : [scope]
      const supported = plan.metadata['scopes_supported']
      assert.ok(Array.isArray(supported) && scopes.every((each) => supported.includes(each)))
      const { tokens, userinfo } = await completeFlow(plan, { request: { scope: ['openid', ...scopes].join(' ') } })
      assert.deepEqual(Object.keys(userinfo).toSorted(), [...claims, 'sub'].toSorted())
      assert.deepEqual(String(tokens['scope']).split(' ').toSorted(), ['openid', ...scopes].toSorted())
    })
  }

  test('oidcc-claims-essential a claim asked for by name is there without its scope', async () => {
    const { userinfo } = await completeFlow(plan, { request: { claims: JSON.stringify({ userinfo: { name: { essential: true } } }) } })
    assert.deepEqual(Object.keys(userinfo).toSorted(), ['name', 'sub'])
    assert.equal(userinfo['name'], 'Alice Liddell')
  })
}
