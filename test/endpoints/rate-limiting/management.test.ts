// Changes through the administrative endpoints are limited per user: a runaway program does not slow down other users.
import { managementEndpoints } from '@symbolon/management-api'
import { rateLimiting } from '@symbolon/rate-limiting'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testHashing } from '../../support/hashing.ts'
import type { TestProvider } from '../../support/provider.ts'
import { ownerToken, startWholeProvider } from '../../support/whole-provider.ts'

type Call = (method: string, path: string, token?: string, body?: object, from?: string) => Promise<Response>

function callsOf(provider: TestProvider): Call {
  return async (method, path, token = ownerToken, body, from = '203.0.113.9') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    return await provider.fetch(new Request(`${provider.issuer}/manage/v1${path}`, request), from)
  }
}

test('one user makes so many changes a minute, with any token and from any address, and reads as much as before', async () => {
  const provider = await startWholeProvider({
    endpoints: managementEndpoints({ hashing: testHashing }),
    limits: [rateLimiting({ rates: { management_change: { burst: 6, perMinute: 6 } } })],
  })
  const [first, second, other] = ['first', 'second', 'other'].map((name) => `symbolon_pat_${name}-0123456789-0123456789-0123456789`)
  const call = callsOf(provider)
  for (const [path, body] of [
    ['/orgs/acme/orgMembers/robot', { roles: ['ORG_OWNER'] }],
    ['/orgs/acme/personalAccessTokens/first', { userId: 'robot', token: first }],
    ['/orgs/acme/personalAccessTokens/second', { userId: 'robot', token: second }],
    ['/orgs/acme/personalAccessTokens/other', { userId: 'keyed', token: other }],
  ] as const) {
    assert.equal((await call('PUT', path, ownerToken, body)).status, 201, path)
  }
  const project = { project: { name: 'New' } }
  for (let count = 0; count < 3; count += 1) {
    assert.equal((await call('PUT', `/orgs/acme/projects/p${count}`, first, project)).status, 201)
    assert.equal((await call('DELETE', `/orgs/acme/projects/p${count}`, second, undefined, '198.51.100.7')).status, 204)
  }
  const refused = await call('PUT', '/orgs/acme/projects/p4', second, project, '198.51.100.8')
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('retry-after'), '10')
  assert.deepEqual(((await refused.json()) as { readonly code: number }).code, 8)
  assert.equal((await call('GET', '/orgs/acme/projects/p4', first)).status, 404)
  assert.equal((await call('PUT', '/orgs/acme/projects/p4', ownerToken, project)).status, 201)
  assert.ok(provider.logged.some(({ event, fields }) => event === 'rate_limited' && fields['limit'] === 'management_change'))
  provider.clock.advance(10)
  assert.equal((await call('DELETE', '/orgs/acme/projects/p4', first)).status, 204)
  assert.equal((await call('DELETE', '/orgs/acme/projects/p3', first)).status, 429)
  await provider.close()
})

test('DS-46 the users of an organization share what it may read, and neither its changes nor another organization wait for that', async () => {
  const provider = await startWholeProvider({
    endpoints: managementEndpoints({ hashing: testHashing }),
    limits: [rateLimiting({ rates: { management_read: { burst: 4, perMinute: 6 }, organization_read: { burst: 6, perMinute: 6 } } })],
  })
  const [robot, second, stranger] = ['robot', 'second', 'stranger'].map((name) => `symbolon_pat_${name}-0123456789-0123456789-0123456789`)
  const call = callsOf(provider)
  for (const [path, body] of [
    ['/orgs/acme/orgMembers/robot', { roles: ['ORG_OWNER'] }],
    ['/orgs/acme/machineUsers/second', { user: { userName: 'second', name: 'Second' } }],
    ['/orgs/acme/orgMembers/second', { roles: ['ORG_OWNER'] }],
    ['/orgs/acme/personalAccessTokens/robot', { userId: 'robot', token: robot }],
    ['/orgs/acme/personalAccessTokens/second', { userId: 'second', token: second }],
    ['/orgs/other', { org: { name: 'Other' } }],
    ['/orgs/other/machineUsers/stranger', { user: { userName: 'stranger', name: 'Stranger' } }],
    ['/orgs/other/orgMembers/stranger', { roles: ['ORG_OWNER'] }],
    ['/orgs/other/personalAccessTokens/stranger', { userId: 'stranger', token: stranger }],
  ] as const) {
    const answer = await call('PUT', path, ownerToken, body)
    assert.equal(answer.status, 201, `${path} ${await answer.text()}`)
  }
  for (let count = 0; count < 4; count += 1) assert.equal((await call('GET', '/orgs/acme/projects', robot)).status, 200)
  const ofUser = await call('GET', '/orgs/acme/projects', robot, undefined, '198.51.100.7')
  assert.equal(ofUser.status, 429)
  assert.equal(ofUser.headers.get('retry-after'), '10')
  for (let count = 0; count < 2; count += 1) assert.equal((await call('GET', '/orgs/acme/projects', second)).status, 200)
  assert.equal((await call('GET', '/orgs/acme/projects', second)).status, 429)
  const own = await call('GET', '/me/invitations', second)
  assert.equal(own.status, 200, 'the invitations of a user are not a read of the organization')
  assert.equal((await call('PUT', '/orgs/acme/projects/new', second, { project: { name: 'New' } })).status, 201)
  assert.equal((await call('GET', '/orgs/other/projects', stranger)).status, 200)
  const limits = provider.logged.filter(({ event }) => event === 'rate_limited').map(({ fields }) => fields['limit'])
  assert.deepEqual(limits, ['management_read', 'organization_read'])
  provider.clock.advance(10)
  assert.equal((await call('GET', '/orgs/acme/projects', second)).status, 200)
  await provider.close()
})

test('users without a role who read their own invitations use up nothing of what their organization may read', async () => {
  const provider = await startWholeProvider({
    endpoints: managementEndpoints({ hashing: testHashing }),
    limits: [rateLimiting({ rates: { management_read: { burst: 4, perMinute: 6 }, organization_read: { burst: 2, perMinute: 6 } } })],
  })
  const [invited, manager] = ['invited', 'manager'].map((name) => `symbolon_pat_${name}-0123456789-0123456789-0123456789`)
  const call = callsOf(provider)
  for (const [path, body] of [
    ['/orgs/acme/orgMembers/robot', { roles: ['ORG_OWNER'] }],
    ['/orgs/acme/personalAccessTokens/manager', { userId: 'robot', token: manager }],
    ['/orgs/acme/personalAccessTokens/invited', { userId: 'keyed', token: invited }],
  ] as const) {
    assert.equal((await call('PUT', path, ownerToken, body)).status, 201, path)
  }
  for (let count = 0; count < 4; count += 1) assert.equal((await call('GET', '/me/invitations', invited)).status, 200)
  // They still count for the user.
  assert.equal((await call('GET', '/me/invitations', invited)).status, 429)
  assert.equal((await call('GET', '/orgs/acme/projects', manager)).status, 200)
  await provider.close()
})
