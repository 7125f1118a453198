// Changes of people through the management API: what a caller names is done or refused, with the same rights in a dry run.
import { auditTrail } from '@symbolon/core-protocol'
import { managementEndpoints } from '@symbolon/management-api'
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { manage } from '../../support/management-request.ts'
import { testHashing } from '../../support/hashing.ts'
import { authorize } from '../../support/code-flow.ts'
import type { TestProvider } from '../../support/provider.ts'
import { ownerToken, startWholeProvider } from '../../support/whole-provider.ts'

const managerToken = 'symbolon_pat_manager-0123456789-0123456789-0123456789'
let provider: TestProvider

before(async () => {
  provider = await startWholeProvider({ endpoints: managementEndpoints({ hashing: testHashing }), audit: auditTrail })
  for (const [path, body] of [
    ['/orgs/acme/machineUsers/manager', { user: { userName: 'manager', name: 'Manager' } }],
    ['/orgs/acme/personalAccessTokens/of-manager', { userId: 'manager', token: managerToken }],
    ['/orgs/acme/orgMembers/manager', { roles: ['ORG_USER_MANAGER'] }],
    [`/orgs/acme/orgMembers/${alice.id}`, { roles: ['ORG_OWNER'] }],
    [
      '/orgs/acme/oidcIdps/upstream',
      { idp: { name: 'Up', issuer: 'https://up.example', clientId: 'here', clientSecret: 'a secret of upstream' } },
    ],
  ] as const)
    assert.equal((await call(ownerToken, 'PUT', path, body)).status, 201, path)
})
after(async () => await provider.close())

async function call(token: string, method: string, path: string, body?: unknown): Promise<Response> {
  return await manage(provider, token, method, path, body)
}

const pathOf = ({ id }: { readonly id: string }): string => `/orgs/acme/humanUsers/${id}`

async function answerOf(response: Response): Promise<{ readonly status: number; readonly action: unknown; readonly text: string }> {
  const text = await response.text()
  return { status: response.status, action: (JSON.parse(text) as { readonly action?: unknown }).action, text }
}

test('AD-62 links inside of a user are refused, and none is made', async () => {
  const links = { user: { idps: [{ configId: 'upstream', externalUserId: '4711' }] } }
  const { status, text } = await answerOf(await call(ownerToken, 'PATCH', pathOf(bob), links))
  assert.equal(status, 400)
  assert.match(text, /"field":"user.idps".*userLinks/)
  assert.deepEqual((await (await call(ownerToken, 'GET', '/orgs/acme/userLinks')).json()) as object, { items: [] })
})

test('AD-62 a password that another person has replaced is set again by a caller who names it, and a document does not bring it back', async () => {
  const [first, second] = ['a first long phrase of bob', 'a second long phrase of bob']
  for (const password of [first, second, first]) {
    const { action } = await answerOf(await call(ownerToken, 'PATCH', pathOf(bob), { user: { password } }))
    assert.equal(action, 'changed', password)
    const page = await authorize(provider, {}, undefined, { loginName: bob.loginName, password })
    assert.ok(page.redirectedTo?.searchParams.has('code'), password)
  }
  const again = await answerOf(await call(ownerToken, 'PATCH', pathOf(bob), { user: { password: first } }))
  assert.equal(again.action, 'same')
})

test('AD-62 a dry run of a password, and the demand for a new one, need the rights of the change', async () => {
  for (const user of [{ password: 'a password of the manager' }, { passwordChangeRequired: true }]) {
    for (const query of ['', '?dry_run=true'])
      assert.equal((await call(managerToken, 'PATCH', `${pathOf(alice)}${query}`, { user })).status, 403, JSON.stringify(user) + query)
    assert.equal((await call(managerToken, 'PATCH', `${pathOf(bob)}?dry_run=true`, { user })).status, 200)
  }
})

test('AD-62 an entry of an organization that says nothing is refused, whether or not there is the organization', async () => {
  for (const orgId of ['acme', 'absent']) {
    const { status, text } = await answerOf(await call(ownerToken, 'PUT', `/orgs/${orgId}`, {}))
    assert.equal(status, 400, orgId)
    assert.match(text, /Name at least one of org and orgState/)
  }
})
