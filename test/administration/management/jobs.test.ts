// `/manage/v1/imports` and `/manage/v1/exports`: whole organizations, moved by service users.
import { auditTrail } from '@symbolon/core-protocol'
import { managementEndpoints } from '@symbolon/management-api'
import { alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { manage } from '../../support/management-request.ts'
import { testHashing } from '../../support/hashing.ts'
import type { TestProvider } from '../../support/provider.ts'
import { managementTool, tokenOfPerson } from '../../support/management-tool.ts'
import { ownerToken, startWholeProvider } from '../../support/whole-provider.ts'

const managerToken = 'symbolon_pat_manager-0123456789-0123456789-0123456789'
let provider: TestProvider
before(async () => {
  provider = await startWholeProvider({ endpoints: managementEndpoints({ hashing: testHashing }), audit: auditTrail })
  for (const [path, body] of [
    ['/orgs/acme/machineUsers/manager', { user: { userName: 'manager', name: 'Manager' } }],
    ['/orgs/acme/orgMembers/manager', { roles: ['ORG_OWNER'] }],
    ['/orgs/acme/personalAccessTokens/manager', { userId: 'manager', token: managerToken }],
    [`/instance/members/${alice.id}`, { roles: ['IAM_OWNER'] }],
    ['/orgs/acme/oidcApps/tool', managementTool],
  ] as const) {
    const { status, body: answer } = await call('PUT', path, ownerToken, body)
    assert.equal(status, 201, `${path}: ${JSON.stringify(answer)}`)
  }
})
after(async () => await provider.close())

type Body = Readonly<Record<string, unknown>>

async function call(
  method: string,
  path: string,
  token = ownerToken,
  body?: unknown,
): Promise<{ status: number; location: string | null; body: Body }> {
  const response = await manage(provider, token, method, path, body)
  return { status: response.status, location: response.headers.get('location'), body: (await response.json()) as Body }
}

/** Waits for the end of an import as a client does: it asks again. */
async function endOf(jobId: string, token: string): Promise<Body> {
  for (;;) {
    const { status, body } = await call('GET', `/imports/${jobId}`, token)
    assert.equal(status, 200)
    if (body['state'] !== 'running' && body['state'] !== 'waiting') return body
  }
}

const dataOrgs = {
  orgs: [
    { orgId: 'acme', projects: [{ projectId: 'imported', project: { name: 'Imported' } }] },
    { orgId: 'west', org: { name: 'West' } },
  ],
}

test('an import is begun, looked at, and reported, object by object as far as the caller may', async () => {
  const begun = await call('POST', '/imports', managerToken, { dataOrgs, jobId: 'of-manager' })
  assert.equal(begun.status, 202, JSON.stringify(begun.body))
  assert.equal(begun.location, '/manage/v1/imports/of-manager')
  const ended = await endOf('of-manager', managerToken)
  assert.equal(ended['state'], 'completed')
  assert.deepEqual(ended['progress'], { ...(ended['progress'] as object), objects: (ended['progress'] as { settled: number }).settled })
  const report = await call('GET', '/imports/of-manager/report', managerToken)
  assert.equal(report.status, 200)
  const errors = report.body['errors'] as readonly { readonly id: string; readonly message: string }[]
  assert.ok(errors.some(({ id, message }) => id === 'west' && message.startsWith('permission_denied')))
  assert.equal((await call('GET', '/orgs/acme/projects/imported', managerToken)).status, 200)
  assert.equal((await call('GET', '/orgs/west')).status, 404)
})

test('owners of the instance see the imports of everybody, others their own', async () => {
  const begun = await call('POST', '/imports', ownerToken, { dataOrgs, dryRun: true, jobId: 'of-owner' })
  assert.equal(begun.status, 202)
  assert.equal((await endOf('of-owner', ownerToken))['dryRun'], true)
  const idsFor = async (token: string): Promise<readonly unknown[]> =>
    ((await call('GET', '/imports', token)).body['items'] as readonly Body[]).map(({ jobId }) => jobId)
  assert.deepEqual((await idsFor(ownerToken)).toSorted(), ['of-manager', 'of-owner'])
  assert.deepEqual(await idsFor(managerToken), ['of-manager'])
  for (const path of ['/imports/of-owner', '/imports/of-owner/report']) assert.equal((await call('GET', path, managerToken)).status, 404)
  assert.equal((await call('POST', '/imports', managerToken, { dataOrgs, dryRun: true, jobId: 'of-owner' })).status, 409)
})

test('an export is the answer, for owners of the instance alone', async () => {
  const whole = await call('POST', '/exports', ownerToken, { orgIds: ['acme'] })
  assert.equal(whole.status, 200)
  assert.deepEqual(
    (whole.body['orgs'] as readonly Body[]).map(({ orgId }) => orgId),
    ['acme'],
  )
  assert.equal((await call('POST', '/exports', managerToken, { orgIds: ['acme'] })).status, 403)
  const { body } = await call('GET', '/events?type=permission_denied&actorId=manager')
  const denied = (body['items'] as readonly { readonly details: Body }[]).filter(({ details }) => details['object'] === 'export')
  assert.deepEqual(
    denied.map(({ details }) => details),
    [{ action: 'create', object: 'export', rule: 'permission' }],
  )
  assert.equal((await call('POST', '/exports', ownerToken, { orgIds: ['nowhere'] })).status, 404)
  assert.equal((await call('POST', '/exports', ownerToken, { passwords: true })).status, 400)
})

test('a person moves organizations after a fresh sign-in alone', async () => {
  const token = await tokenOfPerson(provider)
  const asked = { dataOrgs, dryRun: true, jobId: 'of-person' }
  assert.equal((await call('POST', '/exports', token, { orgIds: ['acme'] })).status, 200)
  assert.equal((await call('POST', '/imports', token, asked)).status, 202)
  await endOf('of-person', token)
  provider.clock.advance(301)
  for (const [method, path, body] of [
    ['POST', '/exports', {}],
    ['POST', '/imports', asked],
    ['GET', '/imports/of-person/report', undefined],
  ] as const) {
    const { status, body: refused } = await call(method, path, token, body)
    assert.equal(status, 401, path)
    assert.equal(idOf(refused), 'insufficient_user_authentication')
  }
  assert.equal((await call('GET', '/imports/of-person', token)).status, 200)
})

test('a running import stops when its caller asks for it, with a report of what was done, and goes on when it is begun again', async () => {
  const people = 3000
  const humanUsers = Array.from({ length: people }, (_, index) => ({
    userId: `east-${index}`,
    user: { userName: `east-${index}`, profile: { firstName: 'E', lastName: 'E' } },
  }))
  const asked = { dataOrgs: { orgs: [{ orgId: 'east', org: { name: 'East' }, humanUsers }] }, jobId: 'stopped' }
  assert.equal((await call('POST', '/imports', ownerToken, asked)).status, 202)
  assert.equal((await call('POST', '/imports/stopped/stop', managerToken)).status, 404)
  assert.equal((await call('POST', '/imports/stopped/stop')).status, 202)
  // Its process hears of it when it renews its lease.
  provider.clock.advance(11)
  const stopped = await endOf('stopped', ownerToken)
  assert.equal(stopped['state'], 'stopped')
  const { created, ...others } = stopped['counts'] as Readonly<Record<string, number>>
  const { settled } = stopped['progress'] as { readonly settled: number }
  assert.ok(created !== undefined && created < people, String(created))
  // The organization also has a row, and is not an entry of a list.
  assert.equal(created + Object.values(others).reduce((sum, count) => sum + count, 0), settled + 1)
  const stored = await provider.storage.stores.directory?.list('humanUser', 'east')
  assert.equal((stored?.length ?? 0) + 1, created)
  const again = await call('POST', '/imports/stopped/stop')
  assert.deepEqual([again.status, idOf(again.body)], [409, 'import_ended'])
  assert.equal((await call('POST', '/imports', ownerToken, asked)).status, 202)
  const completed = await endOf('stopped', ownerToken)
  assert.equal(completed['state'], 'completed')
  assert.equal((await provider.storage.stores.directory?.list('humanUser', 'east'))?.length, people)
  const { body } = await call('GET', '/events?type=import_stop_requested')
  assert.deepEqual(
    (body['items'] as readonly Body[]).map(({ actorId, subject }) => [actorId, subject]),
    [['keyed', { kind: 'import', id: 'stopped' }]],
  )
})

function idOf({ details }: Body): unknown {
  return (details as readonly Body[])[0]?.['id']
}
