// What an import does, what it answers, and what it refuses.
import { readDocument } from '@symbolon/schema-v2'
import type { OrgDocument } from '@symbolon/schema-v2'
import { generateClientKey } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { idpSecret, otpSecret, passwordHash, robotToken, twoOrgs } from '../support/full-org.ts'
import { reportOf, startMover } from '../support/mover.ts'
import type { ImportAnswer, Mover } from '../support/mover.ts'

let mover: Mover
before(async () => {
  mover = await startMover()
})
after(async () => await mover?.close())

const run = async (body: object): Promise<ImportAnswer> => await reportOf(await mover.import(body))
const user = (userId: string, more: object = {}): object => ({
  userId,
  user: { userName: userId, profile: { firstName: 'F', lastName: 'L' }, ...more },
})
const org = (orgId: string, more: object = {}): object => ({ orgId, org: { name: orgId }, ...more })
const find = async (kind: 'humanUser' | 'org' | 'instanceMember' | 'personalAccessToken' | 'machineKey' | 'oidcIdp', id: string) =>
  (await mover.provider.storage.stores.directory?.find([{ kind, key: [id] }]))?.[0]

test('an import answers with the lists that existing clients know, their order and their spelling', async () => {
  const report = await run({ data_orgs: { orgs: twoOrgs }, timeout: '1m' })
  assert.deepEqual(Object.keys(report), [
    'success',
    'jobId',
    'state',
    'startedAt',
    'updatedAt',
    'source',
    'dryRun',
    'update',
    'withCredentials',
    'progress',
    'counts',
    'signIn',
    'ledger',
    'generated',
    'signIns',
  ])
  assert.deepEqual(report.success.orgs, [
    {
      orgId: 'north',
      projectIds: ['shop'],
      projectRoles: ['shop_reader', 'shop_writer'],
      oidcAppIds: ['web'],
      apiAppIds: ['api'],
      humanUserIds: ['ann', 'ben'],
      machineUserIds: ['robot-of-north'],
      actionIds: ['fill'],
      triggerActions: [{ flowType: '1', triggerType: '3', actionIds: ['fill'] }],
      projectGrants: [{ grantId: 'grant', projectId: 'shop', orgId: 'south' }],
      userGrants: [{ projectId: 'shop', userId: 'ann' }],
      orgMembers: ['ann'],
      projectMembers: [{ projectId: 'shop', userId: 'ann' }],
      projectGrantMembers: [{ projectId: 'shop', grantId: 'grant', userId: 'ann' }],
      oidcIpds: ['idp'],
      jwtIdps: ['jwt-idp'],
      userLinks: [{ userId: 'ann', externalUserId: 'ann-there', displayName: 'Ann there', idpId: 'idp' }],
      userMetadata: [{ userId: 'ann', key: 'tier' }],
      domains: ['north.example', 'old.north.example'],
    },
    {
      orgId: 'south',
      humanUserIds: ['sue'],
      userGrants: [{ projectId: 'shop', userId: 'sue' }],
      orgMembers: ['sue', 'ann'],
      domains: ['south.example'],
    },
  ])
  assert.deepEqual([report.state, report.counts['refused'], report.counts['kept']], ['completed', 0, 0])
  assert.ok(report.generated?.some(({ key, clientSecret }) => String(key) === 'web' && String(clientSecret).length >= 32))
})

test('AD-06 a document brings no keys, tokens and secrets unless they are asked for, and never members or policies of the instance', async () => {
  const owners = await mover.provider.storage.stores.directory?.list('instanceMember', undefined)
  const document = { orgs: twoOrgs, instanceMembers: [{ userId: 'ann', roles: ['IAM_OWNER'] }], instance: { loginPolicy: {} } }
  const report = await run({ data_orgs: document })
  const leftOut = ({ ledger = [] }: typeof report) =>
    ledger.filter(
      ({ reason }) =>
        !reason.startsWith('sign_in_') &&
        !['no_effect', 'policy_unlimited_attempts', 'redirect_uri_to_register', 'refresh_grant_missing'].includes(reason),
    )
  assert.deepEqual(
    leftOut(report).map(({ path, reason, count }) => [path, reason, count]),
    [
      ['instanceMembers', 'outside_of_orgs', undefined],
      ['instance', 'outside_of_orgs', undefined],
      ['orgs[0].appKeys', 'needs_credentials', 1],
      ['orgs[0].machineKeys', 'needs_credentials', 1],
      ['orgs[0].personalAccessTokens', 'needs_credentials', 1],
      ['orgs[0].oidcApps[*].clientSecret', 'needs_credentials', 1],
      ['orgs[0].machineUsers[*].clientSecret', 'needs_credentials', 1],
      ['orgs[0].oidcIdps[*].idp.clientSecret', 'needs_credentials', 1],
    ],
  )
  assert.deepEqual([await find('personalAccessToken', 'robot-token'), await find('machineKey', 'machine-key')], [undefined, undefined])
  assert.equal((await find('oidcIdp', 'idp'))?.secrets?.sealedIdpSecret, undefined)
  const withThem = await run({ data_orgs: document, with_credentials: true, update: true })
  assert.deepEqual(
    leftOut(withThem).map(({ path }) => path),
    ['instanceMembers', 'instance'],
  )
  assert.notEqual(await find('personalAccessToken', 'robot-token'), undefined)
  assert.notEqual((await find('oidcIdp', 'idp'))?.secrets?.sealedIdpSecret, undefined)
  assert.deepEqual(await mover.provider.storage.stores.directory?.list('instanceMember', undefined), owners)
  for (const secret of [otpSecret, idpSecret, robotToken, passwordHash]) assert.ok(!JSON.stringify([report, withThem]).includes(secret))
})

test('the same document again changes nothing and reports no error; a different document is a conflict unless it may update', async () => {
  const document = (lastName: string): object => ({
    orgs: [org('repeated', { humanUsers: [{ userId: 'rep', user: { userName: 'rep', profile: { firstName: 'R', lastName } } }] })],
  })
  const first = await run({ data_orgs: document('One') })
  const second = await run({ data_orgs: document('One') })
  assert.deepEqual([first.counts['created'], second.counts['created'], second.counts['same'], second.errors], [3, 0, 3, undefined])
  assert.deepEqual(second.success, first.success)
  const other = await run({ data_orgs: document('Two') })
  assert.deepEqual(
    other.errors?.map(({ type, id }) => [type, id]),
    [['human_user', 'rep']],
  )
  assert.match(other.errors?.[0]?.message ?? '', /^differs: .*user\.profile\.lastName/)
  const updated = await run({ data_orgs: document('Two'), update: true })
  assert.deepEqual([updated.counts['changed'], updated.errors], [1, undefined])
})

test('a dry run says what would happen, and changes nothing', async () => {
  const document = {
    orgs: [
      org('dry', {
        humanUsers: [user('dry-user')],
        orgMembers: [
          { userId: 'dry-user', roles: ['ORG_OWNER'] },
          { userId: 'unnamed', roles: ['ORG_OWNER'] },
        ],
      }),
    ],
  }
  const dry = await run({ data_orgs: document, dry_run: true })
  assert.deepEqual(
    dry.success.orgs?.map(({ orgId, humanUserIds, orgMembers }) => [orgId, humanUserIds, orgMembers]),
    [['dry', ['dry-user'], ['dry-user']]],
  )
  assert.deepEqual(
    dry.errors?.map(({ type, id }) => [type, id]),
    [['org_member', 'dry_unnamed']],
  )
  assert.equal(await find('org', 'dry'), undefined)
  const done = await run({ data_orgs: document })
  assert.deepEqual(done.errors, dry.errors)
  assert.notEqual(await find('org', 'dry'), undefined)
})

test('an object that does not fit costs itself: it is an error with its type and id', async () => {
  const report = await run({
    data_orgs: {
      orgs: [
        org('mixed', {
          humanUsers: [user('fits'), { userId: 'no-profile', user: {} }, {}, null, user('x'.repeat(201)), { userId: 7 }],
          projects: [{ projectId: 'p', project: { name: '' } }],
          projectRoles: [{ projectId: 'missing', roleKey: 'r' }],
          loginPolicy: { allowRegister: 'perhaps' },
          loginTexts: [{ language: 'en', loginText: { title: 1 } }],
          userGrants: [{ userId: 'fits', projectId: 'missing' }],
          unknownList: [1, 2],
        }),
        {},
        null,
      ],
    },
  })
  assert.deepEqual(
    report.errors?.map(({ type, id }) => [type, id]),
    [
      ['human_user', 'no-profile'],
      ['human_user', 'orgs[0].humanUsers[4]'],
      ['human_user', '7'],
      ['project', 'p'],
      ['login_policy', 'mixed'],
      ['login_texts', 'en'],
      ['project_role', 'missing_r'],
      ['user_grant', 'mixed_missing_fits'],
    ],
  )
  assert.match(report.errors?.[0]?.message ?? '', /^orgs\[0\]\.humanUsers\[1\]\.user\.profile is missing/)
  assert.deepEqual(
    report.ledger?.map(({ path, reason }) => [path, reason]),
    [
      ['orgs[0].unknownList', 'unknown_member'],
      ['orgs[0]', 'sign_in_without_credentials'],
    ],
  )
  assert.deepEqual(
    (await mover.provider.storage.stores.directory?.find([{ kind: 'orgPolicy', key: ['mixed', 'loginPolicy'] }]))?.[0]?.content,
    {},
  )
  assert.deepEqual(report.success.orgs?.[0]?.['humanUserIds'], ['fits'])
})

test('two organizations with one id are a row, in both formats', async () => {
  const twice = { orgs: [org('twice', { humanUsers: [user('first')] }), org('once'), org('twice', { humanUsers: [user('second')] })] }
  for (const body of [{ data_orgs: twice }, { data_orgsv1: twice }]) {
    const report = await run(body)
    assert.deepEqual(
      report.ledger?.filter(({ reason }) => /^(?:repeated_org|organization-twice)$/.test(reason)).map(({ path }) => path),
      ['orgs[2]'],
    )
    assert.equal(report.state, 'completed')
  }
})

test('IM-10 what belongs to another organization is not taken over, verified or not', async () => {
  await run({
    data_orgs: {
      orgs: [
        org('mine', {
          domains: [{ domainName: 'mine.example', isVerified: true, isPrimary: true }],
          humanUsers: [
            user('victim', { email: { email: 'v@mine.example', isEmailVerified: true }, hashedPassword: { value: passwordHash } }),
          ],
        }),
      ],
    },
  })
  const before = await find('humanUser', 'victim')
  const report = await run({
    update: true,
    with_credentials: true,
    data_orgs: {
      orgs: [
        org('theirs', {
          domains: [{ domainName: 'mine.example', isVerified: true, isPrimary: true }],
          humanUsers: [
            user('victim', { email: { email: 'attacker@evil.example', isEmailVerified: true }, password: 'a password of the attacker' }),
          ],
          machineUsers: [{ userId: 'victim', user: { userName: 'm', name: 'm' } }],
          personalAccessTokens: [{ tokenId: 'stolen', userId: 'mover', token: 'a token of thirty-two characters or more' }],
          userLinks: [{ userId: 'victim', idpId: 'evil', providedUserId: 'attacker' }],
          userMetadata: [{ id: 'victim', key: 'k', value: 'dg==' }],
        }),
      ],
    },
  })
  assert.deepEqual(report.errors?.map(({ type, message }) => [type, message.split(':')[0]]).sort(), [
    ['domain', 'domain_taken'],
    ['human_user', 'owned_by_other_org'],
    ['machine_user', 'id_taken'],
    ['personal_access_token', 'foreign_reference'],
    ['user_link', 'foreign_reference'],
    ['user_metadata', 'foreign_reference'],
  ])
  assert.deepEqual(await find('humanUser', 'victim'), before)
  const { document } = readDocument(JSON.parse(await (await mover.export({ org_ids: ['mine'] })).text()))
  assert.deepEqual(
    (document as OrgDocument).orgs?.[0]?.domains?.map(({ domainName }) => domainName),
    ['mine.example'],
  )
})

test('AD-07 unknown members are rows of the ledger, and only documented members have an effect', async () => {
  const report = await run({
    data_orgs: {
      orgs: [
        org('assigned', {
          humanUsers: [
            {
              ...user('assigned-user', { roles: ['IAM_OWNER'], emailVerified: true }),
              isAdmin: true,
              sealedOtpSecret: 'x',
              passwordHash: 'x',
            },
          ],
        }),
      ],
    },
  })
  const expected = ['isAdmin', 'passwordHash', 'sealedOtpSecret', 'user.emailVerified', 'user.roles'].map(
    (name) => `orgs[0].humanUsers[0].${name}`,
  )
  const unknown = report.ledger?.filter(({ reason }) => reason === 'unknown_member')
  assert.deepEqual(unknown?.map(({ path }) => path).sort(), expected)
  assert.deepEqual(Object.keys((await find('humanUser', 'assigned-user'))?.content ?? {}).sort(), ['user', 'userId'])
})

test('an application without a client id takes the one that its keys name, wherever they stand', async () => {
  const key = await generateClientKey('key', 'ES256')
  const app = (appId: string, more: object = {}): object => ({
    appId,
    app: { projectId: 'p', name: appId, redirectUris: ['https://a.example/'] },
    ...more,
  })
  const keyOf = (id: string, appId: string, clientId: string): object => ({
    id,
    projectId: 'p',
    appId,
    clientId,
    type: 'KEY_TYPE_JSON',
    publicKey: key.publicKey,
  })
  const api = (appId: string): object => ({
    appId,
    app: { projectId: 'p', name: appId, authMethodType: 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT' },
  })
  const org = { orgId: 'o', org: { name: 'O' }, projects: [{ projectId: 'p', project: { name: 'P' } }] }
  const users = Array.from({ length: 600 }, (_, user) => ({
    userId: `u${user}`,
    user: { userName: `u${user}`, profile: { firstName: 'F', lastName: 'L' } },
  }))
  const documents = {
    'before their keys': {
      orgs: [
        {
          ...org,
          oidcApps: [app('named'), app('own', { clientId: 'own@o' }), app('unnamed')],
          apiApps: [api('api')],
          humanUsers: users,
          appKeys: [
            keyOf('k1', 'named', '9001@p'),
            keyOf('k2', 'named', '9002@p'),
            keyOf('k3', 'own', '9003@p'),
            keyOf('k4', 'api', '9004@p'),
            keyOf('k5', 'unnamed', 'not a client id'),
          ],
        },
      ],
    },
    'after their keys': {
      orgs: [
        {
          ...org,
          appKeys: [keyOf('k1', 'named', '9001@p'), keyOf('k3', 'own', '9003@p'), keyOf('k4', 'api', '9004@p')],
          humanUsers: users,
          apiApps: [api('api')],
          oidcApps: [app('named'), app('own', { clientId: 'own@o' }), app('unnamed')],
        },
      ],
    },
  }
  for (const [says, document] of Object.entries(documents)) {
    for (const withCredentials of [false, true]) {
      const mover = await startMover()
      const body = { data_orgs: document, with_credentials: withCredentials, timeout: '2m' }
      const report = await reportOf(await mover.import(body))
      assert.deepEqual(
        [report.state, report.errors, report.progress['settled']],
        ['completed', undefined, report.progress['objects']],
        says,
      )
      const { stores } = mover.provider.storage
      const idsOf = async (): Promise<readonly unknown[]> =>
        (await Promise.all((['oidcApp', 'apiApp'] as const).map(async (kind) => (await stores.directory?.list(kind, 'o')) ?? [])))
          .flat()
          .filter(({ key }) => key[0] !== 'unnamed')
          .map(({ key, content }) => [key[0], content['clientId']])
      const expected = [
        ['named', '9001@p'],
        ['own', 'own@o'],
        ['api', '9004@p'],
      ]
      assert.deepEqual(await idsOf(), expected, says)
      // The report lists generated client ids, and not the client ids that keys name.
      assert.deepEqual(
        report.generated?.filter(({ clientId }) => clientId !== undefined).map(({ key }) => key),
        [['unnamed']],
      )
      const again = await reportOf(await mover.import({ ...body, update: true }))
      assert.deepEqual([again.counts['created'], again.counts['changed'], again.counts['refused']], [0, 0, 0])
      assert.deepEqual(await idsOf(), expected, says)
      await mover.close()
    }
  }
  const mover = await startMover()
  await mover.provider.apply(readDocument(documents['before their keys']).document)
  assert.equal(
    (await mover.provider.storage.stores.directory?.find([{ kind: 'oidcApp', key: ['named'] }]))?.[0]?.content['clientId'],
    '9001@p',
  )
  await mover.close()
})
