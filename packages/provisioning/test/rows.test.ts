// What a run says of its objects: its numbers, its events in the audit trail, and its text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DirectoryConflict } from '@symbolon/core-protocol'
import { readDocument } from '@symbolon/schema-v2'
import { applyDocument, applyPieces, auditEventsOf, denialOf, formatReport } from '../src/index.ts'
import type { ApplyEntry } from '../src/index.ts'
import { person } from './full-document.ts'
import { instances, lines } from './instance.ts'

const openInstance = instances()

test('the id of an object with a key of several parts is all of them, in changes and in refusals', () => {
  const member: ApplyEntry = { path: 'orgs[0].orgMembers[0]', kind: 'orgMember', key: ['o', 'ann'], orgId: 'o', action: 'created' }
  const denied: ApplyEntry = { ...member, action: 'refused', reason: 'permission_denied' }
  assert.deepEqual(auditEventsOf({ entries: [member, denied, denied] }), [
    { type: 'resource_created', subject: { kind: 'orgMember', id: 'o/ann' }, orgId: 'o' },
    { type: 'permission_denied', subject: { kind: 'orgMember', id: 'o/ann' }, orgId: 'o', details: { objects: 2 } },
  ])
  assert.deepEqual(denialOf(denied, 7).subject, { kind: 'orgMember', id: 'o/ann' })
})

test('a row about a member that is left out settles no entry', async () => {
  const { context } = await openInstance()
  const org = {
    orgId: 'o',
    org: { name: 'O' },
    projects: [{ projectId: 'p', project: { name: 'P' } }],
    humanUsers: [person('ann', 'ann', { hashedPassword: { value: '$2b$16$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2' } })],
  }
  const { document, unknownMembers } = readDocument({ orgs: [{ ...org, humanUsers: org.humanUsers, elsewhere: 1 }] })
  const [read] = document.orgs ?? []
  assert.ok(read !== undefined)
  const settled: number[] = []
  const rows: string[] = []
  const summary = await applyPieces([{ path: 'orgs[0]', org: read, unknownMembers }], context, {
    settled(chunk) {
      settled.push(chunk.settled)
      rows.push(...chunk.entries.map(({ action }) => action))
    },
  })
  assert.ok(rows.includes('ignored') || rows.includes('notice'), rows.join())
  assert.deepEqual([summary.taken, summary.settled], [2, 2])
  assert.equal(
    settled.reduce((sum, count) => sum + count, 0),
    2,
  )
})

test('a key of a user who does not exist is refused for its member', async () => {
  const { apply } = await openInstance()
  const report = await apply({
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        machineKeys: [{ keyId: 'k', userId: 'absent-user', publicKey: 'LS0=' }],
        personalAccessTokens: [{ tokenId: 't', userId: 'absent-user' }],
      },
    ],
  })
  assert.deepEqual(lines(report, 'refused').toSorted(), [
    'refused orgs[0].machineKeys[0].userId missing_reference',
    'refused orgs[0].personalAccessTokens[0].userId missing_reference',
  ])
})

test('what differs is said where an object is kept', async () => {
  const { apply } = await openInstance()
  const project = (name: string): object => ({
    orgs: [{ orgId: 'o', org: { name: 'O' }, projects: [{ projectId: 'p', project: { name } }] }],
  })
  await apply(project('P'))
  const text = formatReport(await apply(project('Q'), { update: false }))
  assert.match(text, /Kept as stored:\n {2}1 × differs: orgs\[0\]\.projects\[0\] \(p\)\n {4}[^\n]+ \(project\.name\)\n/)
})

test('a refusal that names nothing of the change refuses its organization once it is tried alone, and the run goes on', async () => {
  let tries = 0
  const { context: given } = await openInstance()
  const { directory } = given
  const { apply } = await openInstance({
    directory: {
      ...directory,
      async apply(change, now) {
        if (!change.put.some(({ kind }) => kind === 'project')) return await directory.apply(change, now)
        tries += 1
        throw new DirectoryConflict([{ reason: 'missing_reference', resource: { kind: 'project', key: ['elsewhere'] } }])
      },
    },
  })
  const report = await apply({
    orgs: [
      { orgId: 'o', org: { name: 'O' }, projects: [{ projectId: 'p', project: { name: 'P' } }] },
      { orgId: 'n', org: { name: 'N' } },
    ],
  })
  // Once with the other organization, and once alone.
  assert.equal(tries, 2)
  const failed = report.entries.filter(({ reason }) => reason === 'storage_failed').map(({ key }) => key.join('/'))
  assert.ok(failed.includes('p'))
  assert.equal((await directory.find([{ kind: 'org', key: ['n'] }])).length, 1)
})

test('a strict run refuses an object with a member that may not be stored, and says each such member; another run leaves the member out', async () => {
  const { apply, content } = await openInstance()
  const document = {
    orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers: [person('ann', 'ann', { hashedPassword: { value: 'rot13' }, otpCode: '!' })] }],
  }
  const strict = await apply(document, { strict: true })
  assert.deepEqual(
    strict.entries.filter(({ kind }) => kind === 'humanUser').map(({ action, reason }) => `${action} ${reason}`),
    ['refused password_hash_unsupported', 'refused otp_secret_malformed'],
  )
  assert.equal(await content({ kind: 'humanUser', key: ['ann'] }), undefined)
  assert.deepEqual(lines(await apply(document), 'ignored').length, 2)
  assert.notEqual(await content({ kind: 'humanUser', key: ['ann'] }), undefined)
})

test('what a change was decided from refuses the objects that it is about, and no others', async () => {
  const { apply } = await openInstance()
  const project = (name: string): object => ({ projectId: 'p', project: { name } })
  await apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, projects: [project('P')] }] })
  const document = {
    orgs: [
      { orgId: 'n', org: { name: 'N' } },
      { orgId: 'o', projects: [project('Q')] },
    ],
  }
  const report = await apply(document, { expected: [{ kind: 'project', key: ['p'], content: { projectId: 'p', project: { name: 'X' } } }] })
  assert.deepEqual(lines(report, 'refused'), ['refused orgs[1].projects[0] stale'])
  assert.ok(report.entries.some(({ kind, key, action }) => kind === 'org' && key[0] === 'n' && action === 'created'))
})

test('the id of an identity provider belongs to one kind of them, also among those of the instance', async () => {
  const { apply } = await openInstance()
  const oidc = (idpId: string): object => ({
    idpId,
    idp: { name: 'I', clientId: 'c', clientSecret: 'idp-secret', issuer: 'https://idp.example', scopes: ['openid'] },
  })
  const jwt = (idpId: string): object => ({
    idpId,
    idp: {
      name: 'J',
      jwtEndpoint: 'https://idp.example/jwt',
      issuer: 'https://idp.example',
      keysEndpoint: 'https://idp.example/keys',
      headerName: 'x-token',
    },
  })
  const org = { orgId: 'o', org: { name: 'O' } }
  const refused = async (document: object): Promise<readonly string[]> => lines(await apply(document), 'refused')
  assert.deepEqual(await refused({ orgs: [{ ...org, oidcIdps: [oidc('one')], jwtIdps: [jwt('two')] }] }), [])
  assert.deepEqual(await refused({ instance: { oidcIdps: [oidc('three')] } }), [])
  assert.deepEqual(await refused({ orgs: [{ ...org, jwtIdps: [jwt('one')] }] }), ['refused orgs[0].jwtIdps[0] id_taken'])
  assert.deepEqual(await refused({ orgs: [{ ...org, oidcIdps: [oidc('two')] }] }), ['refused orgs[0].oidcIdps[0] id_taken'])
  assert.deepEqual(await refused({ orgs: [{ ...org, oidcIdps: [oidc('three')], jwtIdps: [jwt('three')] }] }), [
    'refused orgs[0].oidcIdps[0] id_taken',
    'refused orgs[0].jwtIdps[0] id_taken',
  ])
  for (const id of ['one', 'two'])
    assert.deepEqual(await refused({ instance: { oidcIdps: [oidc(id)] } }), ['refused instance.oidcIdps[0] id_taken'])
})

test('AD-41 no stored identity provider gets the id of one in code, and none that has it is changed or removed', async () => {
  const oidc = (idpId: string, more: object = {}): object => ({
    idpId,
    idp: { name: 'I', clientId: 'c', clientSecret: 'idp-secret', issuer: 'https://idp.example', scopes: ['openid'] },
    ...more,
  })
  const before = await openInstance()
  const refused = async (document: object, identityProvidersInCode: readonly string[]): Promise<readonly string[]> =>
    lines(await applyDocument(readDocument(document), { ...before.context, identityProvidersInCode }), 'refused')
  const holding = { orgs: [{ orgId: 'o', org: { name: 'O' }, oidcIdps: [oidc('github')] }] }
  assert.deepEqual(await refused(holding, []), [])
  const inCode = ['google', 'github']
  for (const document of [
    { orgs: [{ orgId: 'o', oidcIdps: [oidc('google')] }] },
    {
      orgs: [
        {
          orgId: 'o',
          oidcIdps: [oidc('github', { idp: { name: 'J', clientId: 'c', issuer: 'https://idp.example', scopes: ['openid'] } })],
        },
      ],
    },
  ])
    assert.deepEqual(await refused(document, inCode), ['refused orgs[0].oidcIdps[0] idp_in_code'])
  assert.deepEqual(await refused({ instance: { oidcIdps: [oidc('google')] } }, inCode), ['refused instance.oidcIdps[0] idp_in_code'])
  const removed = { state: 'STATE_REMOVED' }
  const removal = { orgs: [{ orgId: 'o', oidcIdps: [oidc('github', removed), oidc('google', removed)] }] }
  assert.deepEqual(await refused(removal, inCode), ['refused orgs[0].oidcIdps[0] idp_in_code'])
  assert.notEqual(await before.content({ kind: 'oidcIdp', key: ['github'] }), undefined)
})

test('AD-50 no project, app or service user gets an id that the provider has for itself, and one that has it keeps it', async () => {
  const before = await openInstance()
  const refused = async (document: object, clientIdsInCode: readonly string[]): Promise<readonly string[]> =>
    lines(await applyDocument(readDocument({ orgs: [document] }), { ...before.context, clientIdsInCode }), 'refused')
  const app = (appId: string, clientId: string): object => ({ appId, clientId, app: { projectId: 'p', name: appId } })
  const holding = {
    orgId: 'o',
    org: { name: 'O' },
    projects: [
      { projectId: 'p', project: { name: 'P' } },
      { projectId: 'console', project: { name: 'C' } },
    ],
    apiApps: [app('a', 'command')],
  }
  assert.deepEqual(await refused(holding, []), [])
  const inCode = ['console', 'command', 'shop']
  assert.deepEqual(
    await refused({ ...holding, projects: [{ projectId: 'console', project: { name: 'D' } }], apiApps: [app('a', 'command')] }, inCode),
    [],
  )
  assert.deepEqual(
    await refused(
      {
        orgId: 'o',
        projects: ['shop', 'urn:symbolon:iam:api'].map((projectId) => ({ projectId, project: { name: 'X' } })),
        apiApps: [app('a', 'console'), app('b', 'shop')],
        oidcApps: [app('c', 'urn:symbolon:iam:api')],
        machineUsers: ['shop', 'urn:x'].map((userId) => ({ userId, user: { userName: userId, name: 'X' } })),
      },
      inCode,
    ),
    [
      'refused orgs[0].projects[0] id_reserved',
      'refused orgs[0].projects[1] id_reserved',
      'refused orgs[0].machineUsers[0] id_reserved',
      'refused orgs[0].machineUsers[1] id_reserved',
      'refused orgs[0].oidcApps[0].clientId id_reserved',
      'refused orgs[0].apiApps[0].clientId id_reserved',
      'refused orgs[0].apiApps[1].clientId id_reserved',
    ],
  )
})

test('a document without settings of the instance does not list them as objects', async () => {
  const { apply } = await openInstance()
  const kinds = async (instance: object): Promise<readonly string[]> =>
    (await apply({ instance })).entries.filter(({ kind }) => kind === 'instancePolicy').map(({ key }) => key.join('/'))
  assert.deepEqual(await kinds({ lockoutPolicy: { maxPasswordAttempts: 5 } }), ['lockoutPolicy'])
  assert.deepEqual(await kinds({ defaultLanguage: 'de' }), ['languages'])
})

test('a member that the format does not have is one row for all entries that have it', async () => {
  const { context } = await openInstance()
  const entries: ApplyEntry[] = []
  const unknownMembers = [0, 1, 2].map((index) => ({ path: `orgs[0].humanUsers[${index}].user.hashedPassword.algorithm` }))
  const others = [{ path: 'orgs[0].surprise' }]
  const piece = { path: 'orgs[0]', org: { orgId: 'o', org: { name: 'O' } }, unknownMembers: [...unknownMembers, ...others] }
  await applyPieces([piece], context, { settled: (chunk) => void entries.push(...chunk.entries) })
  assert.deepEqual(
    entries.filter(({ reason }) => reason === 'unknown_member').map(({ path, count }) => [path, count]),
    [
      ['orgs[0].humanUsers[*].user.hashedPassword.algorithm', 3],
      ['orgs[0].surprise', undefined],
    ],
  )
})
