// Limits of a whole organization, as the management API shows them: the instance sets them, and its metrics count what they refuse.
import { managementEndpoints } from '@symbolon/management-api'
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { prometheusMetrics } from 'symbolon'
import { manage } from '../../support/management-request.ts'
import { testHashing } from '../../support/hashing.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { valuesOf } from '../../support/scrape.ts'

const tokenOf = (caller: string): string => `symbolon_pat_${caller}-0123456789-0123456789-0123456789`

const document = {
  orgs: ['acme', 'globex'].map((orgId) => ({
    orgId,
    org: { name: orgId },
    machineUsers: (orgId === 'acme' ? ['root', 'owner'] : ['neighbour']).map((userId) => ({
      userId,
      user: { userName: userId, name: userId },
    })),
    personalAccessTokens: (orgId === 'acme' ? ['root', 'owner'] : ['neighbour']).map((userId) => ({
      tokenId: `of-${userId}`,
      userId,
      token: tokenOf(userId),
    })),
    orgMembers: [{ userId: orgId === 'acme' ? 'owner' : 'neighbour', roles: ['ORG_OWNER'] }],
  })),
  instanceMembers: [{ userId: 'root', roles: ['IAM_OWNER'] }],
} as unknown as OrgDocument

const metrics = prometheusMetrics()
let provider: TestProvider
before(async () => {
  provider = await startTestProvider({ metrics, document, hashing: testHashing, endpoints: managementEndpoints({ hashing: testHashing }) })
})
after(async () => await provider.close())

async function send(
  caller: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await manage(provider, tokenOf(caller), method, path, body)
  return { status: response.status, text: await response.text() }
}

test('DS-44 the instance limits users, keys and metadata of an organization; its owners and other organizations go on', async () => {
  const policy = { maxUsersOfOrganization: 4, maxKeysOfOrganization: 3, maxMetadataOfOrganization: 1 }
  assert.equal((await send('owner', 'PUT', '/instance/policies/boundaryPolicy', policy)).status, 403)
  assert.equal((await send('root', 'PUT', '/instance/policies/boundaryPolicy', policy)).status, 201)

  const robot = { user: { userName: 'robot', name: 'Robot' } }
  const user = (userName: string): object => ({ user: { userName, profile: { firstName: 'A', lastName: 'B' } } })
  assert.equal((await send('owner', 'PUT', '/orgs/acme/machineUsers/acme|robot', robot)).status, 201)
  assert.equal((await send('owner', 'PUT', '/orgs/acme/humanUsers/acme|ann', user('ann'))).status, 201)
  const refused = await send('owner', 'PUT', '/orgs/acme/humanUsers/acme|bob', user('bob'))
  assert.equal(refused.status, 400)
  assert.match(refused.text, /"reason":"organization_users_limit"/)
  assert.match(refused.text, /maxUsersOfOrganization/)
  assert.equal((await send('owner', 'GET', '/orgs/acme/humanUsers/acme|bob')).status, 404)
  assert.equal((await send('neighbour', 'PUT', '/orgs/globex/humanUsers/globex|bob', user('bob'))).status, 201)
  assert.equal((await send('root', 'PUT', '/orgs/acme/humanUsers/bob', user('bob'))).status, 201)

  const tokens = '/orgs/acme/personalAccessTokens'
  assert.equal((await send('owner', 'PUT', `${tokens}/third`, { userId: 'acme|robot' })).status, 201)
  assert.match((await send('owner', 'PUT', `${tokens}/fourth`, { userId: 'acme|robot' })).text, /"reason":"organization_keys_limit"/)

  const metadata = async (userId: string, length: number): Promise<string> =>
    (await send('owner', 'PUT', `/orgs/acme/userMetadata/${userId}/k`, { value: btoa('x'.repeat(length)) })).text
  assert.doesNotMatch(await metadata('acme|ann', 500), /reason/)
  assert.match(await metadata('acme|robot', 500), /"reason":"organization_metadata_limit"/)
  assert.deepEqual(valuesOf(await metrics.text(), 'symbolon_quota_refusals_total'), {
    'limit=organization_users_limit': 1,
    'limit=organization_keys_limit': 1,
    'limit=organization_metadata_limit': 1,
  })
})
