// The answers to the user and to the client when something fails for a reason other than the request.
// https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1, https://openid.net/specs/openid-connect-core-1_0.html#AuthError
import { StorageUnavailable } from '@symbolon/core-protocol'
import { alice, bob, redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { afterEach, after, test } from 'node:test'
import { acmeWith, portalApp } from '../../support/acme.ts'
import { assertDisplayed, assertError } from '../../support/authorization-answer.ts'
import { authorizationUrl, authorize, codeOf } from '../../support/code-flow.ts'
import { faultyStorage } from '../../support/faulty-storage.ts'
import { startTestProvider } from '../../support/provider.ts'

const faulty = faultyStorage()
const provider = await startTestProvider({
  storage: faulty.storage,
  document: acmeWith({
    projects: [
      { projectId: 'roles', project: { name: 'Roles', projectRoleCheck: true } },
      { projectId: 'inside', project: { name: 'Inside', hasProjectCheck: true } },
    ],
    projectRoles: [{ projectId: 'roles', roleKey: 'reader' }],
    userGrants: [{ userId: alice.id, projectId: 'roles', roleKeys: ['reader'] }],
    oidcApps: [
      portalApp('needs-role', { projectId: 'roles', redirectUris: [redirectUri] }),
      portalApp('needs-project', { projectId: 'inside', redirectUris: [redirectUri] }),
    ],
  }),
})
after(() => provider.close())
afterEach(() => faulty.repair())

await provider.apply({
  orgs: [
    {
      orgId: 'other',
      org: { name: 'Other' },
      domains: [{ orgId: 'other', domainName: 'other.example', isVerified: true, isPrimary: true }],
      humanUsers: [
        {
          userId: 'eve',
          user: { userName: 'eve', password: 'a password of eve', profile: { firstName: 'Eve', lastName: 'Other' } },
        },
      ],
    },
  ],
})
const eve = { loginName: 'eve@other.example', password: 'a password of eve' }

test('access_denied: a project that checks roles admits users with a role, and reports others to the client', async () => {
  assert.ok(codeOf(await authorize(provider, { client_id: 'needs-role' })) !== '')
  const userAgent = provider.newUserAgent()
  assertError(await authorize(provider, { client_id: 'needs-role' }, userAgent, bob), 'access_denied')
  assertError(
    await userAgent.get(
      authorizationUrl(provider, {
        client_id: 'needs-role',
        prompt: 'none',
        response_mode: 'fragment',
      }),
    ),
    'access_denied',
    { mode: 'fragment' },
  )
  assert.ok(codeOf(await userAgent.get(authorizationUrl(provider))) !== '', 'the session itself is fine')
})

test('access_denied: a project that checks organizations lets in its own, and others by a project grant', async () => {
  assert.ok(codeOf(await authorize(provider, { client_id: 'needs-project' }, undefined, bob)) !== '')
  assert.ok(codeOf(await authorize(provider, {}, undefined, eve)) !== '')
  assertError(await authorize(provider, { client_id: 'needs-project' }, undefined, eve), 'access_denied')
  await provider.apply(
    acmeWith({
      projects: [{ projectId: 'inside', project: { name: 'Inside', hasProjectCheck: true } }],
      projectGrants: [{ grantId: 'to-other', projectGrant: { projectId: 'inside', grantedOrgId: 'other' } }],
    }),
  )
  assert.ok(codeOf(await authorize(provider, { client_id: 'needs-project' }, undefined, eve)) !== '')
})

test('access_denied: an essential acr that the sign-in does not reach', async () => {
  const claims = (acr: object): string => JSON.stringify({ id_token: { acr } })
  const userAgent = provider.newUserAgent()
  assertError(await authorize(provider, { claims: claims({ essential: true, values: ['2'] }) }, userAgent), 'access_denied')
  assertError(
    await userAgent.get(
      authorizationUrl(provider, {
        claims: claims({ essential: true, value: 'urn:x' }),
        prompt: 'none',
      }),
    ),
    'access_denied',
  )
  for (const acr of [
    { essential: true, values: ['2', '1'] },
    { essential: true, value: '1' },
    { essential: true },
    { values: ['2'] },
    { essential: false, value: '2' },
  ]) {
    assert.ok(codeOf(await userAgent.get(authorizationUrl(provider, { claims: claims(acr), prompt: 'none' }))) !== '', JSON.stringify(acr))
  }
})

const failures = [
  { failure: new Error('relation "secrets" does not exist'), error: 'server_error', status: 500, event: 'unexpected_error' },
  {
    failure: new StorageUnavailable('ECONNREFUSED db.internal'),
    error: 'temporarily_unavailable',
    status: 503,
    event: 'storage_unavailable',
  },
] as const

for (const { failure, error, status, event } of failures) {
  test(`${error}: shown to the user while the client is not known`, async () => {
    faulty.fail('clients.find', failure)
    const page = await provider.newUserAgent().get(authorizationUrl(provider))
    assertDisplayed(page, status)
    assert.equal(page.text.includes(failure.message), false)
    assert.equal(provider.logged.findLast(({ level }) => level === 'error')?.event, event)
    if (status === 503) assert.match(page.headers.get('retry-after') ?? '', /^[0-9]+$/)
  })

  test(`${error}: sent to the client once the redirect URI is known, whatever store fails and however the request was sent`, async () => {
    const userAgent = provider.newUserAgent()
    await authorize(provider, {}, userAgent)
    for (const method of ['sessions.list', 'users.findActive', 'policies.findLoginPolicy', 'clients.admits', 'authorizationCodes.insert']) {
      faulty.fail(method, failure)
      assertError(await userAgent.get(authorizationUrl(provider)), error)
      assertError(await userAgent.get(authorizationUrl(provider, { response_mode: 'form_post' })), error, { mode: 'form_post' })
      faulty.repair()
    }
    for (const method of ['authorizationRequests.insert', 'sessions.list']) {
      faulty.fail(method, failure)
      const fields = { client_id: 'basic', redirect_uri: redirectUri, response_type: 'code', scope: 'openid', state: 'the-state' }
      assertError(await userAgent.post(`${provider.issuer}/oauth/v2/authorize`, fields), error)
      assertError(await userAgent.get(authorizationUrl(provider, method === 'sessions.list' ? {} : { prompt: 'login' })), error)
      faulty.repair()
    }
    assert.equal(provider.logged.findLast(({ level }) => level === 'error')?.event, event)
  })

  test(`${error}: sent to the client after the login, when the code cannot be stored`, async () => {
    faulty.fail('authorizationCodes.insert', failure)
    assertError(await authorize(provider), error)
  })
}
