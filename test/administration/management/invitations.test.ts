// A caller without any role lists, accepts and declines the roles that other organizations offer.
import { auditTrail } from '@symbolon/core-protocol'
import { managementEndpoints } from '@symbolon/management-api'
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { testHashing } from '../../support/hashing.ts'
import { managementTool, tokenOfPerson } from '../../support/management-tool.ts'
import type { TestProvider } from '../../support/provider.ts'
import { ownerToken, startWholeProvider } from '../../support/whole-provider.ts'

const robotToken = 'symbolon_pat_of-visitor-0123456789-0123456789-0123456789'

let provider: TestProvider
before(async () => {
  provider = await startWholeProvider({ endpoints: managementEndpoints({ hashing: testHashing }), audit: auditTrail })
  const robot = { userId: 'visitor', user: { userName: 'visitor', name: 'Visitor' } }
  const report = await provider.apply({
    orgs: [
      {
        orgId: 'acme',
        machineUsers: [robot],
        personalAccessTokens: [{ tokenId: 'of-visitor', userId: 'visitor', token: robotToken }],
        oidcApps: [{ appId: 'tool', ...managementTool }] as never,
      },
      {
        orgId: 'globex',
        org: { name: 'Globex' },
        projects: [{ projectId: 'mall', project: { name: 'Mall' } }],
        orgMembers: ['visitor', alice.id].map((userId) => ({ userId, roles: ['ORG_OWNER_VIEWER'], state: 'STATE_INVITED' as const })),
        projectMembers: [{ projectId: 'mall', userId: 'visitor', roles: ['PROJECT_OWNER'], state: 'STATE_INVITED' }],
      },
    ],
  })
  assert.equal(report.counts.refused, 0)
})
after(async () => await provider.close())

interface ApiAnswer {
  readonly status: number
  readonly body: { readonly items?: readonly Record<string, unknown>[]; readonly memberships?: readonly Record<string, unknown>[] }
}

async function call(token: string, method: string, path: string): Promise<ApiAnswer> {
  const response = await provider.fetch(
    new Request(`${provider.issuer}/manage/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } }),
  )
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as ApiAnswer['body']) }
}

test('BO-26 a service user without a role accepts and declines what organizations offer to it, and nothing else', async () => {
  assert.equal((await call(robotToken, 'GET', '/me')).status, 403)
  assert.deepEqual((await call(robotToken, 'GET', '/me/invitations')).body.items, [
    { of: 'organization', id: 'globex', givenBy: 'globex', orgName: 'Globex', roles: ['ORG_OWNER_VIEWER'], pending: 'invited' },
    { of: 'project', id: 'mall', givenBy: 'globex', orgName: 'Globex', projectName: 'Mall', roles: ['PROJECT_OWNER'], pending: 'invited' },
  ])
  assert.equal((await call(ownerToken, 'POST', '/me/invitations/organization/globex')).status, 404, 'of another user')
  for (const path of ['organization/acme', 'project/globex', 'instance/globex', 'constructor/globex'])
    assert.equal((await call(robotToken, 'POST', `/me/invitations/${path}`)).status, 404, path)
  assert.equal((await call(robotToken, 'DELETE', '/me/invitations/project/mall')).status, 204)
  assert.equal((await call(robotToken, 'DELETE', '/me/invitations/project/mall')).status, 404)
  assert.equal((await call(robotToken, 'POST', '/me/invitations/organization/globex')).status, 204)
  assert.equal((await call(robotToken, 'POST', '/me/invitations/organization/globex')).status, 404)
  assert.deepEqual((await call(robotToken, 'GET', '/me/invitations')).body.items, [])
  assert.deepEqual(
    (await call(robotToken, 'GET', '/me')).body.memberships?.map(({ orgId, roles }) => [orgId, roles]),
    [['globex', ['ORG_OWNER_VIEWER']]],
  )
  const { items = [] } = (await call(ownerToken, 'GET', '/events?type=membership_accepted')).body
  assert.deepEqual(
    items.map(({ actorId, details }) => [actorId, details]),
    [['visitor', { membership: 'organization', id: 'globex', givenBy: 'globex' }]],
  )
})

test('BO-26 roles that are suspended are listed, and not accepted', async () => {
  provider.clock.advance(1)
  await provider.storage.stores.memberships!.suspend({ userId: 'visitor', until: 'confirmation' }, provider.clock.now())
  assert.deepEqual(
    (await call(robotToken, 'GET', '/me/invitations')).body.items?.map(({ id, pending }) => [id, pending]),
    [['globex', 'suspended']],
  )
  for (const method of ['POST', 'DELETE'])
    assert.equal((await call(robotToken, method, '/me/invitations/organization/globex')).status, 404, method)
})

test('BO-26 a person accepts with a fresh proof alone, and declines without one', async () => {
  const token = await tokenOfPerson(provider, alice)
  provider.clock.advance(301)
  assert.equal((await call(token, 'POST', '/me/invitations/organization/globex')).status, 401)
  assert.equal((await call(await tokenOfPerson(provider, alice), 'POST', '/me/invitations/organization/globex')).status, 204)
  await provider.apply({
    orgs: [{ orgId: 'globex', orgMembers: [{ userId: bob.id, roles: ['ORG_OWNER_VIEWER'], state: 'STATE_INVITED' }] }],
  })
  const ofBob = await tokenOfPerson(provider, bob)
  provider.clock.advance(301)
  assert.equal((await call(ofBob, 'DELETE', '/me/invitations/organization/globex')).status, 204)
})
