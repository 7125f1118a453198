// What the storage refuses because it is taken: the row is refused, what hangs on it too, and the rest of the organization is stored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessToken, person } from './full-document.ts'
import { instances, lines } from './instance.ts'

const openInstance = instances()

test('CA-21 a client id that is the user name of service users of several organizations is refused', async () => {
  const instance = await openInstance()
  const robot = (userId: string): object => ({ userId, user: { userName: 'ci-robot', name: 'Robot' } })
  const named = { orgId: 'one', org: { name: 'One' }, machineUsers: [robot('m1')] }
  await instance.apply({ orgs: [named, { orgId: 'two', org: { name: 'Two' }, machineUsers: [robot('m2')] }] })
  const app = { appId: 'a', clientId: 'ci-robot', app: { projectId: 'p', name: 'A', redirectUris: ['https://a.example/cb'] } }
  const report = await instance.apply({ orgs: [{ orgId: 'two', projects: [{ projectId: 'p', project: { name: 'P' } }], oidcApps: [app] }] })
  assert.deepEqual(lines(report, 'refused'), ['refused orgs[0].oidcApps[0].clientId client_id_taken'])
})

test('UN-01 a user name that is taken in another spelling refuses that user and its dependents, and nothing else', async () => {
  const instance = await openInstance()
  const report = await instance.apply({
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        humanUsers: [person('a', 'admin'), person('b', 'ＡＤＭＩＮ'), person('c', 'carl')],
        userMetadata: [{ id: 'b', key: 'k', value: 'AAAA' }],
        orgMembers: [{ userId: 'b', roles: ['ORG_OWNER'] }],
      },
    ],
  })
  assert.deepEqual(lines(report, 'refused'), [
    'refused orgs[0].humanUsers[1].user.userName user_name_taken',
    'refused orgs[0].userMetadata[0].id missing_reference',
    'refused orgs[0].orgMembers[0].userId missing_reference',
  ])
  assert.equal((await instance.stores.users.find('c'))?.userName, 'carl')
})

test('UN-01 a user name that a stored user has refuses the new one alone', async () => {
  const instance = await openInstance()
  await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers: [person('a', 'admin')] }] })
  const report = await instance.apply({
    orgs: [
      {
        orgId: 'o',
        humanUsers: [person('b', 'ADMIN'), person('c', 'carl')],
        userMetadata: [{ id: 'b', key: 'k', value: 'AAAA' }],
      },
    ],
  })
  assert.deepEqual(lines(report, 'refused', 'created'), [
    'refused orgs[0].humanUsers[0].user.userName user_name_taken',
    'created orgs[0].humanUsers[1]',
    'refused orgs[0].userMetadata[0].id missing_reference',
  ])
})

test('users of two organizations may have one name', async () => {
  const instance = await openInstance()
  const report = await instance.apply({
    orgs: [
      { orgId: 'a', org: { name: 'A' }, humanUsers: [person('a', 'admin')] },
      { orgId: 'b', org: { name: 'B' }, humanUsers: [person('b', 'admin')] },
    ],
  })
  assert.deepEqual(lines(report, 'refused'), [])
})

const none = 'OIDC_AUTH_METHOD_TYPE_NONE'

function apps(...oidcApps: readonly object[]): object {
  return { orgs: [{ orgId: 'o', org: { name: 'O' }, projects: [{ projectId: 'p', project: { name: 'P' } }], oidcApps }] }
}

function app(appId: string, clientId: string, state: string = 'STATE_ACTIVE'): object {
  return { appId, clientId, state, app: { projectId: 'p', name: appId, authMethodType: none } }
}

test('a client id is given once: within a document, against what is stored, and against service users', async () => {
  const instance = await openInstance()
  for (const dryRun of [true, false]) {
    assert.deepEqual(lines(await instance.apply(apps(app('a', 'x'), app('b', 'x')), { dryRun }), 'refused'), [
      'refused orgs[0].oidcApps[1].clientId client_id_taken',
    ])
  }
  for (const dryRun of [true, false]) {
    assert.deepEqual(lines(await instance.apply(apps(app('c', 'x')), { dryRun }), 'refused'), [
      'refused orgs[0].oidcApps[0].clientId client_id_taken',
    ])
  }
  await instance.apply({ orgs: [{ orgId: 'o', machineUsers: [{ userId: 'batch', user: { userName: 'job', name: 'Job' } }] }] })
  assert.deepEqual(lines(await instance.apply(apps(app('d', 'batch'), app('e', 'free'))), 'refused', 'created'), [
    'refused orgs[0].oidcApps[0].clientId client_id_taken',
    'created orgs[0].oidcApps[1]',
  ])
  const late = await instance.apply({
    orgs: [{ orgId: 'o', machineUsers: [{ userId: 'free', user: { userName: 'late', name: 'Late' } }] }],
  })
  assert.deepEqual(lines(late, 'refused'), ['refused orgs[0].machineUsers[0] client_id_taken'])
})

test('a client id is free again when the document removes its app before, or gives that app another client id', async () => {
  const instance = await openInstance()
  await instance.apply(apps(app('a', 'x'), app('b', 'y')))
  const report = await instance.apply(apps(app('a', 'x', 'STATE_REMOVED'), app('b', 'z'), app('c', 'x'), app('d', 'y')))
  assert.deepEqual(lines(report, 'refused'), [])
  assert.equal((await instance.stores.clients.find('x'))?.name, 'c')
  assert.equal((await instance.stores.clients.find('y'))?.name, 'd')
})

test('a domain that another organization has is refused', async () => {
  const instance = await openInstance()
  const domains = [{ domainName: 'shop.example', isVerified: true }]
  const report = await instance.apply({
    orgs: [
      { orgId: 'a', org: { name: 'A' }, domains },
      { orgId: 'b', org: { name: 'B' }, domains, humanUsers: [person('u', 'u')] },
    ],
  })
  assert.deepEqual(lines(report, 'refused'), ['refused orgs[1].domains[0] domain_taken'])
  assert.notEqual(await instance.stores.users.find('u'), undefined)
})

test('a personal access token that exists already is refused', async () => {
  const instance = await openInstance()
  const report = await instance.apply({
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        machineUsers: [{ userId: 'u', user: { userName: 'u', name: 'U' } }],
        personalAccessTokens: [
          { tokenId: 'a', userId: 'u', token: accessToken },
          { tokenId: 'b', userId: 'u', token: accessToken },
        ],
      },
    ],
  })
  assert.deepEqual(lines(report, 'refused'), ['refused orgs[0].personalAccessTokens[1] token_taken'])
})

test('an id is either a person or a service user, an OIDC app or an API', async () => {
  const instance = await openInstance()
  const report = await instance.apply({
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        projects: [{ projectId: 'p', project: { name: 'P' } }],
        humanUsers: [person('u', 'u')],
        machineUsers: [{ userId: 'u', user: { userName: 'm', name: 'M' } }],
        oidcApps: [{ appId: 'a', app: { projectId: 'p', name: 'a', authMethodType: none } }],
        apiApps: [{ appId: 'a', app: { projectId: 'p', name: 'a' } }],
      },
    ],
  })
  assert.deepEqual(lines(report, 'refused'), ['refused orgs[0].machineUsers[0] id_taken', 'refused orgs[0].apiApps[0] id_taken'])
})
