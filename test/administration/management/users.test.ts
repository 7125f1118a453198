// What hangs on a user in `/manage/v1`: sessions, factors, and links to set a password.
import { auditTrail } from '@symbolon/core-protocol'
import type { Passkey, StoredAuditEvent, Stores } from '@symbolon/core-protocol'
import { managementEndpoints } from '@symbolon/management-api'
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { authorize } from '../../support/code-flow.ts'
import { testHashing } from '../../support/hashing.ts'
import type { TestProvider } from '../../support/provider.ts'
import { ownerToken, startWholeProvider, wholeDocument } from '../../support/whole-provider.ts'

const managerToken = 'symbolon_pat_manager-0123456789-0123456789-0123456789'
const viewerToken = 'symbolon_pat_viewer-0123456789-0123456789-0123456789'
const otherToken = 'symbolon_pat_other-0123456789-0123456789-0123456789'

let provider: TestProvider
before(async () => {
  const document = wholeDocument()
  const [org, ...orgs] = document.orgs ?? []
  if (org === undefined) throw new Error('The document has no organization')
  const machine = (userId: string): object => ({ userId, user: { userName: userId, name: userId } })
  const token = (userId: string, clear: string): object => ({ tokenId: `${userId}-token`, userId, token: clear })
  provider = await startWholeProvider({
    document: {
      ...document,
      orgs: [
        {
          ...org,
          machineUsers: [...(org.machineUsers ?? []), machine('manager'), machine('viewer')] as never,
          personalAccessTokens: [
            ...(org.personalAccessTokens ?? []),
            token('manager', managerToken),
            token('viewer', viewerToken),
          ] as never,
          orgMembers: [
            ...(org.orgMembers ?? []),
            { userId: 'manager', roles: ['ORG_USER_MANAGER'] },
            { userId: 'viewer', roles: ['ORG_OWNER_VIEWER'] },
            { userId: bob.id, roles: ['ORG_OWNER'] },
          ],
        },
        ...orgs,
        {
          orgId: 'other',
          org: { name: 'Other' },
          machineUsers: [machine('stranger')] as never,
          personalAccessTokens: [token('stranger', otherToken)] as never,
          orgMembers: [{ userId: 'stranger', roles: ['ORG_OWNER'] }],
        },
      ],
    },
    endpoints: managementEndpoints({
      hashing: testHashing,
      sendLink: async (kind, user) =>
        user.id === alice.id
          ? { kind: 'mailed', to: 'alice@acme.example', expiresAt: 1000 }
          : { kind: 'shown', link: `https://id.example/${kind}`, expiresAt: 1000 },
    }),
    audit: auditTrail,
  })
})
after(async () => await provider.close())

function store<N extends keyof Stores>(name: N): Stores[N] {
  const found = provider.storage.stores[name]
  assert.ok(found !== undefined, name)
  return found as Stores[N]
}

let recorded: ReadonlySet<string> = new Set()
beforeEach(async () => void (recorded = new Set((await store('auditEvents').list({ limit: 1000 })).map(({ id }) => id))))

async function call(
  method: string,
  path: string,
  token = ownerToken,
  body?: object,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const request = new Request(`${provider.issuer}/manage/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const response = await provider.fetch(request)
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

/** The events of this test. */
async function events(): Promise<readonly StoredAuditEvent[]> {
  return (await store('auditEvents').list({ limit: 1000 })).filter(({ id }) => !recorded.has(id))
}

const of = (userId: string, path: string, orgId = 'acme'): string => `/orgs/${orgId}/users/${userId}/${path}`

async function sessionIds(userId: string): Promise<readonly string[]> {
  return (await store('sessions').listOfUser(userId, provider.clock.now(), { limit: 1000 })).map(({ id }) => id)
}

async function signInTwice(credentials: typeof alice): Promise<readonly string[]> {
  for (const _ of [1, 2]) await authorize(provider, {}, provider.newUserAgent(), credentials)
  return await sessionIds(credentials.id)
}

async function givePasskey(userId: string, credentialId: string): Promise<void> {
  const passkey: Passkey = {
    credentialId,
    userId,
    userHandle: 'aGFuZGxl',
    rpId: 'localhost',
    publicKey: 'a2V5',
    algorithm: -7,
    counter: 0,
    transports: [],
    aaguid: '00000000-0000-0000-0000-000000000000',
    backupEligible: false,
    backedUp: false,
    uvInitialized: true,
    discoverable: true,
    createdBy: 'user',
    name: 'Key ring',
    createdAt: 1000,
  }
  assert.equal(await store('passkeys').insert(passkey, 10, 'any'), 'inserted')
}

test('sessions are listed without secrets, and one is ended', async () => {
  const [first = '', second] = await signInTwice(alice)
  const listed = await call('GET', of(alice.id, 'sessions'), managerToken)
  assert.equal(listed.status, 200, JSON.stringify(listed.body))
  const { items } = listed.body as { readonly items: readonly Record<string, unknown>[] }
  assert.equal(items.length, 2)
  assert.deepEqual(items[0]?.['factors'], ['pwd'])
  assert.equal(items[0]?.['userAgent'], undefined)
  assert.equal((await call('DELETE', of(alice.id, `sessions/${first}`), managerToken)).status, 204)
  assert.deepEqual(await sessionIds(alice.id), [second])
  assert.equal((await call('DELETE', of(alice.id, `sessions/${first}`), managerToken)).status, 404)
  const [event] = (await events()).filter(({ type }) => type === 'session_ended')
  assert.deepEqual([event?.actorId, event?.subject, event?.details], ['manager', { kind: 'user', id: alice.id }, { sessionId: first }])
  assert.equal((await call('DELETE', of(alice.id, 'sessions'), managerToken)).status, 204)
  assert.deepEqual(await sessionIds(alice.id), [])
})

test('sessions are listed page by page, and all of them end in one call', async () => {
  const now = provider.clock.now()
  for (let index = 0; index < 1200; index += 1) {
    const expiresAt = now + 86_400_000 + Math.floor(index / 7)
    const session = { id: `many-${index}`, userId: alice.id, authenticatedAt: now, factors: [], createdAt: now, expiresAt }
    await store('sessions').insert(session, `agent-${index}`, undefined)
  }
  const read: string[] = []
  let pages = 0
  for (let cursor: string | undefined = ''; cursor !== undefined; pages += 1) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { status, body } = await call('GET', `${of(alice.id, 'sessions')}?limit=200${query}`, managerToken)
    assert.equal(status, 200, JSON.stringify(body))
    const page = body as { readonly items: readonly { readonly sessionId: string }[]; readonly next?: string }
    assert.ok(page.items.length <= 200)
    read.push(...page.items.map(({ sessionId }) => sessionId))
    cursor = page.next
    if (cursor !== undefined)
      assert.equal((await call('GET', `${of('robot', 'sessions')}?cursor=${encodeURIComponent(cursor)}`)).status, 400, 'of another user')
  }
  assert.equal(pages, 6)
  assert.equal(new Set(read).size, 1200)
  assert.equal((await call('GET', `${of(alice.id, 'sessions')}?cursor=x`, managerToken)).status, 400)
  assert.equal((await call('DELETE', of(alice.id, 'sessions'), managerToken)).status, 204)
  assert.deepEqual(await store('sessions').listOfUser(alice.id, now, { limit: 10 }), [])
})

test('a session of another user is not ended through the path of this one', async () => {
  const [session = ''] = await signInTwice(alice)
  assert.equal((await call('DELETE', of('robot', `sessions/${session}`))).status, 404)
  assert.ok((await sessionIds(alice.id)).includes(session))
})

test('a passkey is removed, but not the last way in', async () => {
  await givePasskey(alice.id, 'cGFzc2tleQ')
  const listed = await call('GET', of(alice.id, 'factors'))
  assert.deepEqual((listed.body as { readonly passkeys: readonly object[] }).passkeys, [
    { credentialId: 'cGFzc2tleQ', name: 'Key ring', createdAt: '1970-01-01T00:00:01.000Z' },
  ])
  assert.equal((await call('DELETE', of(alice.id, 'factors/passkeys/cGFzc2tleQ'))).status, 204)
  assert.equal((await call('DELETE', of(alice.id, 'factors/passkeys/cGFzc2tleQ'))).status, 404)
  assert.deepEqual(
    (await events()).map(({ type, actorId, subject }) => [type, actorId, subject?.id]),
    [['passkey_removed', 'keyed', alice.id]],
  )
  const user = { userName: 'keyring', profile: { firstName: 'Key', lastName: 'Ring' } }
  await store('directory').apply(
    { put: [{ kind: 'humanUser', key: ['keyring'], orgId: 'acme', content: { userId: 'keyring', user } }], remove: [] },
    1000,
  )
  await givePasskey('keyring', 'bGFzdA')
  const refused = await call('DELETE', of('keyring', 'factors/passkeys/bGFzdA'))
  assert.equal(refused.status, 400)
  assert.match(JSON.stringify(refused.body), /no other way to sign in/)
})

test('factors that a person does not have are not there', async () => {
  assert.equal((await call('DELETE', of(alice.id, 'factors/authenticatorApp'))).status, 404)
  assert.equal((await call('DELETE', of(alice.id, 'factors/recoveryCodes'))).status, 404)
})

test('a link is mailed, and is shown only where it cannot be mailed', async () => {
  assert.deepEqual((await call('POST', of(alice.id, 'reset'), managerToken)).body, {
    expiresAt: '1970-01-01T00:00:01.000Z',
    mailedTo: 'alice@acme.example',
  })
  const shown = await call('POST', of('keyring', 'invitation'), managerToken)
  assert.deepEqual(shown.body, { expiresAt: '1970-01-01T00:00:01.000Z', link: 'https://id.example/invite' })
  assert.deepEqual(
    (await events())
      .map(({ type, actorId, subject, details }) => `${type} ${actorId} ${subject?.id} ${details?.['kind']} ${details?.['mailed']}`)
      .sort(),
    [`user_link_issued manager ${alice.id} reset true`, 'user_link_issued manager keyring invite false'],
  )
  assert.equal((await call('POST', of('robot', 'reset'))).status, 404)
})

/** Every operation, as method and path below a user. */
const operations = [
  ['GET', 'sessions'],
  ['DELETE', 'sessions'],
  ['DELETE', 'sessions/s1'],
  ['GET', 'factors'],
  ['DELETE', 'factors/authenticatorApp'],
  ['DELETE', 'factors/recoveryCodes'],
  ['DELETE', 'factors/passkeys/k1'],
  ['POST', 'invitation'],
  ['POST', 'reset'],
] as const

for (const [method, path] of operations) {
  test(`${method} ${path}: a user of another organization is not there`, async () => {
    assert.equal((await call(method, of(alice.id, path, 'other'))).status, 404, 'a path that lies about the organization')
    assert.equal((await call(method, of(alice.id, path), otherToken)).status, 404, 'a caller of another organization')
    assert.equal((await call(method, of('absent', path))).status, 404)
  })
}

for (const [method, path] of operations.filter(([verb]) => verb !== 'GET')) {
  test(`${method} ${path}: who may only look is refused, and that is recorded`, async () => {
    const refused = await call(method, of(alice.id, path), viewerToken)
    assert.equal(refused.status, 403, JSON.stringify(refused.body))
    assert.deepEqual(
      (await events()).map(({ type, actorId, subject }) => [type, actorId, subject?.id]),
      [['permission_denied', 'viewer', alice.id]],
    )
  })

  // The user signs in again: the end of a session gives nothing to the caller.
  const allowed = path.startsWith('sessions') ? [200, 204, 404] : [403]
  test(`${method} ${path}: a caller does not act on a user with more rights, except to end sessions`, async () => {
    const { status } = await call(method, of(bob.id, path), managerToken)
    assert.ok(allowed.includes(status), String(status))
  })
}

// The last test, because alice stays the last owner.
test('AD-14 the last passkey of the last owner stays where the policy admits no password, and so does the policy', async () => {
  const policy = { kind: 'instancePolicy', key: ['loginPolicy'], content: { passwordlessType: 'PASSWORDLESS_TYPE_ALLOWED' } } as const
  const member = { kind: 'instanceMember', key: [alice.id], content: { userId: alice.id, roles: ['IAM_OWNER'] } } as const
  await givePasskey(alice.id, 'b25seQ')
  await store('directory').apply({ put: [member, policy], remove: [] }, 1000)
  const refused = await call('DELETE', of(alice.id, 'factors/passkeys/b25seQ'))
  assert.equal(refused.status, 400)
  assert.match(JSON.stringify(refused.body), /IAM_OWNER/)
  assert.equal((await store('passkeys').list(alice.id)).length, 1)
  for (const query of ['?dry_run=true', '']) {
    const changed = await call('PUT', `/instance/policies/loginPolicy${query}`, ownerToken, { forceMfa: true })
    assert.equal(changed.status, 400, JSON.stringify(changed.body))
    assert.match(JSON.stringify(changed.body), /last_owner/)
  }
})
