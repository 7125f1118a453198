// Who may switch features and set the security policy, who may read them, and by which tokens.
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  ask,
  askFeatures,
  eventsOf,
  feature,
  ownerToken,
  plainToken,
  signedInToken,
  startFeatureProvider,
  viewerToken,
} from '../../support/features.ts'
import { insertToken, rowOf } from '../../support/opaque-tokens.ts'
import type { TestProvider } from '../../support/provider.ts'

let provider: TestProvider
const tokens: Record<'alice' | 'bob' | 'elsewhere' | 'acting', string> = {
  alice: '',
  bob: '',
  elsewhere: '',
  acting: '',
}

before(async () => {
  provider = await startFeatureProvider()
  const scope = 'openid urn:symbolon:iam:org:project:id:symbolon:aud'
  tokens.alice = await signedInToken(provider, alice, scope)
  tokens.bob = await signedInToken(provider, bob, scope)
  // An application got this one for itself: every application that an owner signs in to would own the instance.
  tokens.elsewhere = await signedInToken(provider, alice, 'openid profile')
  const row = await rowOf(provider, tokens.alice)
  if (row === undefined) throw new Error('There is no token')
  tokens.acting = await insertToken(provider, { ...row, id: 'acting', actor: { sub: bob.id } })
})
after(async () => await provider.close())

interface Request {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

const writing: readonly Request[] = [
  { name: 'switching features', method: 'PUT', path: '/v2/features/instance', body: { [feature]: true } },
  { name: 'forgetting features', method: 'DELETE', path: '/v2/features/instance' },
  { name: 'setting the security policy', method: 'PUT', path: '/v2/policies/security', body: { enableImpersonation: true } },
  { name: 'setting the security policy, flat', method: 'PUT', path: '/admin/v1/policies/security', body: { enableImpersonation: true } },
]
const reading: Request = { name: 'reading the security settings', method: 'GET', path: '/v2/settings/security' }
const readingFeatures: Request = { name: 'reading features', method: 'GET', path: '/v2/features/instance' }

async function status({ method, path, body }: Request, token: string): Promise<number> {
  const answer = await ask(provider, method, path, { token, ...(body === undefined ? {} : { body }) })
  if (answer.status !== 200) {
    assert.deepEqual(Object.keys(answer.body), ['code', 'message', 'details'])
    assert.equal(answer.body['code'], answer.status === 401 ? 16 : 7)
  }
  assert.equal(answer.headers.has('www-authenticate'), answer.status === 401)
  return answer.status
}

async function assertUntouched(): Promise<void> {
  const {
    body: { settings },
  } = await ask(provider, 'GET', '/v2/settings/security')
  assert.equal((settings as Record<string, unknown>)['enableImpersonation'], false)
  const { body } = await askFeatures(provider, 'GET')
  assert.equal((body[feature] as Record<string, unknown>)['enabled'], false)
}

for (const request of [...writing, reading]) {
  test(`${request.name}: not without a token, with a wrong one, and not without the role`, async () => {
    for (const token of ['', 'nonsense', 'a.b.c']) assert.equal(await status(request, token), 401, token)
    for (const token of [plainToken, viewerToken, tokens.bob]) assert.equal(await status(request, token), 403)
    await assertUntouched()
  })

  test(`${request.name}: not by a token that was issued for another purpose, or to an actor for an owner`, async () => {
    for (const token of [tokens.elsewhere, tokens.acting]) assert.equal(await status(request, token), 403)
    await assertUntouched()
  })
}

test('reading features: every user of the instance, by a token for this API', async () => {
  for (const token of [ownerToken, viewerToken, plainToken, tokens.alice, tokens.bob])
    assert.equal(await status(readingFeatures, token), 200)
  for (const token of ['', 'nonsense']) assert.equal(await status(readingFeatures, token), 401)
  for (const token of [tokens.elsewhere, tokens.acting]) assert.equal(await status(readingFeatures, token), 403)
})

for (const request of [...writing, reading]) {
  test(`${request.name}: an owner may, human or service user`, async () => {
    for (const token of [tokens.alice, ownerToken]) assert.equal(await status(request, token), 200)
    // Back to where it was.
    await askFeatures(provider, 'DELETE')
    await ask(provider, 'PUT', '/v2/policies/security', { body: {} })
  })
}

test('a caller without the right leaves no trace of a change', async () => {
  const actors = new Set(
    [...(await eventsOf(provider, 'feature_changed')), ...(await eventsOf(provider, 'resource_changed'))].map((event) => event['actorId']),
  )
  assert.deepEqual([...actors].sort(), [alice.id, 'owner'])
})

test('a caller who is no longer an owner is refused at the next use of the same token', async () => {
  await provider.apply({ orgs: [], instanceMembers: [{ userId: 'owner', roles: ['IAM_OWNER_VIEWER'] }] })
  for (const request of writing) assert.equal(await status(request, ownerToken), 403)
  assert.equal(await status(readingFeatures, ownerToken), 200)
})
