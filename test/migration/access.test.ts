// Who may export and import: service users, by tokens that count now and were made for this. An export needs the owner of the instance; of an
// import, each object needs the right to it.
import { applyEndpoint, eventsEndpoint, exportEndpoint, importEndpoints, keysEndpoints } from '@symbolon/admin-api'
import { introspection, revocation } from '@symbolon/core-protocol'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import type { OrgDocument } from '@symbolon/schema-v2'
import { secretHashing } from '@symbolon/secret-hashing'
import { acmeDocument, alice, clientSecret, redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { basicHeader, postToken } from '../support/code-flow.ts'
import { startMover, moverToken } from '../support/mover.ts'
import type { Mover } from '../support/mover.ts'
import { requestByCredentials } from '../support/service-users.ts'
import { signedIn } from '../support/signed-in.ts'

const secret = 'the secret of the robot: 100% of 32+ characters'
const apiScope = 'urn:symbolon:iam:org:project:id:symbolon:aud'
const hashing = secretHashing()

const patOf = (userId: string): string => `symbolon_pat_${userId}-0123456789-0123456789-0123456789`
const lowerRoles = [
  'IAM_OWNER_VIEWER',
  'IAM_ORG_MANAGER',
  'IAM_USER_MANAGER',
  'IAM_ADMIN_IMPERSONATOR',
  'IAM_END_USER_IMPERSONATOR',
  'IAM_LOGIN_CLIENT',
]
const robots = ['robot', 'plain', 'org-owner', 'project-owner', ...lowerRoles.map((role) => role.toLowerCase())]

const acme = acmeDocument().orgs?.[0]
const orgs: NonNullable<OrgDocument['orgs']> =
  acme === undefined
    ? []
    : [
        {
          ...acme,
          oidcApps: acme.oidcApps?.map((app) => (app.appId === 'basic' ? { ...app, managementAccess: true } : app)) ?? [],
          machineUsers: robots.map((userId) => ({
            userId,
            user: { userName: userId, name: userId },
            ...(userId === 'robot' ? { clientSecret: secret } : {}),
          })),
          personalAccessTokens: [
            ...robots.map((userId) => ({ tokenId: `${userId}-token`, userId, token: patOf(userId) })),
            { tokenId: 'short', userId: 'robot', token: patOf('short'), expirationDate: '2027-01-01T00:00:00Z' },
          ],
          orgMembers: [{ userId: 'org-owner', roles: ['ORG_OWNER'] }],
          projectMembers: [{ projectId: 'portal', userId: 'project-owner', roles: ['PROJECT_OWNER'] }],
        },
      ]

let mover: Mover

before(async () => {
  mover = await startMover({
    orgs,
    hashing,
    grants: [authorizationCode(), clientCredentials()],
    endpoints: [applyEndpoint({ hashing }), eventsEndpoint, ...keysEndpoints, introspection, revocation],
  })
  await mover.provider.apply({
    instanceMembers: [
      { userId: 'robot', roles: ['IAM_OWNER'] },
      { userId: alice.id, roles: ['IAM_OWNER'] },
      ...lowerRoles.map((role) => ({ userId: role.toLowerCase(), roles: [role] })),
    ],
  })
})
after(async () => await mover?.close())

/** Each call, with a token or without. */
const calls = {
  export: async (token?: string) => await mover.export({ org_ids: ['acme'] }, token),
  import: async (token?: string) => await mover.import({ data_orgs: { orgs: [] } }, token),
  report: async (token?: string) => await mover.report('unknown', token),
}

async function statuses(token: string): Promise<readonly number[]> {
  const answers: number[] = []
  for (const call of Object.values(calls)) {
    const answer = await call(token)
    answers.push(answer.status)
    const body = (await answer.json()) as { readonly code?: unknown }
    if (!answer.ok) assert.equal(typeof body.code, 'number')
  }
  return answers
}

test('a service user with IAM_OWNER may, by a personal access token and by an access token for this API', async () => {
  assert.deepEqual(await statuses(moverToken), [200, 200, 404])
  const { body } = await requestByCredentials(mover.provider, { scope: `openid ${apiScope}` })
  assert.deepEqual(await statuses(String(body['access_token'])), [200, 200, 404])
})

test('AD-01 without a token, or with one that does not count, the answer is 401', async () => {
  for (const token of ['garbage', `${moverToken}x`, moverToken.slice(0, -1), 'a.b.c', 'symbolon_at_x'])
    assert.deepEqual(await statuses(token), [401, 401, 401], token)
  for (const path of ['export', 'import']) {
    for (const headers of [{}, { authorization: 'Basic eDp5' }, { authorization: 'Bearer' }, { authorization: 'Bearer a b' }]) {
      const answer = await mover.provider.fetch(
        new Request(`${mover.provider.issuer}/admin/v1/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: '{}',
        }),
      )
      assert.equal(answer.status, 401)
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer realm=/)
      assert.equal(((await answer.json()) as { readonly code: number }).code, 16)
    }
  }
})

test('AD-02 every lower role is refused an export, and who has no right at all an import too', async () => {
  const withoutRights = ['plain', 'iam_admin_impersonator', 'iam_end_user_impersonator']
  for (const userId of robots.filter((each) => each !== 'robot'))
    assert.deepEqual(await statuses(patOf(userId)), withoutRights.includes(userId) ? [403, 403, 403] : [403, 200, 404], userId)
})

test('AD-02 an import changes what the caller may change, and refuses the rest', async () => {
  const document = {
    orgs: [
      { orgId: 'acme', projects: [{ projectId: 'imported', project: { name: 'Imported' } }] },
      { orgId: 'foreign', org: { name: 'Foreign' }, projects: [{ projectId: 'elsewhere', project: { name: 'Elsewhere' } }] },
    ],
  }
  const answer = await mover.import({ data_orgs: document }, patOf('org-owner'))
  const report = (await answer.json()) as { readonly errors: readonly { readonly id: string; readonly message: string }[] }
  assert.deepEqual(
    report.errors.map(({ id }) => id),
    ['foreign', 'elsewhere'],
  )
  assert.match(report.errors[0]?.message ?? '', /^permission_denied: .*IAM_OWNER would do\.$/)
  const find = async (projectId: string) => await mover.provider.storage.stores.directory?.find([{ kind: 'project', key: [projectId] }])
  assert.equal((await find('imported'))?.length, 1)
  assert.equal((await find('elsewhere'))?.length, 0)
})

test('AD-02 the report of an import is available to the user who began it, and to owners', async () => {
  const begun = { data_orgs: { orgs: [] }, job_id: 'of-the-owner' }
  assert.equal((await mover.import(begun, patOf('org-owner'))).status, 200)
  assert.equal((await mover.report('of-the-owner', patOf('org-owner'))).status, 200)
  assert.equal((await mover.report('of-the-owner', moverToken)).status, 200)
  assert.equal((await mover.report('of-the-owner', patOf('project-owner'))).status, 404)
  assert.equal((await mover.import(begun, patOf('project-owner'))).status, 409)
})

test('LG-15 the report of an import is not for a later user with the id of the one who began it', async () => {
  const orgOf = (state?: 'USER_STATE_DELETED'): OrgDocument => ({
    orgs: [
      {
        orgId: 'acme',
        machineUsers: [{ userId: 'again', user: { userName: 'again', name: 'Again' }, ...(state === undefined ? {} : { state }) }],
        ...(state === undefined ? { personalAccessTokens: [{ tokenId: 'again', userId: 'again', token: patOf('again') }] } : {}),
        ...(state === undefined ? { orgMembers: [{ userId: 'again', roles: ['ORG_OWNER'] }] } : {}),
      },
    ],
  })
  await mover.provider.apply(orgOf())
  assert.equal((await mover.import({ data_orgs: { orgs: [] }, job_id: 'of-the-first' }, patOf('again'))).status, 200)
  assert.equal((await mover.report('of-the-first', patOf('again'))).status, 200)
  await mover.provider.apply(orgOf('USER_STATE_DELETED'))
  mover.provider.clock.advance(1)
  await mover.provider.apply(orgOf())
  assert.equal((await mover.report('of-the-first', patOf('again'))).status, 404)
})

test('AD-03 a person is refused, with the owner role too, and so is a token that an application got for itself', async () => {
  const { tokens } = await signedIn(mover.provider)
  const own = await tokens('basic', { scope: `openid ${apiScope}` })
  assert.deepEqual(await statuses(String(own['access_token'])), [403, 403, 403])
  const { body } = await requestByCredentials(mover.provider, { scope: 'openid' })
  assert.deepEqual(await statuses(String(body['access_token'])), [403, 403, 403])
})

test('AD-04 a personal access token ends with its date, its removal, its user, the role', async () => {
  const { provider } = mover
  assert.deepEqual(await statuses(patOf('short')), [200, 200, 404])
  await provider.apply({ instanceMembers: [{ userId: 'robot', roles: ['IAM_OWNER'], state: 'STATE_REMOVED' }] })
  assert.deepEqual(await statuses(patOf('robot')), [403, 403, 403])
  await provider.apply({ instanceMembers: [{ userId: 'robot', roles: ['IAM_OWNER_VIEWER'] }] })
  assert.deepEqual(await statuses(patOf('robot')), [403, 200, 404])
  await provider.apply({ instanceMembers: [{ userId: 'robot', roles: ['IAM_OWNER'] }] })
  assert.deepEqual(await statuses(patOf('robot')), [200, 200, 404])
  await provider.apply({
    orgs: [
      { orgId: 'acme', machineUsers: [{ userId: 'robot', user: { userName: 'robot', name: 'robot' }, state: 'USER_STATE_INACTIVE' }] },
    ],
  })
  assert.deepEqual(await statuses(patOf('robot')), [401, 401, 401])
  await provider.apply({ orgs: [{ orgId: 'acme', machineUsers: [{ userId: 'robot', user: { userName: 'robot', name: 'robot' } }] }] })
  await provider.apply({
    orgs: [{ orgId: 'acme', personalAccessTokens: [{ tokenId: 'robot-token', userId: 'robot', state: 'STATE_REMOVED' }] }],
  })
  assert.deepEqual(await statuses(patOf('robot')), [401, 401, 401])
  provider.clock.advance(365 * 86_400)
  assert.deepEqual(await statuses(patOf('short')), [401, 401, 401])
  assert.deepEqual(await statuses(moverToken), [200, 200, 404])
})

test('AD-05 a personal access token is not accepted as a code, refresh token or assertion, and no client can revoke it', async () => {
  const { provider } = mover
  const basic = { authorization: basicHeader('basic', clientSecret) }
  const forms = [
    { grant_type: 'authorization_code', code: moverToken, redirect_uri: redirectUri },
    { grant_type: 'refresh_token', refresh_token: moverToken },
    { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: moverToken, scope: 'openid' },
  ]
  for (const form of forms) assert.equal((await postToken(provider, form, basic)).status, 400)
  const post = async (path: string, headers: Readonly<Record<string, string>>): Promise<Response> =>
    await provider.fetch(
      new Request(`${provider.issuer}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ token: moverToken }),
      }),
    )
  assert.ok([200, 400].includes((await post('/oauth/v2/revoke', basic)).status))
  assert.deepEqual(await statuses(moverToken), [200, 200, 404])
  assert.deepEqual(await (await post('/oauth/v2/introspect', basic)).json(), { active: false })
})

test('AD-11 a position in the audit trail that the server did not issue is refused, and never becomes SQL', async () => {
  const page = async (query: string): Promise<Response> =>
    await mover.provider.fetch(
      new Request(`${mover.provider.issuer}/admin/v1/events?${query}`, { headers: { authorization: `Bearer ${moverToken}` } }),
    )
  const { events } = (await (await page('limit=1')).json()) as { readonly events: readonly { readonly id: string }[] }
  const id = events[0]?.id ?? ''
  assert.equal((await page(`limit=1&before=${id}`)).status, 200)
  for (const before of [`${id}x`, id.slice(1), "' OR 1=1 --", '', '0', `${id}' UNION SELECT * FROM passwords --`, '999999999999999']) {
    assert.equal((await page(new URLSearchParams({ before }).toString())).status, 400, before)
  }
})

test('AD-09 a session in a browser opens nothing: there is no CSRF where no cookie counts', async () => {
  const { userAgent } = await signedIn(mover.provider)
  for (const path of ['export', 'import']) {
    const url = `${mover.provider.issuer}/admin/v1/${path}`
    const cookie = userAgent.cookies.header(new URL(url), { crossSite: false, method: 'POST' })
    assert.notEqual(cookie, undefined)
    const headers = { 'content-type': 'application/json', origin: mover.provider.issuer, cookie: cookie ?? '' }
    const answer = await mover.provider.fetch(new Request(url, { method: 'POST', headers, body: '{}' }))
    assert.equal(answer.status, 401)
    assert.equal(answer.headers.get('access-control-allow-origin'), null)
  }
})

test('AD-10 every administrative route refuses a request without a token', async () => {
  const routes = [exportEndpoint(), ...importEndpoints({ hashing }), applyEndpoint({ hashing }), eventsEndpoint, ...keysEndpoints]
  for (const { path, methods } of routes) {
    for (const method of methods) {
      const url = `${mover.provider.issuer}${path.replace(':id', 'x')}`
      const answer = await mover.provider.fetch(
        new Request(url, { method, headers: { 'content-type': 'application/json' }, ...(method === 'GET' ? {} : { body: '{}' }) }),
      )
      assert.equal(answer.status, 401, `${method} ${path}`)
    }
  }
})
