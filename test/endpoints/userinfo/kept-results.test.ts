// A stored token, its client and its user are kept in memory, and what follows from them with them: a request for it is answered in the same
// turn, and every change counts at the next request nevertheless.
import { fromRequest } from '@symbolon/core-protocol'
import type { Answer, Awaitable } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { beforeEach, afterEach, test } from 'node:test'
import { userinfoOf } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { signedIn } from '../../support/signed-in.ts'
import { revoke } from '../../support/token-endpoints.ts'
import { tokenDocument } from '../../support/token-document.ts'

let provider: TestProvider
let token: string

beforeEach(async () => {
  provider = await startTestProvider({ document: tokenDocument() })
  const alice = await signedIn(provider)
  token = String((await alice.tokens('basic', { scope: 'openid profile' }))['access_token'])
  // The first use reads the facts, the second one finds them.
  for (let use = 0; use < 2; use += 1) assert.equal((await userinfoOf(provider, token)).status, 200)
})
afterEach(async () => await provider.close())

test('a request about a token in memory is answered in the same turn', async () => {
  const ask = (): Awaitable<Answer> =>
    provider.answer(fromRequest(new Request(`${provider.issuer}/oidc/v1/userinfo`, { headers: { authorization: `Bearer ${token}` } })))
  // The ids of what was revoked are read in the background at the first use.
  for (let turns = 0; turns < 100 && ask() instanceof Promise; turns += 1) await new Promise((resolve) => setImmediate(resolve))
  const answer = ask()
  assert.ok(!(answer instanceof Promise))
  assert.equal(answer.status, 200)
  assert.equal((JSON.parse(String(answer.body)) as Readonly<Record<string, unknown>>)['sub'], 'alice')
})

test('an error in the same turn is answered as well', () => {
  const request = new Request(`${provider.issuer}/oidc/v1/userinfo`, { headers: { authorization: 'Bearer symbolon_at_unknown!' } })
  const answer = provider.answer(fromRequest(request))
  assert.ok(!(answer instanceof Promise))
  assert.equal(answer.status, 401)
})

const ends: Readonly<Record<string, () => Promise<unknown>>> = {
  revocation: async () => await revoke(provider, token),
  expiry: async () => provider.clock.advance(12 * 60 * 60 * 1000),
  'the deactivation of the user': async () =>
    await provider.apply(tokenDocument([], { users: { alice: { state: 'USER_STATE_INACTIVE' } } })),
  'the deactivation of the app': async () => await provider.apply(tokenDocument([], { apps: { basic: { state: 'STATE_INACTIVE' } } })),
  'the deactivation of the organization': async () => await provider.apply(tokenDocument([], { orgState: 'ORG_STATE_INACTIVE' })),
}

for (const [name, end] of Object.entries(ends)) {
  test(`${name} counts at the next request`, async () => {
    await end()
    assert.equal((await userinfoOf(provider, token)).status, 401)
  })
}

test('another name of the user counts at the next request', async () => {
  const [org] = tokenDocument().orgs ?? []
  const user = org?.humanUsers?.find(({ userId }) => userId === 'alice')?.user
  assert.ok(user !== undefined)
  await provider.apply(
    tokenDocument([], { users: { alice: { user: { ...user, profile: { ...user.profile, displayName: 'Alice the Second' } } } } }),
  )
  assert.equal((await userinfoOf(provider, token)).body['name'], 'Alice the Second')
})

test('a revoked token stays revoked when its cause is undone', async () => {
  await provider.apply(tokenDocument([], { users: { alice: { state: 'USER_STATE_INACTIVE' } } }))
  assert.equal((await userinfoOf(provider, token)).status, 401)
  await provider.apply(tokenDocument([], { users: { alice: { state: 'USER_STATE_ACTIVE' } } }))
  assert.equal((await userinfoOf(provider, token)).status, 401)
})
