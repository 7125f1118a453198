// An administrator of one organization who tries to reach more: other organizations, other pages, other rights, members that are not theirs.
import { managementEndpoints } from '@symbolon/management-api'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { testHashing } from '../../support/hashing.ts'
import type { TestProvider } from '../../support/provider.ts'
import { ownerToken, startWholeProvider } from '../../support/whole-provider.ts'

const tokenOf = (name: string): string => `symbolon_pat_${name}-0123456789-0123456789-0123456789`
const ids = ['mallory', 'clerk'] as const

let provider: TestProvider
before(async () => {
  provider = await startWholeProvider({ endpoints: managementEndpoints({ hashing: testHashing }) })
  await put('/orgs/evil', { org: { name: 'Evil' } })
  for (const [id, role] of [
    ['mallory', 'ORG_OWNER'],
    ['clerk', 'ORG_USER_MANAGER'],
  ] as const) {
    await put(`/orgs/evil/machineUsers/${id}`, { user: { userName: id, name: id } })
    await put(`/orgs/evil/orgMembers/${id}`, { roles: [role] })
    await put(`/orgs/evil/personalAccessTokens/${id}`, { userId: id, token: tokenOf(id) })
  }
  for (const name of ['one', 'two', 'three']) await put(`/orgs/evil/projects/${name}`, { project: { name } })
})
after(async () => await provider.close())

interface Answered {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

async function call(
  method: string,
  path: string,
  {
    token = tokenOf('mallory'),
    body,
    ...fields
  }: { readonly token?: string; readonly body?: unknown; readonly [name: string]: unknown } = {},
): Promise<Answered> {
  const response = await provider.fetch(
    new Request(`${provider.issuer}/manage/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...(fields as Record<string, string>) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Answered['body']) }
}

async function put(path: string, body: unknown): Promise<void> {
  const { status, body: answer } = await call('PUT', path, { token: ownerToken, body })
  assert.equal(status, 201, `${path}: ${JSON.stringify(answer)}`)
}

test('AD-11 a cursor opens no other list, no other filter and no other organization, and no changed one', async () => {
  const { next } = (await call('GET', '/orgs/evil/projects?limit=1')).body
  assert.equal(typeof next, 'string')
  const cursor = encodeURIComponent(String(next))
  assert.equal((await call('GET', `/orgs/evil/projects?limit=1&cursor=${cursor}`)).status, 200)
  for (const path of [
    `/orgs/evil/machineUsers?cursor=${cursor}`,
    `/orgs/evil/projects?q=t&cursor=${cursor}`,
    `/orgs/evil/projects?state=active&cursor=${cursor}`,
    `/orgs/evil/projects?cursor=${cursor.slice(0, -2)}`,
    '/orgs/evil/projects?cursor=WyJhIl0',
  ]) {
    assert.equal((await call('GET', path)).status, 400, path)
  }
  assert.equal((await call('GET', `/orgs/acme/projects?cursor=${cursor}`)).status, 403)
})

test('members that the caller may not have are refused, and those that do not exist', async () => {
  const app = { projectId: 'one', name: 'App' }
  for (const [path, body, expected] of [
    ['/orgs/evil/oidcApps/app', { app, managementAccess: true }, 403],
    ['/orgs/evil/oidcApps/app', { app, permissions: ['instance.write'] }, 400],
    ['/orgs/evil/machineUsers/robot', { user: { userName: 'robot', name: 'R' }, roles: ['IAM_OWNER'] }, 400],
    ['/orgs/evil/machineUsers/robot', { orgId: 'acme', user: { userName: 'robot', name: 'R' } }, 400],
    ['/orgs/evil/orgMembers/mallory', { roles: ['IAM_OWNER'] }, 403],
    ['/orgs/evil/orgMembers/clerk', { userId: 'mallory', roles: ['ORG_OWNER'] }, 400],
    ['/instance/members/mallory', { roles: ['IAM_OWNER'] }, 403],
    ['/orgs/evil/projects/one', { project: { name: 'X' }, __proto__: null, constructor: {} }, 400],
  ] as const) {
    const { status, body: answer } = await call('PUT', path, { body })
    assert.equal(status, expected, `${path} ${JSON.stringify(body)}: ${JSON.stringify(answer)}`)
  }
})

test('a service user who manages users makes no token, key or secret of an owner, and gives itself no role', async () => {
  const token = tokenOf('clerk')
  for (const [method, path, body] of [
    ['POST', '/orgs/evil/personalAccessTokens', { userId: 'mallory' }],
    ['PUT', '/orgs/evil/personalAccessTokens/clerk', { userId: 'mallory' }],
    ['POST', '/orgs/evil/machineUsers/mallory/secrets', {}],
    ['PATCH', '/orgs/evil/machineUsers/mallory', { state: 'USER_STATE_INACTIVE' }],
    ['DELETE', '/orgs/evil/machineUsers/mallory', undefined],
    ['PATCH', '/orgs/evil/orgMembers/clerk', { roles: ['ORG_OWNER'] }],
  ] as const) {
    const { status } = await call(method, path, { token, body })
    assert.ok(status === 403 || status === 404, `${method} ${path}: ${status}`)
  }
  // Still the token of the clerk.
  assert.equal((await call('GET', '/me', { token })).body['userId'], ids[1])
})

test('an object of another organization cannot be taken or moved, and is indistinguishable from an absent object', async () => {
  for (const list of ['projects', 'humanUsers', 'machineUsers']) {
    const [there] = ((await call('GET', `/orgs/acme/${list}`, { token: ownerToken })).body['items'] ?? []) as readonly {
      readonly path: string
    }[]
    if (there === undefined) continue
    const path = there.path.replace('/manage/v1/orgs/acme/', '/orgs/evil/')
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { state: 'STATE_INACTIVE' } : undefined
      const [theirs, none] = [await call(method, path, { body }), await call(method, `/orgs/evil/${list}/none`, { body })]
      assert.deepEqual([theirs.status, theirs.body], [none.status, none.body], `${method} ${path}`)
      assert.equal(theirs.status, 404)
    }
  }
})

test('what is much too long or no text is refused, and never an error of the server', async () => {
  const long = 'x'.repeat(7000)
  for (const path of [
    `/orgs/evil/projects?q=${long}`,
    `/orgs/evil/projects/${long}`,
    '/orgs/evil/projects?limit=1e9',
    '/orgs/evil/projects?limit=-1',
    '/orgs/evil/projects?q=%00',
    '/orgs/evil/projects?q=%25%25%25_',
    '/orgs/evil/projects?state=%27%20or%201=1',
    '/orgs/evil/projects/%00',
    '/orgs/evil/projects/%ff',
    '/orgs/evil/events?actorId=%00',
    `/orgs/evil/userGrants?userId=${long}`,
  ]) {
    const { status } = await call('GET', path)
    assert.ok(status < 500, `${path.slice(0, 60)}: ${status}`)
  }
  // Deeper than a recursion may go.
  const deep = `{"project":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`
  for (const [method, path] of [
    ['PATCH', '/orgs/evil/projects/one'],
    ['PUT', '/orgs/evil/projects/four'],
  ] as const) {
    const headers = { authorization: `Bearer ${tokenOf('mallory')}`, 'content-type': 'application/json' }
    const response = await provider.fetch(new Request(`${provider.issuer}/manage/v1${path}`, { method, headers, body: deep }))
    assert.equal(response.status, 400, `${method}: ${await response.text()}`)
  }
})

test('a version of another object, a weak one and one that is gone change nothing', async () => {
  const path = '/orgs/evil/projects/one'
  const read = await provider.fetch(
    new Request(`${provider.issuer}/manage/v1/orgs/evil/projects/two`, { headers: { authorization: `Bearer ${tokenOf('mallory')}` } }),
  )
  const other = read.headers.get('etag') ?? assert.fail()
  for (const tag of [other, `W/${other}`, '""', 'nonsense']) {
    assert.equal((await call('PATCH', path, { body: { project: { name: 'Changed' } }, 'if-match': tag })).status, 412, tag)
  }
  assert.deepEqual(((await call('GET', path)).body['entry'] as { readonly project: unknown }).project, { name: 'one' })
})
