// Others change the directory between the decision about a document and its transaction. The decision then no longer counts: it is made again,
// with the rights and the objects of that moment.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemAuthority, userAuthority } from '../src/apply/authority.ts'
import { applyDocument } from '../src/apply/apply-document.ts'
import { applyPieces } from '../src/apply/apply-pieces.ts'
import type { ApplyEntry } from '../src/report/apply-report.ts'
import { readDocument } from '@symbolon/schema-v2'
import type { OrgDocument } from '@symbolon/schema-v2'
import type { DirectoryStore } from '@symbolon/core-protocol'
import { instances } from './instance.ts'
import type { Instance } from './instance.ts'

const openInstance = instances()

const robot = (userId: string): object => ({ userId, user: { userName: userId, name: 'Robot' } })
const person = (userId: string, more: object = {}): object => ({
  userId,
  user: { userName: userId, profile: { firstName: 'A', lastName: 'B' }, ...more },
})
const token = (tokenId: string, userId: string): object => ({
  tokenId,
  userId,
  token: `symbolon_pat_${tokenId}_0123456789_0123456789_0123456789`,
})
const inOrg = (orgId: string, members: object): OrgDocument => ({ orgs: [{ orgId, ...members }] }) as OrgDocument

/** Two organizations with an owner each, and an owner of the instance. */
const world = {
  orgs: [
    {
      orgId: 'acme',
      org: { name: 'Acme' },
      humanUsers: [person('eve'), person('root')],
      machineUsers: [robot('x')],
      orgMembers: [{ userId: 'eve', roles: ['ORG_OWNER'] }],
    },
    { orgId: 'club', org: { name: 'Club' }, humanUsers: [person('bob')], orgMembers: [{ userId: 'bob', roles: ['ORG_OWNER'] }] },
  ],
  instanceMembers: [{ userId: 'root', roles: ['IAM_OWNER'] }],
} as unknown as OrgDocument

/** A concurrent change that is applied once, before the transaction that puts or removes an object of the kind. */
interface Meanwhile {
  readonly kind: string
  readonly others: () => Promise<unknown>
}

async function open(): Promise<{
  readonly instance: Instance
  /** Applies a document by a user, or by the system. @returns its rows: action, kind, key and reason */
  by(userId: string | undefined, document: OrgDocument, meanwhile?: Meanwhile): Promise<readonly string[]>
}> {
  let now = 1000
  const instance = await openInstance({ now: () => (now += 1) })
  assert.equal((await instance.apply(world)).counts.refused, 0)
  return {
    instance,
    async by(userId, document, meanwhile) {
      const user = userId === undefined ? undefined : await instance.stores.users.find(userId)
      const authority = user === undefined ? systemAuthority : userAuthority(user, instance.stores)
      const directory = meanwhile === undefined ? instance.stores.directory : overtaken(instance.stores.directory, meanwhile)
      const { entries } = await applyDocument(readDocument(document), { ...instance.context, directory, authority })
      return entries
        .filter(({ kind, action }) => kind !== 'member' && action !== 'notice')
        .map(({ action, kind, key, reason }) => [action, kind, key.join('/'), reason].filter(Boolean).join(' '))
    },
  }
}

function overtaken(directory: DirectoryStore, { kind, others }: Meanwhile): DirectoryStore {
  let done = false
  return {
    ...directory,
    async apply(change, now) {
      if (!done && [...change.put, ...change.remove].some((each) => each.kind === kind)) {
        done = true
        await others()
      }
      await directory.apply(change, now)
    },
  }
}

for (const [kind, list, made] of [
  ['machineUser', 'machineUsers', robot('new')],
  ['humanUser', 'humanUsers', person('new')],
] as const) {
  test(`AD-38 a ${kind} that a concurrent request creates first stays with its organization, and gets no role`, async () => {
    const { instance, by } = await open()
    const document = { ...inOrg('acme', { [list]: [made] }), instanceMembers: [{ userId: 'new', roles: ['IAM_OWNER'] }] } as OrgDocument
    const rows = await by(undefined, document, { kind, others: () => by(undefined, inOrg('club', { [list]: [made] })) })
    assert.deepEqual(rows, [`refused ${kind} new owned_by_other_org`, 'refused instanceMember new missing_reference'])
    assert.equal((await instance.stores.directory.get({ kind, key: ['new'] }))?.orgId, 'club')
    assert.deepEqual(await instance.stores.memberships.list('new'), [])
  })
}

test('AD-40 a user who has the id of a user of a document gets none of the roles that it gives', async () => {
  const { instance, by } = await open()
  await by(undefined, inOrg('club', { humanUsers: [person('ann')], machineUsers: [robot('new')] }))
  const roles = (userId: string): object => ({ userId, roles: ['ORG_OWNER'] })
  const document = {
    orgs: [{ orgId: 'acme', humanUsers: [person('new')], machineUsers: [robot('ann')], orgMembers: [roles('new'), roles('ann')] }],
    instanceMembers: [
      { userId: 'new', roles: ['IAM_OWNER'] },
      { userId: 'ann', roles: ['IAM_OWNER'] },
    ],
  } as unknown as OrgDocument
  const rows = await by(undefined, document)
  assert.equal(rows.length, 6)
  assert.ok(rows.every((row) => row.startsWith('refused')))
  for (const userId of ['new', 'ann']) assert.deepEqual(await instance.stores.memberships.list(userId), [])
})

test('AD-38 a person does not take the place of a service user who was created first', async () => {
  const { instance, by } = await open()
  const others = (): Promise<unknown> =>
    by(undefined, inOrg('club', { machineUsers: [robot('new')], personalAccessTokens: [token('t', 'new')] }))
  assert.deepEqual(await by('root', inOrg('acme', { humanUsers: [person('new')] }), { kind: 'humanUser', others }), [
    'refused humanUser new id_taken',
  ])
  assert.equal((await instance.stores.directory.get({ kind: 'personalAccessToken', key: ['t'] }))?.orgId, 'club')
})

/** The service user is removed, and an owner of the instance brings one with the id back that has a role of the instance. */
async function replaceRobot(by: Awaited<ReturnType<typeof open>>['by']): Promise<void> {
  await by('eve', inOrg('acme', { machineUsers: [{ ...robot('x'), state: 'USER_STATE_DELETED' }] }))
  const returning = {
    ...inOrg('acme', { machineUsers: [robot('x')] }),
    instanceMembers: [{ userId: 'x', roles: ['IAM_OWNER'] }],
  } as OrgDocument
  assert.deepEqual(await by('root', returning), ['created machineUser x', 'created instanceMember x'])
}

for (const [what, kind, members, expected] of [
  ['a token', 'personalAccessToken', { personalAccessTokens: [token('t', 'x')] }, 'refused personalAccessToken t permission_denied'],
  [
    'a new secret',
    'machineUser',
    { machineUsers: [{ ...robot('x'), clientSecret: 'a-client-secret-of-at-least-32-characters' }] },
    'refused machineUser x permission_denied',
  ],
  [
    'its removal',
    'machineUser',
    { machineUsers: [{ ...robot('x'), state: 'USER_STATE_DELETED' }] },
    'refused machineUser x permission_denied',
  ],
] as const) {
  test(`AD-38 ${what} for a service user who has been replaced in the meantime is refused`, async () => {
    const { instance, by } = await open()
    const [first] = await instance.stores.directory.find([{ kind: 'machineUser', key: ['x'] }])
    const rows = await by('eve', inOrg('acme', members), { kind, others: () => replaceRobot(by) })
    assert.deepEqual(rows, [expected])
    const [found] = await instance.stores.directory.find([{ kind: 'machineUser', key: ['x'] }])
    assert.notEqual(found?.createdAt, first?.createdAt)
    assert.equal(found?.secrets, undefined)
    assert.equal(await instance.stores.directory.get({ kind: 'personalAccessToken', key: ['t'] }), undefined)
  })
}

test('AD-38 a role that was removed meanwhile is not granted', async () => {
  const { by } = await open()
  const project = (state?: string): object => ({
    projects: [{ projectId: 'p', project: { name: 'P' } }],
    projectRoles: [{ projectId: 'p', roleKey: 'admin', role: { displayName: 'Admin' }, ...(state === undefined ? {} : { state }) }],
  })
  await by('eve', inOrg('acme', project()))
  const grant = inOrg('acme', { userGrants: [{ userId: 'x', projectId: 'p', roleKeys: ['admin'] }] })
  const others = (): Promise<unknown> => by('eve', inOrg('acme', project('STATE_REMOVED')))
  assert.deepEqual(await by('eve', grant, { kind: 'userGrant', others }), ['refused userGrant x/p/ missing_reference'])
})

test('AD-38 an equal object of a concurrent request stays as it is, without a refusal', async () => {
  const { by } = await open()
  const document = inOrg('acme', { machineUsers: [robot('acme|new')] })
  assert.deepEqual(await by('eve', document, { kind: 'machineUser', others: () => by('eve', document) }), ['same machineUser acme|new'])
})

test('AD-39 an import of a user who was locked changes nothing more', async () => {
  const { instance, by } = await open()
  const eve = { kind: 'humanUser', key: ['eve'] } as const
  const [stored] = await instance.stores.directory.find([eve])
  assert.ok(stored)
  const others = async (): Promise<void> => {
    const { createdAt: _, changedAt: __, ...user } = stored
    await instance.stores.directory.apply(
      { put: [{ ...user, content: { ...user.content, state: 'USER_STATE_LOCKED' } }], remove: [] },
      5000,
    )
  }
  const many = Array.from({ length: 150 }, (_, index) => robot(`acme|many-${index}`))
  const rows = await by('eve', inOrg('acme', { machineUsers: many }), { kind: 'machineUser', others })
  assert.equal(rows.filter((row) => row.startsWith('created')).length, 100)
  assert.equal(rows.filter((row) => row.endsWith('permission_denied')).length, 50)
})

test('AD-49 a link is refused whose provider was removed before the transaction: the id may become one of everybody', async () => {
  const { by, instance } = await open()
  const idp = { name: 'Own', clientId: 'c', clientSecret: 'idp-secret', issuer: 'https://own.example', scopes: ['openid'] }
  await by(undefined, inOrg('acme', { oidcIdps: [{ idpId: 'own', idp }] }))
  const removal = inOrg('acme', { oidcIdps: [{ idpId: 'own', idp, state: 'STATE_REMOVED' }] })
  const rows = await by('eve', inOrg('acme', { userLinks: [{ userId: 'eve', idpId: 'own', providedUserId: 'of-a-victim' }] }), {
    kind: 'userLink',
    others: async () => await by('eve', removal),
  })
  assert.deepEqual(rows, ['refused userLink eve/own/of-a-victim permission_denied'])
  assert.equal(await instance.stores.userLinks.find('own', 'of-a-victim'), undefined)
})

test('BO-03 a role that the user accepts between the decision about a new password and its transaction is suspended', async () => {
  const { instance, by } = await open()
  const { memberships } = instance.stores
  const offered = { of: 'organization', id: 'acme' } as const
  await by(undefined, inOrg('club', { humanUsers: [person('bea')] }))
  assert.deepEqual(await by('eve', inOrg('acme', { orgMembers: [{ userId: 'bea', roles: ['ORG_OWNER'] }] })), [
    'created orgMember acme/bea',
  ])
  const reset = inOrg('club', { humanUsers: [person('bea', { password: 'a new long password of bea' })] })
  const others = async (): Promise<void> => assert.equal(await memberships.accept('bea', offered), true)
  assert.deepEqual(await by('bob', reset, { kind: 'humanUser', others }), ['changed humanUser bea'])
  assert.deepEqual(
    (await memberships.list('bea')).map(({ orgId, active }) => [orgId, active]),
    [['acme', false]],
  )
})

test('AD-38 an organization whose objects others go on changing does not affect those that share its transaction', async () => {
  const { instance, by } = await open()
  const root = await instance.stores.users.find('root')
  assert.ok(root)
  const { directory } = instance.stores
  let changes = 0
  const restless: DirectoryStore = {
    ...directory,
    async apply(change, now) {
      if (change.put.some(({ key: [id] }) => id === 'x'))
        await by('eve', inOrg('acme', { machineUsers: [{ userId: 'x', user: { userName: 'x', name: `Robot ${(changes += 1)}` } }] }))
      await directory.apply(change, now)
    },
  }
  const rows: ApplyEntry[] = []
  const pieces = [
    inOrg('club', { humanUsers: [person('carl')] }),
    inOrg('acme', { machineUsers: [{ userId: 'x', user: { userName: 'x', name: 'Imported' } }] }),
    inOrg('calm', { org: { name: 'Calm' }, humanUsers: [person('cleo')] }),
  ].map(({ orgs: [org] = [] }, index) => ({ path: `orgs[${index}]`, org: org ?? { orgId: '' } }))
  const { counts, settled } = await applyPieces(
    pieces,
    { ...instance.context, directory: restless, authority: userAuthority(root, instance.stores) },
    { settled: ({ entries }) => void rows.push(...entries) },
  )
  assert.deepEqual(
    rows.filter(({ action }) => action !== 'notice').map(({ action, kind, key, reason }) => [action, kind, key.join('/'), reason]),
    [
      ['created', 'humanUser', 'carl', undefined],
      ['refused', 'machineUser', 'x', 'stale'],
      ['created', 'org', 'calm', undefined],
      ['created', 'humanUser', 'cleo', undefined],
      ['created', 'orgDomain', 'calm/calm.id.example', undefined],
    ],
  )
  assert.equal(counts.refused, 1)
  assert.equal(settled, 3)
  assert.ok(changes >= 5)
})
