// `POST /admin/v1/apply`: its permissions, effects, response and audit events.
import { applyEndpoint, eventsEndpoint } from '@symbolon/admin-api'
import type { ApplyReport } from '@symbolon/provisioning'
import { auditTrail, StorageUnavailable, userinfo } from '@symbolon/core-protocol'
import type { OrgDocument } from '@symbolon/schema-v2'
import { secretHashing } from '@symbolon/secret-hashing'
import { acmeDocument, alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authorize, codeOf, redeem, userinfoOf } from '../support/code-flow.ts'
import { faultyStorage } from '../support/faulty-storage.ts'
import type { TestProvider } from '../support/provider.ts'
import { startTestProvider } from '../support/provider.ts'

const ownerToken = 'symbolon_pat_owner-0123456789-0123456789-0123456789'
const memberToken = 'symbolon_pat_member-0123456789-0123456789-012345678'
const expiredToken = 'symbolon_pat_expired-0123456789-0123456789-01234567'
const apiScope = 'openid urn:symbolon:iam:org:project:id:symbolon:aud'

function document(): OrgDocument {
  const [acme] = acmeDocument().orgs ?? []
  const machine = (userId: string) => ({ userId, user: { userName: userId, name: userId } })
  return {
    orgs: [
      {
        ...acme,
        orgId: 'acme',
        oidcApps: acme?.oidcApps?.map((app) => (app.appId === 'basic' ? { ...app, managementAccess: true } : app)) ?? [],
        humanUsers: [
          ...(acme?.humanUsers ?? []),
          // The last owner who is able to sign in stays, and another test switches alice off.
          {
            userId: 'root',
            user: { userName: 'root', profile: { firstName: 'Ro', lastName: 'Ot' }, password: 'the pass phrase of the other owner' },
          },
        ],
        machineUsers: [machine('owner'), machine('member')],
        personalAccessTokens: [
          { tokenId: 'owner-token', userId: 'owner', token: ownerToken },
          { tokenId: 'member-token', userId: 'member', token: memberToken },
          { tokenId: 'expired-token', userId: 'owner', token: expiredToken, expirationDate: '2020-01-01T00:00:00Z' },
        ],
      },
    ],
    instanceMembers: [
      { userId: 'owner', roles: ['IAM_OWNER'] },
      { userId: 'member', roles: ['IAM_OWNER_VIEWER'] },
      { userId: 'alice', roles: ['IAM_OWNER'] },
      { userId: 'root', roles: ['IAM_OWNER'] },
    ],
  }
}

let provider: TestProvider
before(async () => {
  provider = await startTestProvider({
    document: document(),
    endpoints: [userinfo, applyEndpoint({ hashing: secretHashing() }), eventsEndpoint],
    audit: auditTrail,
  })
})
after(async () => await provider.close())

async function post(
  body: unknown,
  token: string | undefined = ownerToken,
  path = '/admin/v1/apply',
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const response = await provider.fetch(
    new Request(provider.issuer + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> }
}

async function events(token = ownerToken, query = ''): Promise<{ status: number; events: readonly Record<string, unknown>[] }> {
  const response = await provider.fetch(
    new Request(`${provider.issuer}/admin/v1/events${query}`, { headers: { authorization: `Bearer ${token}` } }),
  )
  const body = (await response.json()) as { events?: readonly Record<string, unknown>[] }
  return { status: response.status, events: body.events ?? [] }
}

const addition: OrgDocument = { orgs: [{ orgId: 'acme', projects: [{ projectId: 'wiki', project: { name: 'Wiki' } }] }] }

test('a service user who holds IAM_OWNER applies a document with a personal access token', async () => {
  const dry = await post(addition, ownerToken, '/admin/v1/apply?dry_run=true')
  assert.equal(dry.status, 200)
  assert.equal((dry.body as unknown as ApplyReport).counts.created, 1)
  const first = await post(addition)
  assert.equal((first.body as unknown as ApplyReport).counts.created, 1, 'the dry run changed nothing')
  const second = await post(addition)
  assert.equal((second.body as unknown as ApplyReport).counts.created, 0)
  assert.equal((second.body as unknown as ApplyReport).counts.same, 1)
})

test('without a token, with a wrong or an expired one, the answer is 401 in the REST shape', async () => {
  for (const token of ['nonsense', expiredToken]) {
    const { status, headers, body } = await post(addition, token)
    assert.equal(status, 401)
    assert.equal(body['code'], 16)
    assert.match(headers.get('www-authenticate') ?? '', /^Bearer /)
  }
  const none = await provider.fetch(new Request(`${provider.issuer}/admin/v1/apply`, { method: 'POST', body: '{}' }))
  assert.equal(none.status, 401)
})

test('AD-02 of a document of a viewer, what differs is refused with the roles that would do, and only the refusal is in the audit trail', async () => {
  assert.equal((await post(addition)).status, 200)
  const before = await events()
  provider.clock.advance(1)
  const more = { projectId: 'more', project: { name: 'More' } }
  const { status, body } = await post({ orgs: [{ orgId: 'acme', projects: [...(addition.orgs?.[0]?.projects ?? []), more] }] }, memberToken)
  assert.equal(status, 200)
  const [same, refused] = (body as unknown as ApplyReport).entries
  assert.equal(same?.action, 'same')
  assert.equal(refused?.reason, 'permission_denied')
  assert.equal(refused?.refusal?.permission, 'project.create')
  assert.match(refused?.refusal?.message ?? '', /ORG_PROJECT_CREATOR, ORG_OWNER, IAM_ORG_MANAGER or IAM_OWNER would do\.$/)
  const [denied, ...others] = (await events()).events
  assert.deepEqual(others, before.events)
  assert.equal(denied?.['type'], 'permission_denied')
  assert.equal(denied?.['actorId'], 'member')
  assert.equal(denied?.['orgId'], 'acme')
  assert.deepEqual(denied?.['subject'], { kind: 'project', id: 'more' })
  assert.deepEqual(await provider.storage.stores.directory?.find([{ kind: 'project', key: ['more'] }]), [])
})

test('AD-02 a user without any administrative right may not apply, and the refusal is in the audit trail', async () => {
  const machineUsers = [{ userId: 'plain', user: { userName: 'plain', name: 'plain' } }]
  const token = 'symbolon_pat_plain-0123456789-0123456789-0123456789'
  await post({ orgs: [{ orgId: 'acme', machineUsers, personalAccessTokens: [{ tokenId: 'plain-token', userId: 'plain', token }] }] })
  const before = await events()
  provider.clock.advance(1)
  const { status, body } = await post(addition, token)
  assert.equal(status, 403)
  assert.equal(body['code'], 7)
  const [denied, ...others] = (await events()).events
  assert.deepEqual(others, before.events)
  assert.deepEqual([denied?.['type'], denied?.['actorId']], ['permission_denied', 'plain'])
})

test("an owner's access token counts only when it was issued for this API", async () => {
  const plain = await redeem(provider, codeOf(await authorize(provider, { scope: 'openid' })))
  assert.equal((await post(addition, String(plain.body['access_token']))).status, 403)
  const meant = await redeem(provider, codeOf(await authorize(provider, { scope: apiScope })))
  assert.equal((await post(addition, String(meant.body['access_token']))).status, 200)
})

test('a body that is not a document gets 400 with the path and no echo', async () => {
  for (const [body, says] of [
    ['{"orgs":[{"orgId":7}]}', /orgs\[0\]\.orgId/],
    ['{"secret', /not valid JSON/],
    ['[]', /./],
  ] as const) {
    const answer = await post(body)
    assert.equal(answer.status, 400)
    assert.equal(answer.body['code'], 3)
    assert.match(String(answer.body['message']), says)
    assert.doesNotMatch(JSON.stringify(answer.body), /secret/)
  }
})

test('a change of state acts at the next use of a token', async () => {
  const tokens = await redeem(provider, codeOf(await authorize(provider, { scope: 'openid' })))
  const state = async (value: string) =>
    await post({ orgs: [{ orgId: 'acme', humanUsers: [{ ...document().orgs?.[0]?.humanUsers?.[0], state: value }] }] })
  assert.equal((await userinfoOf(provider, tokens.body['access_token'])).status, 200)
  assert.equal((await state('USER_STATE_INACTIVE')).status, 200)
  assert.equal((await userinfoOf(provider, tokens.body['access_token'])).status, 401)
  assert.equal((await state('USER_STATE_ACTIVE')).status, 200)
})

test('the audit trail says who did what, when and from where, and never a secret', async () => {
  const secret = 'a-new-client-secret-of-more-than-32-characters'
  const app = {
    appId: 'audited',
    clientId: 'audited',
    clientSecret: secret,
    app: { projectId: 'portal', name: 'Audited', redirectUris: ['https://audited.example/cb'] },
  }
  await post({ orgs: [{ orgId: 'acme', oidcApps: [app] }] })
  await authorize(provider, {}, provider.newUserAgent(), { loginName: alice.loginName, password: 'wrong password' }).catch(() => undefined)
  const trail = await events()
  assert.equal(trail.status, 200)
  const created = trail.events.find((event) => event['type'] === 'resource_created' && JSON.stringify(event['subject']).includes('audited'))
  assert.equal(created?.['actorId'], 'owner')
  assert.match(String(created?.['at']), /^\d{4}-\d\d-\d\dT/)
  assert.ok(trail.events.some((event) => event['type'] === 'login_failed'))
  assert.ok(trail.events.some((event) => event['type'] === 'login_succeeded' && event['actorId'] === alice.id))
  assert.ok(trail.events.some((event) => event['type'] === 'resource_changed' && JSON.stringify(event['subject']).includes(alice.id)))
  assert.doesNotMatch(JSON.stringify(trail.events), new RegExp([secret, alice.password, 'wrong password', ownerToken].join('|')))
})

test('the audit trail comes a page at a time, newest first, to owners alone', async () => {
  const whole = await events()
  const first = await events(ownerToken, '?limit=2')
  assert.deepEqual(first.events, whole.events.slice(0, 2))
  const next = await events(ownerToken, `?limit=3&before=${String(first.events[1]?.['id'])}`)
  assert.deepEqual(next.events, whole.events.slice(2, 5))
  assert.equal((await events(memberToken)).status, 403)
  assert.equal((await events(ownerToken, '?limit=0')).status, 400)
})

test('a database that fails in the middle of a document is a 503 with the report, and the same document succeeds later', async () => {
  const faults = faultyStorage()
  const faulty = await startTestProvider({
    storage: faults.storage,
    document: document(),
    endpoints: [applyEndpoint({ hashing: secretHashing() })],
    audit: auditTrail,
  })
  const apply = async (query = ''): Promise<Response> =>
    await faulty.fetch(
      new Request(`${faulty.issuer}/admin/v1/apply${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ownerToken}` },
        body: JSON.stringify({
          orgs: [{ orgId: 'later', org: { name: 'Later' }, projects: [{ projectId: 'p', project: { name: 'P' } }] }],
        }),
      }),
    )
  for (const [error, id] of [
    [new Error('broken'), 'storage_unavailable'],
    [new StorageUnavailable('full', { full: true }), 'storage_full'],
  ] as const) {
    faults.fail('directory.apply', error)
    const refused = await apply()
    assert.equal(refused.status, 503)
    assert.equal(refused.headers.get('retry-after'), '5')
    const { details, counts, entries, message } = (await refused.json()) as ApplyReport & { details: { id: string }[]; message: string }
    assert.match(message, /2 objects/)
    assert.equal(details[0]?.id, id)
    assert.deepEqual([counts.refused, entries.length], [2, 2])
    assert.equal((await apply('?dry_run=true')).status, 200)
  }
  faults.repair()
  const done = await apply()
  assert.equal(done.status, 200)
  const { counts } = (await done.json()) as ApplyReport
  assert.deepEqual([counts.created >= 2, counts.refused], [true, 0])
  await faulty.close()
})
