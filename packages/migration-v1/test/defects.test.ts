// Defects of real exporters and importers (v1 export format, section 8), each by its number there: what the conversion makes of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertV1 } from '../src/index.ts'
import { convertOrg, human, orgId, refusal, rowsOf } from './support/convert.ts'

const project = (projectId: string) => ({ projectId, project: { name: 'Shop' } })
const oidcIdp = { idpId: 'own', idp: { name: 'Elsewhere', clientId: 'c', issuer: 'https://elsewhere.example' } }
const mail = { language: 'en', title: 'Title' }

test('1 members of the projects of all organizations in every organization stay once, with the owner of the project', () => {
  const projectMembers = ['p1', 'p2', 'p1', 'gone'].map((projectId) => ({ projectId, userId: 'ann', roles: ['PROJECT_OWNER'] }))
  const converted = convertV1({
    orgs: [
      // Before and behind the projects.
      { orgId: '1', projectMembers, projects: [project('p1')] },
      { orgId: '2', projects: [project('p2')], projectMembers },
      { orgId: '3', projectMembers },
    ],
  })
  const kept = converted.document.orgs?.map((org) => org.projectMembers?.map(({ projectId }) => projectId))
  assert.deepEqual(kept, [['p1'], ['p2'], undefined])
  assert.deepEqual(rowsOf(converted), [
    'orgs[0].projectMembers[*] member-of-other-org ×2',
    'orgs[0].projectMembers[*] duplicate ×1',
    'orgs[1].projectMembers[*] member-of-other-org ×3',
    'orgs[2].projectMembers[*] member-of-other-org ×4',
    'orgs[0].projectMembers[3] member-of-missing-project',
  ])
})

test('1 a member with other roles the second time is a loss', () => {
  const projectMembers = ['PROJECT_OWNER', 'PROJECT_OWNER_VIEWER'].map((role) => ({ projectId: 'p1', userId: 'ann', roles: [role] }))
  const converted = convertOrg({ projects: [project('p1')], projectMembers })
  assert.deepEqual(converted.org.projectMembers, projectMembers.slice(0, 1))
  assert.deepEqual(rowsOf(converted), ['orgs[0].projectMembers[1] member-said-twice'])
})

test('2 the owner of an identity provider is who has it, whatever ownerType says', () => {
  const converted = convertOrg({
    idps: [
      { idpId: 'own', ownerType: 'IDP_OWNER_TYPE_SYSTEM' },
      { idpId: 'far', ownerType: 2 },
    ],
    loginPolicy: { idps: [null, { idpId: 'jwt', ownerType: 'IDP_OWNER_TYPE_ORG' }, { idpId: 'own' }] },
    oidcIdps: [oidcIdp],
    jwtIdps: [
      {
        idpId: 'jwt',
        idp: { name: 'J', jwtEndpoint: 'https://j', issuer: 'https://j', keysEndpoint: 'https://j', headerName: 'x' },
      },
    ],
  })
  assert.deepEqual(converted.org.loginPolicy?.idps, [
    { idpId: 'jwt', ownerType: 'IDP_OWNER_TYPE_ORG' },
    { idpId: 'own', ownerType: 'IDP_OWNER_TYPE_ORG' },
    { idpId: 'far', ownerType: 'IDP_OWNER_TYPE_SYSTEM' },
  ])
  assert.deepEqual(rowsOf(converted), [
    'orgs[0].idps[0].ownerType owner-type',
    'orgs[0].idps[0] duplicate',
    'orgs[0].idps[1].ownerType owner-type',
    'orgs[0].idps[1] idp-of-instance',
  ])
})

test('2 links to an identity provider of the instance are named once', () => {
  const links = ['far', 'own', 'far'].map((idpId) => ({ userId: 'ann', idpId, providedUserId: 'x' }))
  const inline = human({ idps: [null, { configId: 'farther', externalUserId: 'x' }] })
  assert.deepEqual(rowsOf(convertOrg({ userLinks: links, oidcIdps: [oidcIdp], humanUsers: [inline] })), [
    'orgs[0].userLinks[0] idp-of-instance',
    'orgs[0].humanUsers[0].user.idps[1] idp-of-instance',
  ])
})

test('3 empty places in the list of organizations are skipped, and the others keep their index', () => {
  const converted = convertV1('{"orgs":[{},null,{"orgId":"1","humanUsers":[null,{},{"x":1}]},{}]}')
  assert.deepEqual(converted.document, { orgs: [{ orgId: '1' }] })
  assert.deepEqual(rowsOf(converted), ['orgs[2].humanUsers[2] invalid-entry'])
  assert.deepEqual(converted.report.counts, { humanUsers: { read: 1, kept: 0 }, orgs: { read: 1, kept: 1 } })
})

test('4 texts of passwordless registration next to texts of claimed domains are kept and reported', () => {
  const converted = convertOrg({ domainClaimedMessages: [mail], passwordlessRegistrationMessages: [mail] })
  assert.deepEqual(converted.org.passwordlessRegistrationMessages, [mail])
  assert.deepEqual(rowsOf(converted, 'texts-mixed-up'), ['orgs[0].passwordlessRegistrationMessages texts-mixed-up'])
})

test('5 a document of v2 inside data_orgsv1 comes out as it went in', () => {
  const org = {
    orgId,
    org: { name: 'Example' },
    orgState: 'ORG_STATE_INACTIVE',
    domainPolicy: { orgId, userLoginMustBeDomain: true, validateOrgDomains: true },
    loginPolicy: { secondFactors: ['SECOND_FACTOR_TYPE_OTP_EMAIL'], multiFactorCheckLifetime: '1.500s' },
    humanUsers: [human({ hashedPassword: { value: `$2b$10$${'a'.repeat(53)}` } })],
    triggerActions: [{ flowType: '4', triggerType: '6', actionIds: ['1'] }],
    verifySmsOtpMessages: [{ language: 'en', text: 'Code' }],
    verifyEmailOtpMessages: [mail],
  }
  const converted = convertV1({ data_orgsv1: { orgs: [org] }, timeout: '10m' })
  assert.deepEqual(converted.document, { orgs: [org] })
  assert.deepEqual(
    rowsOf(converted).filter((row) => !row.includes('texts-frozen')),
    ['timeout request-member'],
  )
})

test('6 keys are taken, with the client id of their app, or skipped on demand', () => {
  const expirationDate = '9999-12-31T23:59:59Z'
  const key = { id: 'k', projectId: 'p', appId: 'a', clientId: '1@shop', type: 1, publicKey: 'LS0t', expirationDate }
  const members = { apiApps: [{ appId: 'a', app: { projectId: 'p', name: 'api', authMethodType: 1 } }], appKeys: [key] }
  const converted = convertOrg(members)
  assert.deepEqual(converted.org.appKeys, [{ ...key, type: 'KEY_TYPE_JSON' }])
  assert.equal(converted.org.apiApps?.[0]?.clientId, '1@shop')
  assert.deepEqual(rowsOf(converted), [])

  const skipped = convertOrg(members, { skipKeys: true })
  assert.equal(skipped.org.appKeys, undefined)
  assert.equal(skipped.org.apiApps?.[0]?.clientId, '1@shop')
  assert.deepEqual(rowsOf(skipped), ['orgs[0].appKeys[0] keys-skipped'])
})

test('7 texts stay with the organization they stand in', () => {
  const other = { ...mail, title: 'Other' }
  const { document } = convertV1({
    orgs: [
      { orgId: '1', initMessages: [mail] },
      { orgId: '2', initMessages: [other] },
    ],
  })
  assert.deepEqual(
    document.orgs?.map(({ initMessages }) => initMessages?.[0]?.title),
    ['Title', 'Other'],
  )
})

test('8 texts that verify a phone are converted', () => {
  assert.deepEqual(convertOrg({ verifyPhoneMessages: [{ ...mail, text: 'Code' }] }).org.verifyPhoneMessages, [{ ...mail, text: 'Code' }])
})

test('9 counts of roles hold roles only', () => {
  const { report } = convertOrg({
    projects: [project('p')],
    projectRoles: [{ projectId: 'p', roleKey: 'r' }],
    actions: [{ actionId: 'a', action: { name: 'a', script: 'a' } }],
  })
  assert.deepEqual(
    [report.counts['projectRoles'], report.counts['actions']],
    [
      { read: 1, kept: 1 },
      { read: 1, kept: 1 },
    ],
  )
})

test('10 the code of a user who is left out goes with the user', () => {
  const converted = convertOrg({ humanUsers: [{ userId: '1', user: { userName: 'x', otpCode: 'JBSWY3DPEHPK3PXP' } }] })
  assert.equal(converted.org.humanUsers, undefined)
  assert.deepEqual(rowsOf(converted), ['orgs[0].humanUsers[0] invalid-entry'])
})

test('11 a user without e-mail address is taken and pointed at', () => {
  const converted = convertOrg({ humanUsers: [human({ email: undefined }), human({ email: {} }, '2'), human({ userName: '' }, '3')] })
  assert.equal(converted.org.humanUsers?.length, 3)
  assert.deepEqual(rowsOf(converted), [
    'orgs[0].humanUsers[0] user-without-email',
    'orgs[0].humanUsers[1] user-without-email',
    'orgs[0].humanUsers[2] user-without-name',
  ])
})

test('12 service users keep their ids', () => {
  const machineUsers = [{ userId: '400000000000000002', user: { userName: 'batch', name: 'Batch' }, state: 'USER_STATE_ACTIVE' }]
  assert.deepEqual(convertOrg({ machineUsers }).org.machineUsers, machineUsers)
})

test('13 states are honoured; that they are missing is said once for each organization', () => {
  const locked = convertOrg({ orgState: 2, humanUsers: [{ ...human(), state: 4 }] })
  assert.equal(locked.org.orgState, 'ORG_STATE_INACTIVE')
  assert.equal(locked.org.humanUsers?.[0]?.state, 'USER_STATE_LOCKED')
  assert.deepEqual(rowsOf(locked), [])
  const machine = { userId: '2', user: { userName: 'batch', name: 'Batch' } }
  const silent = convertOrg({
    humanUsers: [
      { ...human(), state: undefined },
      { ...human({}, '3'), state: 0 },
    ],
    machineUsers: [machine],
  })
  assert.deepEqual(rowsOf(silent), ['orgs[0] states-absent'])
})

test('13 an unknown state makes users and organizations inactive: the default would let them in', () => {
  const asleep = convertOrg({ humanUsers: [{ ...human(), state: 'USER_STATE_ASLEEP' }], orgState: 9 })
  assert.deepEqual(rowsOf(asleep), ['orgs[0].humanUsers[0].state stricter-value', 'orgs[0].orgState stricter-value'])
  assert.deepEqual([asleep.org.humanUsers?.[0]?.state, asleep.org.orgState], ['USER_STATE_INACTIVE', 'ORG_STATE_INACTIVE'])
})

test('14 an organization without id is refused: its users could land in another', () => {
  assert.equal(refusal('{"orgs":[{"orgId":"1"},{"org":{"name":"x"}}]}'), 'org_without_id orgs[1] 42')
  assert.equal(refusal({ orgs: [{ orgId: '', humanUsers: [] }] }), 'wrong_type orgs[0].orgId')
  // Ids exceed 2^53.
  assert.equal(refusal({ orgs: [{ orgId: 1 }] }), 'wrong_type orgs[0].orgId')
})

test('15 secrets are in the document and nowhere else', () => {
  const secrets = ['$2a$14$hash', 'JBSWY3DPEHPK3PXP', 'idp-secret', 'clear-password']
  const input = {
    orgs: [
      {
        orgId: '1',
        humanUsers: [
          human({ hashedPassword: { value: secrets[0], algorithm: 'md5', more: secrets[0] }, otpCode: secrets[1], password: secrets[3] }),
          { userId: '2', user: { otpCode: secrets[1], hashedPassword: { value: secrets[0] } } },
          human({ otpCode: [secrets[1]] }, '3'),
        ],
        oidcIdps: [
          { ...oidcIdp, idp: { ...oidcIdp.idp, clientSecret: secrets[2] } },
          { idpId: 'x', idp: { clientSecret: secrets[2] } },
        ],
      },
    ],
  }
  const { document, report } = convertV1(input)
  for (const secret of secrets) {
    assert.ok(JSON.stringify(document).includes(secret))
    assert.ok(!JSON.stringify(report).includes(secret), secret)
  }
})

test('16 sets of texts are pointed at, once for each list; a missing text is the default', () => {
  const converted = convertOrg({ loginTexts: [{ language: 'en', loginText: { title: 'Hi' } }, { language: 'de' }], initMessages: [{}] })
  assert.deepEqual(converted.org.loginTexts, [{ language: 'en', loginText: { title: 'Hi' } }, { language: 'de' }])
  assert.deepEqual(rowsOf(converted), ['orgs[0].loginTexts texts-frozen'])
})

test('16a a user grant through a project grant of an organization that comes later is kept', () => {
  const grant = { userId: 'ann', projectId: 'p', projectGrantId: 'g', roleKeys: ['r'] }
  const projectGrant = { grantId: 'g', projectGrant: { projectId: 'p', grantedOrgId: '1' } }
  const { document } = convertV1({
    orgs: [
      { orgId: '1', userGrants: [grant] },
      { orgId: '2', projectGrants: [projectGrant] },
    ],
  })
  assert.deepEqual(document.orgs?.[0]?.userGrants, [grant])
})

test('16b a trigger without actions is kept', () => {
  const trigger = { flowType: 'FLOW_TYPE_EXTERNAL_AUTHENTICATION', triggerType: 'TRIGGER_TYPE_PRE_CREATION' }
  const converted = convertOrg({ triggerActions: [trigger] })
  assert.deepEqual(converted.org.triggerActions, [{ flowType: '1', triggerType: '2' }])
})

test('17 a key without expirationDate does not expire', () => {
  const key = { keyId: 'k', userId: 'u', publicKey: 'LS0t' }
  const converted = convertOrg({ machineKeys: [key, { ...key, keyId: 'l', expirationDate: null }] })
  assert.deepEqual(converted.org.machineKeys, [key, { ...key, keyId: 'l' }])
  assert.deepEqual(rowsOf(converted), ['orgs[0].machineKeys[0] key-without-expiry', 'orgs[0].machineKeys[1] key-without-expiry'])
})

test('18 a list of empty places only is an empty export', () => {
  assert.deepEqual(convertV1('{"orgs":[null,{},null]}').document, {})
})

test('19 enums cast from internal numbers cost nothing but themselves', () => {
  const converted = convertOrg({
    userLinks: [
      { userId: 'ann', idpId: 'own', providedUserId: 'x', idp_type: 77 },
      { userId: 'bob', idpId: 'own', providedUserId: 'y', idpType: 0 },
    ],
    oidcIdps: [oidcIdp],
    domains: [{ domainName: 'shop.example', validationType: 'DOMAIN_VALIDATION_TYPE_MAGIC' }],
  })
  assert.deepEqual(converted.org.userLinks?.length, 2)
  assert.deepEqual(converted.org.domains, [{ domainName: 'shop.example' }])
  assert.deepEqual(rowsOf(converted), ['orgs[0].userLinks[0].idp_type unknown-value', 'orgs[0].domains[0].validationType unknown-value'])
})

test('20 the report may be handed around: it names places, and no hash or code', () => {
  const user = human({ hashedPassword: { value: 'not a hash', algorithm: 'bcrypt' }, otpCode: 'OTPCODE' })
  const { report } = convertOrg({ humanUsers: [user] })
  assert.deepEqual(
    report.rows.map(({ path }) => path),
    ['orgs[0].humanUsers[0].user.hashedPassword.algorithm', 'orgs[0].humanUsers[0]'],
  )
  assert.doesNotMatch(JSON.stringify(report), /not a hash|OTPCODE/)
})
