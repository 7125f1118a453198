// `/manage/v1/events`: the audit trail of the instance and of one organization.
import { auditPosition, auditTrail } from '@symbolon/core-protocol'
import type { StoredAuditEvent } from '@symbolon/core-protocol'
import { managementEndpoints } from '@symbolon/management-api'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { manage } from '../../support/management-request.ts'
import { testHashing } from '../../support/hashing.ts'
import type { TestProvider } from '../../support/provider.ts'
import { ownerToken, startWholeProvider } from '../../support/whole-provider.ts'

let provider: TestProvider
before(async () => {
  provider = await startWholeProvider({ endpoints: managementEndpoints({ hashing: testHashing }), audit: auditTrail })
  for (const [path, body] of [
    ['/orgs/other', { org: { name: 'Other' } }],
    ['/orgs/other/projects/one', { project: { name: 'One' } }],
    ['/orgs/acme/projects/two', { project: { name: 'Two' } }],
    ['/orgs/acme/orgMembers/robot', { roles: ['ORG_OWNER_VIEWER'] }],
    ['/orgs/acme/personalAccessTokens/robot-token', { userId: 'robot', token: robotToken }],
  ] as const) {
    assert.equal((await call('PUT', path, ownerToken, body)).status, 201, path)
  }
})
after(async () => await provider.close())

const robotToken = 'symbolon_pat_robot-0123456789-0123456789-0123456789'

async function call(method: string, path: string, token = ownerToken, body?: unknown): Promise<{ status: number; body: Page }> {
  const response = await manage(provider, token, method, path, body)
  return { status: response.status, body: (await response.json()) as Page }
}

interface Page {
  readonly items?: readonly { readonly type: string; readonly orgId?: string; readonly subject?: { kind: string; id: string } }[]
  readonly next?: string
}

test('the trail of the instance is read page by page, and narrowed', async () => {
  const all = await call('GET', '/events')
  assert.equal(all.status, 200)
  const first = await call('GET', '/events?limit=2')
  const rest = await call('GET', `/events?before=${first.body.next ?? ''}`)
  assert.deepEqual([...(first.body.items ?? []), ...(rest.body.items ?? [])], all.body.items)
  const project = await call('GET', '/events?subjectKind=project&subjectId=one')
  assert.deepEqual(
    project.body.items?.map(({ type, orgId }) => [type, orgId]),
    [['resource_created', 'other']],
  )
  assert.deepEqual((await call('GET', '/events?type=signing_key_rotated')).body.items, [])
})

test('the events of several requests within one millisecond are in the order of the requests', async () => {
  const { body } = await call('GET', '/events?type=resource_created')
  const created = (body.items ?? []).map(({ subject }) => [subject?.kind, subject?.id].join(' '))
  const expected = [
    'org other',
    'orgDomain other/other.id.example',
    'project one',
    'project two',
    'orgMember acme/robot',
    'personalAccessToken robot-token',
  ]
  assert.deepEqual(created.slice(0, expected.length).reverse(), expected)
})

test('the trail of an organization holds no event of another organization', async () => {
  const { status, body } = await call('GET', '/orgs/acme/events', robotToken)
  assert.equal(status, 200)
  assert.ok((body.items ?? []).length > 0)
  assert.ok(body.items?.every(({ orgId }) => orgId === 'acme'))
  assert.equal((await call('GET', '/orgs/other/events', robotToken)).status, 403)
  assert.equal((await call('GET', '/events', robotToken)).status, 403)
})

for (const query of ['type=unknown', 'subjectKind=project', 'before=x', 'from=yesterday', 'limit=0', 'colour=red']) {
  test(`a malformed query is refused: ${query}`, async () => {
    assert.equal((await call('GET', `/events?${query}`)).status, 400)
  })
}

test('sign-ins are counted day by day, of the instance and of an organization, the present day included', async () => {
  const day = 86_400_000
  const today = Math.floor(provider.clock.now() / day)
  const signIn = (daysAgo: number, type: 'login_failed' | 'login_succeeded', orgId: string, count: number): StoredAuditEvent => {
    const at = (today - daysAgo) * day + count
    return { id: `${auditPosition(at)}-${String(count).padStart(7, '0')}-${orgId.padEnd(10, '-')}`, at, type, orgId }
  }
  await provider.storage.stores.auditEvents?.append([
    signIn(0, 'login_succeeded', 'acme', 0),
    signIn(1, 'login_succeeded', 'acme', 0),
    signIn(1, 'login_failed', 'acme', 1),
    signIn(2, 'login_succeeded', 'other', 0),
    signIn(3, 'login_succeeded', 'acme', 0),
    ...Array.from({ length: 510 }, (_, index) => signIn(2, 'login_failed', 'acme', index)),
  ])
  const dateOf = (daysAgo: number): string => new Date((today - daysAgo) * day).toISOString().slice(0, 10)
  assert.deepEqual((await call('GET', '/orgs/acme/signIns?days=3')).body.items, [
    { date: dateOf(2), succeeded: 0, failed: 500 },
    { date: dateOf(1), succeeded: 1, failed: 1 },
    { date: dateOf(0), succeeded: 1, failed: 0 },
  ])
  const { items = [] } = (await call('GET', '/signIns')).body
  assert.equal(items.length, 30)
  assert.deepEqual(items.at(-3), { date: dateOf(2), succeeded: 1, failed: 500 })
  assert.equal((await call('GET', '/orgs/acme/signIns', robotToken)).status, 200)
  assert.equal((await call('GET', '/signIns', robotToken)).status, 403)
  for (const days of ['0', '91', '1e1', '-1', '']) assert.equal((await call('GET', `/signIns?days=${days}`)).status, 400, days)
})
