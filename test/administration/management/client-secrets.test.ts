// Client secrets in `/manage/v1`: two are valid at a time, so that a client is moved from one to the other while it runs.
import { auditTrail } from '@symbolon/core-protocol'
import { eventsEndpoint, exportEndpoint } from '@symbolon/admin-api'
import { managementEndpoints } from '@symbolon/management-api'
import { clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { manage } from '../../support/management-request.ts'
import { basicHeader, postToken } from '../../support/code-flow.ts'
import { testHashing } from '../../support/hashing.ts'
import type { TestProvider } from '../../support/provider.ts'
import { ownerToken, robotSecret, startWholeProvider } from '../../support/whole-provider.ts'

const managerToken = 'symbolon_pat_manager-0123456789-0123456789-0123456789'

let provider: TestProvider
before(async () => {
  provider = await startWholeProvider({
    endpoints: [...managementEndpoints({ hashing: testHashing }), exportEndpoint(), eventsEndpoint],
    audit: auditTrail,
  })
  for (const [path, body] of [
    ['/orgs/acme/machineUsers/manager', { user: { userName: 'manager', name: 'Manager' } }],
    ['/orgs/acme/orgMembers/manager', { roles: ['ORG_USER_MANAGER'] }],
    ['/orgs/acme/orgMembers/robot', { roles: ['ORG_OWNER'] }],
    ['/orgs/acme/personalAccessTokens/manager', { userId: 'manager', token: managerToken }],
  ] as const) {
    const { status, body: answer } = await call('PUT', path, body)
    assert.equal(status, 201, `${path}: ${JSON.stringify(answer)}`)
  }
})
after(async () => await provider.close())

interface Secret {
  readonly secretId: string
  readonly current: boolean
  readonly expiresAt?: string
  readonly clientSecret?: string
}
interface Body {
  readonly items?: readonly Secret[]
  readonly clientSecret?: string
  readonly clientId?: string
  readonly secretId?: string
}

async function call(method: string, path: string, body?: unknown, token = ownerToken): Promise<{ status: number; body: Body }> {
  const response = await manage(provider, token, method, path, body)
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Body) }
}

/** Whether the client `all` authenticates with the secret: the code is wrong, the secret is not. */
async function authenticates(secret: string): Promise<boolean> {
  const fields = { grant_type: 'authorization_code', code: 'none', redirect_uri: 'https://app.example/callback' }
  const { status, body } = await postToken(provider, fields, { authorization: basicHeader('all', secret) })
  assert.equal(status, body['error'] === 'invalid_client' ? 401 : 400)
  return body['error'] !== 'invalid_client'
}

const secretsOfAll = '/orgs/acme/oidcApps/all/secrets'

test('a second secret is valid together with the first, and then replaces it', async () => {
  const before = await call('GET', secretsOfAll)
  assert.equal(before.status, 200)
  assert.deepEqual(
    before.body.items?.map(({ current }) => current),
    [true],
  )
  const added = await call('POST', secretsOfAll, {})
  assert.equal(added.status, 201, JSON.stringify(added.body))
  assert.equal(added.body.clientId, 'all')
  const second = added.body.clientSecret ?? ''
  assert.deepEqual([await authenticates(clientSecret), await authenticates(second), await authenticates(`${second}x`)], [true, true, false])

  const listed = await call('GET', secretsOfAll)
  assert.ok(!JSON.stringify(listed.body).includes(second))
  const [current, former] = listed.body.items ?? []
  assert.deepEqual([current?.secretId, former?.secretId], [added.body.secretId, before.body.items?.[0]?.secretId])
  assert.equal((await call('POST', secretsOfAll, {})).status, 400, 'a third one is refused')

  assert.equal((await call('DELETE', `${secretsOfAll}/${former?.secretId ?? ''}`)).status, 204)
  assert.deepEqual([await authenticates(clientSecret), await authenticates(second)], [false, true])
  assert.equal((await call('DELETE', `${secretsOfAll}/${former?.secretId ?? ''}`)).status, 404)
  const asked = new Request(`${provider.issuer}/admin/v1/events?limit=1000`, { headers: { authorization: `Bearer ${ownerToken}` } })
  const { events } = (await (await provider.fetch(asked)).json()) as { readonly events: readonly Readonly<Record<string, unknown>>[] }
  const changes = events.filter(({ type, details }) => type === 'resource_changed' && JSON.stringify(details).includes('"clientSecret"'))
  assert.deepEqual(
    changes.map(({ orgId, details, subject }) => ({ orgId, details, subject })),
    [1, 2].map((secrets) => ({ orgId: 'acme', subject: { kind: 'oidcApp', id: 'all' }, details: { changed: 'clientSecret', secrets } })),
  )
  assert.equal((await call('PATCH', '/orgs/acme/oidcApps/all', { clientSecret })).status, 200)
})

test('the former secret expires at its time', async () => {
  const formerExpiresAt = new Date(provider.clock.now() + 3_600_000).toISOString()
  assert.equal((await call('POST', secretsOfAll, { formerExpiresAt: '2001-01-01T00:00:00Z' })).status, 400)
  assert.equal((await call('POST', secretsOfAll, { formerExpiresAt: 'soon' })).status, 400)
  const { body } = await call('POST', secretsOfAll, { formerExpiresAt })
  assert.equal((await call('GET', secretsOfAll)).body.items?.[1]?.expiresAt, formerExpiresAt)
  provider.clock.advance(3_599)
  assert.equal(await authenticates(clientSecret), true)
  provider.clock.advance(1)
  assert.deepEqual([await authenticates(clientSecret), await authenticates(body.clientSecret ?? '')], [false, true])
  assert.equal((await call('GET', secretsOfAll)).body.items?.length, 1)
  assert.equal((await call('POST', secretsOfAll, {})).status, 201, 'an expired secret leaves its place')
})

test('a document that replaces a secret leaves no former one', async () => {
  const { body } = await call('POST', '/orgs/acme/machineUsers/robot/secrets', {})
  const replacing = { user: { userName: 'robot', name: 'Robot' }, clientSecret: `${robotSecret}-replaced` }
  assert.equal((await call('PUT', '/orgs/acme/machineUsers/robot', replacing)).status, 200)
  const fields = { grant_type: 'client_credentials', scope: 'openid' }
  for (const [secret, status] of [
    [robotSecret, 401],
    [body.clientSecret ?? '', 401],
    [`${robotSecret}-replaced`, 200],
  ] as const) {
    assert.equal((await postToken(provider, fields, { authorization: basicHeader('robot', secret) })).status, status)
  }
})

test('an export with credentials moves both secrets', async () => {
  await call('POST', '/orgs/acme/machineUsers/robot/secrets', { formerExpiresAt: '2099-01-01T00:00:00Z' })
  const response = await provider.fetch(
    new Request(`${provider.issuer}/admin/v1/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ org_ids: ['acme'], with_credentials: true }),
    }),
  )
  const { orgs } = (await response.json()) as { readonly orgs: readonly { readonly machineUsers: readonly Record<string, string>[] }[] }
  const robot = orgs[0]?.machineUsers.find(({ userId }) => userId === 'robot')
  assert.equal(robot?.['formerClientSecretUntil'], '2099-01-01T00:00:00.000Z')
  const target = await startWholeProvider()
  await target.apply({ orgs: [{ orgId: 'acme', machineUsers: [robot] }] } as never)
  const headers = { authorization: basicHeader('robot', `${robotSecret}-replaced`) }
  assert.equal((await postToken(target, { grant_type: 'client_credentials', scope: 'openid' }, headers)).status, 200)
  await target.close()
})

test('secrets need the permission to change the credentials of the application or of the user', async () => {
  const robot = '/orgs/acme/machineUsers/robot/secrets'
  const { items = [] } = (await call('GET', robot, undefined, managerToken)).body
  assert.ok(items.length > 0, 'a user manager sees that there are secrets')
  assert.equal((await call('POST', robot, {}, managerToken)).status, 403, 'the robot owns the organization')
  for (const { secretId } of items) assert.equal((await call('DELETE', `${robot}/${secretId}`, undefined, managerToken)).status, 403)
  assert.equal((await call('GET', secretsOfAll, undefined, managerToken)).status, 404)
  assert.equal((await call('POST', secretsOfAll, {}, managerToken)).status, 404)
  assert.equal((await call('GET', '/orgs/other/oidcApps/all/secrets')).status, 404)
})

test('an application that authenticates without a secret gets none', async () => {
  const app = { projectId: 'portal', name: 'Public', redirectUris: ['https://p.example/cb'], authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE' }
  assert.equal((await call('PUT', '/orgs/acme/oidcApps/open', { app })).status, 201)
  assert.deepEqual((await call('GET', '/orgs/acme/oidcApps/open/secrets')).body.items, [])
  assert.equal((await call('POST', '/orgs/acme/oidcApps/open/secrets', {})).status, 400)
})
