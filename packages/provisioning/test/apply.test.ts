// Documents applied to the real storage: what is there afterwards, that a second time changes nothing, and that nothing secret comes out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digest } from '@symbolon/core-protocol'
import { formatReport } from '../src/index.ts'
import {
  accessToken,
  appSecret,
  bcryptHash,
  clearSecrets,
  fullDocument,
  otpSecret,
  person,
  serviceSecret,
  userPassword,
} from './full-document.ts'
import { hashing, instances, lines, sealing } from './instance.ts'

const openInstance = instances()

test('every resource of a document is created, and applying it again finds all of them the same', async () => {
  const instance = await openInstance()
  const first = await instance.apply(fullDocument)
  assert.deepEqual(lines(first, 'refused', 'ignored', 'changed', 'same'), [])
  assert.equal(first.counts.created, first.entries.length - first.counts.notice)

  const second = await instance.apply(fullDocument)
  assert.deepEqual(lines(second, 'created', 'changed', 'removed', 'refused', 'kept', 'ignored'), [])
  assert.equal(second.counts.same, second.entries.length - second.counts.notice)
  assert.deepEqual(
    second.entries.filter(({ generated }) => generated !== undefined),
    [],
  )
})

test('a dry run reports what a run would do, changes nothing and generates nothing', async () => {
  const instance = await openInstance()
  const dry = await instance.apply(fullDocument, { dryRun: true })
  assert.deepEqual(await instance.stores.directory.list('org', undefined), [])
  assert.deepEqual(
    dry.entries.filter(({ generated }) => generated !== undefined),
    [],
  )
  const actual = await instance.apply(fullDocument)
  assert.deepEqual(
    dry.entries,
    actual.entries.map(({ generated: _generated, ...entry }) => entry),
  )
  const again = await instance.apply(fullDocument, { dryRun: true })
  assert.equal(again.counts.same, again.entries.length - again.counts.notice)
})

test('secrets given in clear are stored as digests and hashes only, and are in no content and no report', async () => {
  const instance = await openInstance()
  const report = await instance.apply(fullDocument)
  const stored = await instance.stores.directory.find([
    { kind: 'oidcApp', key: ['web'] },
    { kind: 'machineUser', key: ['batch'] },
    { kind: 'personalAccessToken', key: ['given'] },
    { kind: 'humanUser', key: ['ann'] },
    { kind: 'humanUser', key: ['bob'] },
  ])
  const secretsOf = (id: string): object => stored.find(({ key }) => key[0] === id)?.secrets ?? {}
  assert.deepEqual(secretsOf('web'), { clientSecretDigest: digest(appSecret) })
  assert.deepEqual(secretsOf('batch'), { clientSecretDigest: digest(serviceSecret) })
  assert.deepEqual(secretsOf('given'), { tokenDigest: digest(accessToken) })
  assert.deepEqual(secretsOf('bob'), { passwordHash: bcryptHash, passwordSource: digest(bcryptHash) })
  const ann = stored.find(({ key }) => key[0] === 'ann')?.secrets
  assert.equal((await hashing.verify(userPassword, ann?.passwordHash ?? '')).valid, true)
  assert.equal(await sealing.open(ann?.sealedOtpSecret ?? '', 'otp:ann'), otpSecret)

  const shown = JSON.stringify(report) + formatReport(report) + JSON.stringify(stored.map(({ content }) => content))
  for (const secret of clearSecrets) assert.ok(!shown.includes(secret), secret)
  const refusing = await instance.apply({ orgs: [{ orgId: 'shop', humanUsers: [person('ann', 'a\u200bb', { password: userPassword })] }] })
  assert.ok(!(JSON.stringify(refusing) + formatReport(refusing)).includes(userPassword))
})

test('missing ids, secrets and tokens are generated, shown once, and work', async () => {
  const instance = await openInstance()
  const { entries } = await instance.apply(fullDocument)
  const generated = Object.fromEntries(
    entries.flatMap(({ kind, key, generated: values }) => (values === undefined ? [] : [[`${kind} ${key}`, values]])),
  )
  assert.deepEqual(Object.keys(generated), ['oidcApp web', 'oidcApp made', 'apiApp api', 'personalAccessToken made'])
  assert.match(generated['oidcApp web']?.clientId ?? '', /^[1-9][0-9]{17}$/)
  assert.equal(generated['oidcApp web']?.clientSecret, undefined)
  const { clientId = '', clientSecret = '' } = generated['oidcApp made'] ?? {}
  const client = await instance.stores.clients.find(clientId)
  assert.equal(client?.secretDigest, digest(clientSecret))
  const token = generated['personalAccessToken made']?.token ?? ''
  assert.match(token, /^symbolon_pat_random/)
  const [stored] = await instance.stores.directory.find([{ kind: 'personalAccessToken', key: ['made'] }])
  assert.deepEqual(stored?.secrets, { tokenDigest: digest(token) })
})

test('an app keeps its client id and secret when a later document names neither, and gets those that it does name', async () => {
  const instance = await openInstance()
  const app = { appId: 'web', app: { projectId: 'store', name: 'web' } }
  const documentOf = (oidcApp: object): object => ({
    orgs: [{ orgId: 'o', org: { name: 'O' }, projects: [{ projectId: 'store', project: { name: 'Store' } }], oidcApps: [oidcApp] }],
  })
  await instance.apply(documentOf({ ...app, clientId: 'first', clientSecret: appSecret }))
  const renamed = await instance.apply(documentOf({ ...app, app: { ...app.app, name: 'shop' } }))
  assert.deepEqual(renamed.entries.find(({ kind }) => kind === 'oidcApp')?.changed, ['app.name'])
  assert.equal((await instance.stores.clients.find('first'))?.secretDigest, digest(appSecret))
  const changed = await instance.apply(documentOf({ ...app, clientId: 'second', clientSecret: serviceSecret }))
  assert.deepEqual(changed.entries.find(({ kind }) => kind === 'oidcApp')?.changed, ['app.name', 'clientId', 'clientSecret'])
  assert.equal((await instance.stores.clients.find('second'))?.secretDigest, digest(serviceSecret))
  assert.equal(await instance.stores.clients.find('first'), undefined)
})

test('an app that comes to need a secret gets one', async () => {
  const instance = await openInstance()
  const documentOf = (authMethodType: string): object => ({
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        projects: [{ projectId: 'p', project: { name: 'P' } }],
        oidcApps: [{ appId: 'a', app: { projectId: 'p', name: 'a', authMethodType } }],
      },
    ],
  })
  const none = await instance.apply(documentOf('OIDC_AUTH_METHOD_TYPE_NONE'))
  assert.deepEqual(Object.keys(none.entries.find(({ kind }) => kind === 'oidcApp')?.generated ?? {}), ['clientId'])
  const basic = await instance.apply(documentOf('OIDC_AUTH_METHOD_TYPE_BASIC'))
  assert.deepEqual(Object.keys(basic.entries.find(({ kind }) => kind === 'oidcApp')?.generated ?? {}), ['clientSecret'])
})

test('a digest of a client secret is stored as it is; one of another kind is reported and the app gets a new secret', async () => {
  const instance = await openInstance()
  const documentOf = (clientSecretHash: string): object => ({
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        projects: [{ projectId: 'p', project: { name: 'P' } }],
        apiApps: [{ appId: 'a', clientId: 'a', clientSecretHash, app: { projectId: 'p', name: 'a' } }],
      },
    ],
  })
  assert.deepEqual(lines(await instance.apply(documentOf('$2a$04$abc')), 'ignored'), [
    'ignored orgs[0].apiApps[0].clientSecretHash secret_hash_unsupported',
  ])
  assert.match((await instance.stores.clients.find('a'))?.secretDigest ?? '', /^.{43}$/)
  await instance.apply(documentOf(digest(appSecret)))
  assert.equal((await instance.stores.clients.find('a'))?.secretDigest, digest(appSecret))
})

test('a password in clear is the same while it verifies, and changed when it does not', async () => {
  const instance = await openInstance()
  const documentOf = (password: string): object => ({
    orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers: [person('u', 'u', { password })] }],
  })
  await instance.apply(documentOf(userPassword))
  const before = await instance.stores.passwords.find('u')
  assert.equal((await instance.apply(documentOf(userPassword))).counts.changed, 0)
  assert.equal((await instance.stores.passwords.find('u'))?.hash, before?.hash)
  assert.deepEqual((await instance.apply(documentOf('another long one'))).entries.find(({ action }) => action === 'changed')?.changed, [
    'user.password',
  ])
  assert.equal((await hashing.verify('another long one', (await instance.stores.passwords.find('u'))?.hash ?? '')).valid, true)
})

test('a hash in the document counts as the same after the login has replaced it by a better one', async () => {
  const instance = await openInstance()
  const document = { orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers: [person('u', 'u', { hashedPassword: { value: bcryptHash } })] }] }
  await instance.apply(document)
  assert.equal(await instance.stores.passwords.replaceHash('u', bcryptHash, await hashing.hash('correct horse')), true)
  const report = await instance.apply(document)
  assert.equal(report.counts.same, report.entries.length)
  assert.equal((await hashing.verify('correct horse', (await instance.stores.passwords.find('u'))?.hash ?? '')).rehash, false)
})

test('a hash that names the encoder of another system is stored without that name', async () => {
  const documentOf = (value: string): object => ({
    orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers: [person('u', 'u', { hashedPassword: { value } })] }],
  })
  const instance = await openInstance()
  await instance.apply(documentOf(`{bcrypt}${bcryptHash}`))
  assert.equal((await instance.stores.passwords.find('u'))?.hash, bcryptHash)
  for (const again of [bcryptHash, `${bcryptHash}\n`, `{CRYPT}${bcryptHash}`]) {
    assert.deepEqual(lines(await instance.apply(documentOf(again)), 'changed'), [], again)
  }
})

test('a hash that cannot be verified here is left out, and the user is there without password', async () => {
  const instance = await openInstance()
  const document = {
    orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers: [person('u', 'u', { hashedPassword: { value: '$2b$31$abc' } })] }],
  }
  assert.deepEqual(lines(await instance.apply(document), 'ignored'), [
    'ignored orgs[0].humanUsers[0].user.hashedPassword password_hash_unsupported',
  ])
  assert.notEqual(await instance.stores.users.findActive('u'), undefined)
  assert.equal(await instance.stores.passwords.find('u'), undefined)
})

test('a user with an unreadable TOTP secret is inactive until a document corrects or removes it and says active; a stored secret is kept', async () => {
  const instance = await openInstance()
  const apply = async (user: object, state?: 'USER_STATE_ACTIVE'): Promise<readonly [said: readonly string[], active: boolean]> => {
    const humanUsers = [{ ...person('u', 'u', user), ...(state === undefined ? {} : { state }) }]
    const report = await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers }] })
    return [lines(report, 'ignored'), (await instance.stores.users.findActive('u')) !== undefined]
  }
  const malformed = ['ignored orgs[0].humanUsers[0].user.otpCode otp_secret_malformed']
  assert.deepEqual(await apply({ otpCode: 'not base32!' }), [malformed, false])
  assert.deepEqual(await apply({ otpCode: 'not base32!' }), [malformed, false])
  assert.deepEqual(await apply({}), [[], false])
  assert.deepEqual(await apply({}, 'USER_STATE_ACTIVE'), [[], true])
  assert.deepEqual(await apply({ otpCode: 'not base32!' }), [malformed, false])
  assert.deepEqual(await apply({ otpCode: 'JBSWY3DPEHPK3PXP' }), [[], false])
  assert.deepEqual(await apply({ otpCode: 'JBSWY3DPEHPK3PXP' }, 'USER_STATE_ACTIVE'), [[], true])
  assert.deepEqual(await apply({ otpCode: 'not base32!' }), [malformed, true])
  const [user] = await instance.stores.directory.find([{ kind: 'humanUser', key: ['u'] }])
  assert.notEqual(user?.secrets?.sealedOtpSecret, undefined)
})

test('a member that the document leaves out goes back to its default', async () => {
  const instance = await openInstance()
  const documentOf = (project: object): object => ({
    orgs: [{ orgId: 'o', org: { name: 'O' }, projects: [{ projectId: 'p', project, state: 'STATE_ACTIVE' }] }],
  })
  await instance.apply(documentOf({ name: 'P', projectRoleCheck: true }))
  await instance.apply(documentOf({ name: 'P' }))
  assert.deepEqual(await instance.content({ kind: 'project', key: ['p'] }), { projectId: 'p', project: { name: 'P' } })
})

test('a document without a state leaves that of a user as it is, and creates active users', async () => {
  const instance = await openInstance()
  const documentOf = (user: object, displayName: string): object => ({
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        humanUsers: [{ ...person('u', 'u', { profile: { firstName: 'A', lastName: 'B', displayName } }), ...user }],
        machineUsers: [{ userId: 'm', user: { userName: 'm', name: displayName }, ...user }],
      },
    ],
  })
  const states = async () => await Promise.all(['u', 'm'].map(async (id) => (await instance.stores.users.find(id))?.state))
  await instance.apply(documentOf({}, 'one'))
  assert.deepEqual(await states(), ['active', 'active'])
  for (const state of ['locked', 'inactive'] as const) {
    await instance.apply(documentOf({ state: `USER_STATE_${state.toUpperCase()}` }, 'one'))
    assert.equal((await instance.apply(documentOf({}, 'one'))).counts.changed, 0)
    assert.equal((await instance.apply(documentOf({}, 'two'))).counts.changed, 2)
    assert.deepEqual(await states(), [state, state])
    await instance.apply(documentOf({ state: 'USER_STATE_ACTIVE' }, 'two'))
    assert.deepEqual(await states(), ['active', 'active'])
  }
})

test('a document with the state initial keeps the state of users who are active by now', async () => {
  const instance = await openInstance()
  const documentOf = (state: string): object => ({
    orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers: [{ ...person('u', 'u'), state: `USER_STATE_${state}` }] }],
  })
  const state = async () => (await instance.stores.users.find('u'))?.state
  await instance.apply(documentOf('INITIAL'))
  assert.equal(await state(), 'initial')
  for (const later of ['ACTIVE', 'LOCKED']) {
    await instance.apply(documentOf(later))
    assert.equal((await instance.apply(documentOf('INITIAL'))).counts.changed, 0)
    assert.equal(await state(), later.toLowerCase())
  }
})

test('without update, what exists and differs is kept and its differing members are named', async () => {
  const instance = await openInstance()
  await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, projects: [{ projectId: 'p', project: { name: 'P' } }] }] })
  const report = await instance.apply(
    {
      orgs: [
        {
          orgId: 'o',
          org: { name: 'Other' },
          orgState: 'ORG_STATE_INACTIVE',
          projects: [{ projectId: 'p', project: { name: 'P' }, state: 'STATE_REMOVED' }],
        },
      ],
    },
    { update: false },
  )
  assert.deepEqual(lines(report, 'kept'), ['kept orgs[0] differs', 'kept orgs[0].projects[0] differs'])
  assert.deepEqual(report.entries[0]?.changed, ['org.name', 'orgState'])
  assert.notEqual(await instance.content({ kind: 'project', key: ['p'] }), undefined)
})

test('progress counts up to the number of resources', async () => {
  const seen: (readonly [number, number])[] = []
  const instance = await openInstance({ progress: (done, total) => seen.push([done, total]) })
  await instance.apply(fullDocument)
  const [done, total] = seen.at(-1) ?? [0, 1]
  assert.equal(done, total)
  assert.ok(seen.length > 3)
})
