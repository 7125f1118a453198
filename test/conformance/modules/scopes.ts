// Modules that ask for claims, by scope or by name. Where an access token is issued the claims stand at userinfo alone, and that
// the ID token holds none of them is checked in every flow; else they stand in the ID token.
// https://openid.net/specs/openid-connect-core-1_0.html#ScopeClaims
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeFlow } from '../../support/conformance/flow.ts'
import type { Plan } from '../../support/conformance/plan.ts'
import { emailClaims, phoneClaims, profileClaims } from '../../support/conformance/userinfo.ts'

const claimsOf: Readonly<Record<string, readonly string[]>> = {
  profile: profileClaims,
  email: emailClaims,
  address: ['address'],
  phone: phoneClaims,
}

export function scopeModules(plan: Plan): void {
  for (const [scope, claims] of Object.entries({ ...claimsOf, all: Object.values(claimsOf).flat() })) {
    test(`oidcc-scope-${scope} the user's claims are all those of the scope, and no others`, async () => {
      const scopes = scope === 'all' ? Object.keys(claimsOf) : [scope]
      const supported = plan.metadata['scopes_supported']
      assert.ok(Array.isArray(supported) && scopes.every((each) => supported.includes(each)))
      const { tokens, claims: returned } = await completeFlow(plan, { request: { scope: ['openid', ...scopes].join(' ') } })
      assert.deepEqual(Object.keys(returned).toSorted(), [...claims, 'sub'].toSorted())
      assert.deepEqual(String(tokens['scope']).split(' ').toSorted(), ['openid', ...scopes].toSorted())
    })
  }

  test('oidcc-claims-essential a claim asked for by name is there without its scope', async () => {
    const place = plan.responseType === 'id_token' ? 'id_token' : 'userinfo'
    const { claims } = await completeFlow(plan, { request: { claims: JSON.stringify({ [place]: { name: { essential: true } } }) } })
    assert.deepEqual(Object.keys(claims).toSorted(), ['name', 'sub'])
    assert.equal(claims['name'], 'Alice Liddell')
  })
}
