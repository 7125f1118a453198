// The maximum lifetime of personal access tokens and keys, as the management API and the endpoints that read tokens show it.
import { managementEndpoints } from '@symbolon/management-api'
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { manage } from '../../support/management-request.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { testHashing } from '../../support/hashing.ts'

const tokenOf = (caller: string): string => `symbolon_pat_${caller}-0123456789-0123456789-0123456789`
const callers = ['root', 'owner']

const document = {
  orgs: [
    {
      orgId: 'acme',
      org: { name: 'Acme' },
      machineUsers: [...callers, 'robot'].map((userId) => ({ userId, user: { userName: userId, name: userId } })),
      personalAccessTokens: callers.map((userId) => ({ tokenId: `of-${userId}`, userId, token: tokenOf(userId) })),
      orgMembers: [{ userId: 'owner', roles: ['ORG_OWNER'] }],
    },
  ],
  instanceMembers: [{ userId: 'root', roles: ['IAM_OWNER'] }],
} as unknown as OrgDocument

let provider: TestProvider
before(async () => {
  provider = await startTestProvider({
    document,
    hashing: testHashing,
    endpoints: managementEndpoints({ hashing: testHashing }),
  })
})
after(async () => await provider.close())

interface Answer {
  readonly status: number
  readonly text: string
}

async function send(caller: string, method: string, path: string, body?: object): Promise<Answer> {
  const response = await manage(provider, tokenOf(caller), method, path, body)
  return { status: response.status, text: await response.text() }
}

const policy = '/instance/policies/boundaryPolicy'
const tokens = '/orgs/acme/personalAccessTokens'

test('BO-05 the maximum of the instance holds for the next token of an organization, and earlier ones go on acting', async () => {
  assert.equal((await send('owner', 'PUT', `${tokens}/before`, { userId: 'robot' })).status, 201)
  assert.equal((await send('owner', 'PUT', policy, { maxPersonalAccessTokenLifetime: '999999999s' })).status, 403)
  assert.equal((await send('root', 'PUT', policy, { maxPersonalAccessTokenLifetime: '-1s' })).status, 400)
  assert.equal((await send('root', 'PUT', policy, { maxPersonalAccessTokenLifetime: 'a year' })).status, 400)
  assert.equal((await send('root', 'PUT', policy, { maxPersonalAccessTokenLifetime: '86400s' })).status, 201)

  const refused = await send('owner', 'PUT', `${tokens}/after`, { userId: 'robot' })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /"field":"expirationDate"/)
  assert.match(refused.text, /"reason":"lifetime_too_long"/)
  assert.match(refused.text, /The maximum is 86400s\./)
  assert.equal((await send('owner', 'GET', `${tokens}/after`)).status, 404)
  assert.equal((await send('owner', 'PATCH', `${tokens}/before`, { scopes: ['openid'] })).status, 400)

  const expirationDate = new Date(provider.clock.now() + 82_800_000).toISOString()
  assert.equal((await send('owner', 'PUT', `${tokens}/after`, { userId: 'robot', expirationDate })).status, 201)
  const kept = await send('root', 'PUT', `${tokens}/of-instance`, { userId: 'robot' })
  assert.equal(kept.status, 201)
  assert.match(kept.text, /lifetime_over_maximum/)
  assert.equal((await send('owner', 'DELETE', `${tokens}/before`)).status, 204)
})
