// `/manage/v1`: reading, creating, changing and removing the resources of organizations and of the instance.
import { auditTrail } from '@symbolon/core-protocol'
import { managementEndpoints } from '@symbolon/management-api'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { testHashing } from '../../support/hashing.ts'
import type { TestProvider } from '../../support/provider.ts'
import { ownerToken, startWholeProvider } from '../../support/whole-provider.ts'

interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

let provider: TestProvider
before(async () => {
  provider = await startWholeProvider({ endpoints: managementEndpoints({ hashing: testHashing }), audit: auditTrail })
})
after(async () => await provider.close())

async function call(
  method: string,
  path: string,
  { body, headers = {}, token = ownerToken }: { body?: unknown; headers?: Record<string, string>; token?: string } = {},
): Promise<ApiAnswer> {
  const response = await provider.fetch(
    new Request(`${provider.issuer}/manage/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}

const items = ({ body }: ApiAnswer): readonly Record<string, unknown>[] => body['items'] as readonly Record<string, unknown>[]
const entryOf = ({ body }: ApiAnswer): Record<string, unknown> => body['entry'] as Record<string, unknown>

test('a created resource is read, changed in part, and removed', async () => {
  const path = '/orgs/acme/projects/wiki'
  const created = await call('PUT', path, { body: { project: { name: 'Wiki' } } })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  assert.equal(created.headers.get('location'), `/manage/v1${path}`)
  const read = await call('GET', path)
  assert.deepEqual(entryOf(read), { projectId: 'wiki', project: { name: 'Wiki' } })
  assert.equal(read.headers.get('etag'), created.headers.get('etag'))
  const patched = await call('PATCH', path, { body: { project: { hasProjectCheck: true } } })
  assert.equal(patched.status, 200)
  assert.deepEqual(entryOf(patched), { projectId: 'wiki', project: { name: 'Wiki', hasProjectCheck: true } })
  for (const [type, status] of [
    ['application/merge-patch+json', 200],
    ['Application/Merge-Patch+JSON; charset=utf-8', 200],
    ['application/merge-patch+json-seq', 400],
    ['text/plain', 400],
  ] as const) {
    const typed = await call('PATCH', path, { body: { project: { hasProjectCheck: true } }, headers: { 'content-type': type } })
    assert.equal(typed.status, status, `${type}: ${JSON.stringify(typed.body)}`)
  }
  assert.equal((await call('DELETE', path)).status, 204)
  assert.equal((await call('GET', path)).status, 404)
})

test('a feature is switched by a body that says only that', async () => {
  for (const body of [{ enabled: 'yes' }, {}, [], { enabled: true, forever: true }]) {
    const refused = await call('PUT', '/features/oidcTokenExchange', { body })
    assert.equal(refused.status, 400, JSON.stringify(body))
    assert.match(JSON.stringify(refused.body['details']), /"id":"entry_invalid"/)
  }
})

test('an application gets its client id and secret once', async () => {
  const created = await call('POST', '/orgs/acme/oidcApps', {
    body: {
      app: {
        projectId: 'portal',
        name: 'New',
        redirectUris: ['https://new.example/callback'],
        authMethodType: 'OIDC_AUTH_METHOD_TYPE_BASIC',
      },
    },
  })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const generated = created.body['generated'] as Record<string, string>
  assert.ok(generated['clientId'] !== undefined && generated['clientSecret'] !== undefined)
  const read = await call('GET', String(created.body['path']).replace('/manage/v1', ''))
  assert.ok(!JSON.stringify(read.body).includes(generated['clientSecret']))
})

test('a list is read page by page, and a cursor belongs to its list', async () => {
  const first = await call('GET', '/orgs/acme/oidcApps?limit=1')
  assert.equal(first.status, 200, JSON.stringify(first.body))
  const paths = items(first).map(({ path }) => path)
  let next = first.body['next']
  while (typeof next === 'string') {
    const page = await call('GET', `/orgs/acme/oidcApps?limit=2&cursor=${next}`)
    paths.push(...items(page).map(({ path }) => path))
    next = page.body['next']
  }
  const whole = await call('GET', '/orgs/acme/oidcApps')
  assert.deepEqual(
    paths,
    items(whole).map(({ path }) => path),
  )
  const foreign = await call('GET', `/orgs/acme/projects?limit=1&cursor=${String(first.body['next'])}`)
  assert.equal(foreign.status, 400)
})

test('a lost update is refused', async () => {
  const path = '/orgs/acme/projects/portal'
  const read = await call('GET', path)
  const etag = read.headers.get('etag') ?? ''
  await call('PATCH', path, { body: { project: { projectRoleAssertion: true } } })
  const stale = await call('PATCH', path, { body: { project: { name: 'Mine' } }, headers: { 'if-match': etag } })
  assert.equal(stale.status, 412)
  const exists = await call('PUT', path, { body: { project: { name: 'Mine' } }, headers: { 'if-none-match': '*' } })
  assert.equal(exists.status, 412)
})

test('a fault names the member, and nothing is stored', async () => {
  const faulty = await call('PUT', '/orgs/acme/oidcApps/faulty', {
    body: { app: { projectId: 'portal', name: 'Faulty', redirectUris: ['https://new.example/#x', 'javascript:alert(1)'] } },
  })
  assert.equal(faulty.status, 400)
  const details = faulty.body['details'] as readonly Record<string, unknown>[]
  const violations = details.find((detail) => 'fieldViolations' in detail)?.['fieldViolations'] as readonly {
    field: string
    reason: string
  }[]
  assert.deepEqual(
    violations.map(({ field, reason }) => [field, reason]),
    [
      ['app.redirectUris[0]', 'uri_fragment'],
      ['app.redirectUris[1]', 'uri_scheme_forbidden'],
    ],
  )
  assert.equal((await call('GET', '/orgs/acme/oidcApps/faulty')).status, 404)
  const misspelt = await call('PUT', '/orgs/acme/projects/wiki', { body: { project: { name: 'Wiki', colour: 'red' } } })
  assert.equal(misspelt.status, 400)
  assert.match(String(misspelt.body['message']), /no such member/)
})

test('an object of another organization is not there', async () => {
  assert.equal((await call('PUT', '/orgs/other', { body: { org: { name: 'Other' } } })).status, 201)
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { project: { name: 'Mine' } }],
    ['PATCH', { project: { name: 'Mine' } }],
    ['DELETE', undefined],
  ] as const) {
    assert.equal((await call(method, '/orgs/other/projects/portal', { body })).status, 404, method)
  }
})

test('a dry run answers the plan and changes nothing', async () => {
  const dry = await call('PUT', '/orgs/acme/projects/dry?dry_run=true', { body: { project: { name: 'Dry' } } })
  assert.equal(dry.body['action'], 'created')
  assert.equal((await call('GET', '/orgs/acme/projects/dry')).status, 404)
})

test('a policy is set and reset', async () => {
  const path = '/orgs/acme/policies/lockoutPolicy'
  assert.equal((await call('PUT', path, { body: { maxPasswordAttempts: 5 } })).status, 201)
  assert.deepEqual(entryOf(await call('GET', path)), { maxPasswordAttempts: 5 })
  assert.equal((await call('DELETE', path)).status, 204)
  assert.equal((await call('GET', path)).status, 404)
  const instance = '/instance/policies/lockoutPolicy'
  assert.equal((await call('PUT', instance, { body: { maxPasswordAttempts: 5 } })).status, 201)
  assert.equal((await call('DELETE', instance)).status, 204)
})

test('members of the instance are listed, added and removed', async () => {
  assert.equal((await call('PUT', '/instance/members/robot', { body: { roles: ['IAM_OWNER_VIEWER'] } })).status, 201)
  const listed = await call('GET', '/instance/members')
  assert.deepEqual(
    items(listed).map(({ path }) => path),
    ['/manage/v1/instance/members/keyed', '/manage/v1/instance/members/robot'],
  )
  assert.equal((await call('DELETE', '/instance/members/robot')).status, 204)
})

test('an unknown query parameter is refused', async () => {
  assert.equal((await call('GET', '/orgs/acme/projects?limitt=1')).status, 400)
})

test('a caller reads and changes what the roles allow, and nothing else is there', async () => {
  const token = 'symbolon_pat_robot-0123456789-0123456789-0123456789'
  await call('PUT', '/orgs/acme/personalAccessTokens/robot-token', { body: { userId: 'robot', token } })
  assert.equal((await call('GET', '/orgs/acme/projects', { token })).status, 403)
  await call('PUT', '/orgs/acme/orgMembers/robot', { body: { roles: ['ORG_OWNER_VIEWER'] } })
  assert.equal((await call('GET', '/orgs/acme/projects', { token })).status, 200)
  assert.equal((await call('GET', '/orgs/acme/projects/portal', { token })).status, 200)
  const refused = await call('PATCH', '/orgs/acme/projects/portal', { body: { project: { name: 'Mine' } }, token })
  assert.equal(refused.status, 403)
  assert.match(String(refused.body['message']), /would do/)
  await call('PUT', '/orgs/other', { body: { org: { name: 'Other' } } })
  assert.equal((await call('GET', '/orgs/other', { token })).status, 404)
  const seen = items(await call('GET', '/orgs', { token }))
  assert.deepEqual(
    seen.map(({ path }) => path),
    ['/manage/v1/orgs/acme'],
  )
  assert.equal((await call('GET', '/instance/members', { token })).status, 403)
  const raised = await call('PUT', '/orgs/acme/orgMembers/robot', { body: { roles: ['ORG_OWNER'] }, token })
  assert.equal(raised.status, 403)
})
