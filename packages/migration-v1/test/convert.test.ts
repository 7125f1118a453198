// What v1 has that v2 has elsewhere or otherwise, and the forms in which it may stand.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertV1 } from '../src/index.ts'
import { convertOrg, human, orgId, rowsOf } from './support/convert.ts'

test('iamPolicy becomes domainPolicy, and says that the two other flags are off', () => {
  const converted = convertOrg({ iamPolicy: { orgId, userLoginMustBeDomain: true } })
  assert.deepEqual(converted.org.domainPolicy, { orgId, userLoginMustBeDomain: true })
  assert.deepEqual(rowsOf(converted), ['orgs[0].iamPolicy policy-defaults'])
})

test('the flags that iamPolicy has not come from the instance, where that is known', () => {
  const domainPolicyDefaults = { validateOrgDomains: true, smtpSenderAddressMatchesInstanceDomain: false }
  const converted = convertOrg({ iamPolicy: { orgId } }, { domainPolicyDefaults })
  assert.deepEqual(converted.org.domainPolicy, { orgId, validateOrgDomains: true })
  assert.deepEqual(rowsOf(converted), [])
})

test('of iamPolicy and domainPolicy the second counts', () => {
  const domainPolicy = { orgId, userLoginMustBeDomain: true, validateOrgDomains: true }
  const same = convertOrg({ iamPolicy: { orgId, userLoginMustBeDomain: true }, domainPolicy })
  const other = convertOrg({ domainPolicy, iamPolicy: { orgId, userLoginMustBeDomain: false } })
  for (const { org } of [same, other]) assert.deepEqual(org.domainPolicy, domainPolicy)
  assert.deepEqual([rowsOf(same), rowsOf(other)], [['orgs[0].iamPolicy duplicate'], ['orgs[0].iamPolicy policy-said-twice']])
})

test('factors outside the login policy move into it, after the factors that it has, each once', () => {
  const converted = convertOrg({
    second_factors: [
      { type: 'SECOND_FACTOR_TYPE_OTP' },
      null,
      { type: 2 },
      { type: 'SECOND_FACTOR_TYPE_UNSPECIFIED' },
      { type: 'X' },
      { colour: 1 },
    ],
    multiFactors: [{ type: 'MULTI_FACTOR_TYPE_U2F_WITH_VERIFICATION', colour: 'red' }],
    loginPolicy: { allowRegister: true, secondFactors: ['SECOND_FACTOR_TYPE_OTP_SMS', 1] },
  })
  assert.deepEqual(converted.org.loginPolicy, {
    allowRegister: true,
    // An unreadable factor is one that no user has. Without it, the list could become empty and allow every factor.
    secondFactors: ['SECOND_FACTOR_TYPE_OTP_SMS', 'SECOND_FACTOR_TYPE_OTP', 'SECOND_FACTOR_TYPE_U2F', 'SECOND_FACTOR_TYPE_UNSPECIFIED'],
    multiFactors: ['MULTI_FACTOR_TYPE_U2F_WITH_VERIFICATION'],
  })
  assert.deepEqual(rowsOf(converted), [
    'orgs[0].second_factors[3] stricter-value',
    'orgs[0].second_factors[4] stricter-value',
    'orgs[0].second_factors[5].colour unknown-member',
    'orgs[0].second_factors[5] stricter-value',
    'orgs[0].second_factors[0] duplicate',
    'orgs[0].multiFactors[0].colour unknown-member',
  ])
})

test('factors and identity providers without a login policy are lost, and an empty policy is one', () => {
  const lists = { secondFactors: [{ type: 1 }, {}], multiFactors: [{ type: 1 }], idps: [{ idpId: 'x' }] }
  assert.deepEqual(rowsOf(convertOrg(lists)), [
    'orgs[0].secondFactors[0] without-login-policy',
    'orgs[0].multiFactors[0] without-login-policy',
    'orgs[0].idps[0] without-login-policy',
  ])
  assert.deepEqual(convertOrg({ ...lists, loginPolicy: {} }).org.loginPolicy?.secondFactors, ['SECOND_FACTOR_TYPE_OTP'])
  assert.deepEqual(convertOrg({ secondFactors: 'U2F', multiFactors: 1, loginPolicy: { forceMfa: true } }).org.loginPolicy, {
    forceMfa: true,
    secondFactors: ['SECOND_FACTOR_TYPE_UNSPECIFIED'],
    multiFactors: ['MULTI_FACTOR_TYPE_UNSPECIFIED'],
  })
  const empty = { loginPolicy: {}, labelPolicy: {} }
  assert.deepEqual(convertOrg(empty).org, { orgId, org: { name: 'Example' }, ...empty })
})

test('triggers become digits, from names, numbers and digits', () => {
  const triggers = [
    ['FLOW_TYPE_EXTERNAL_AUTHENTICATION', 'TRIGGER_TYPE_POST_AUTHENTICATION'],
    [1, 2],
    ['1', 'TRIGGER_TYPE_POST_CREATION'],
    ['FLOW_TYPE_UNSPECIFIED', 1],
    [1, 'TRIGGER_TYPE_OTHER'],
    [undefined, 1],
    [0, 1],
  ].map(([flowType, triggerType]) => ({ flow_type: flowType, triggerType, actionIds: ['a'] }))
  const converted = convertOrg({ triggerActions: triggers })
  assert.deepEqual(
    converted.org.triggerActions,
    ['1', '2', '3'].map((triggerType) => ({ flowType: '1', triggerType, actionIds: ['a'] })),
  )
  assert.deepEqual(
    rowsOf(converted),
    [3, 4, 5, 6].map((index) => `orgs[0].triggerActions[${index}] invalid-entry`),
  )
})

test('the algorithm given with a hash agrees with it or contradicts it', () => {
  const hashes = [
    ['$2a$14$x', 'bcrypt'],
    ['$2y$10$x', 'bcrypt'],
    ['$argon2id$x', 'bcrypt'],
    ['$2a$14$x', 'md5'],
    ['$2a$14$x', ''],
  ]
  const humanUsers = hashes.map(([value, algorithm], index) => human({ hashed_password: { value, algorithm } }, String(index)))
  const converted = convertOrg({ humanUsers })
  assert.deepEqual(
    converted.org.humanUsers?.map(({ user }) => user.hashedPassword),
    hashes.map(([value]) => ({ value })),
  )
  assert.deepEqual(rowsOf(converted, 'hash-algorithm', 'unknown-hash-algorithm'), [
    'orgs[0].humanUsers[2].user.hashed_password.algorithm unknown-hash-algorithm',
    'orgs[0].humanUsers[3].user.hashed_password.algorithm unknown-hash-algorithm',
    'orgs[0].humanUsers[*].user.hashed_password.algorithm hash-algorithm ×2',
  ])
})

test('a hash that the import cannot verify, or not at its cost, is taken and pointed at', () => {
  const known = [
    `$2a$14$${'a'.repeat(53)}`,
    `$6$rounds=656000$salt$${'A'.repeat(86)}`,
    `$P$Isaltsalt${'A'.repeat(22)}`,
    '{SSHA}awc/Cj0kafyFd5d8fGn07xoHBJJzYWx0c2FsdA==',
    '5f4dcc3b5aa765d61d8327deb882cf99',
  ]
  const unknown = ['secret', '$2', '$2a$14$x', 'abcd', '$9$x', '{SSHA}x', `$6$rounds=1000001$salt$${'A'.repeat(86)}`]
  const hashed = (value: string, index: number) => human({ hashedPassword: { value } }, String(index))
  assert.deepEqual(rowsOf(convertOrg({ humanUsers: known.map(hashed) })), [])
  const expected = unknown.map((_, index) => `orgs[0].humanUsers[${index}] unknown-hash`)
  assert.deepEqual(rowsOf(convertOrg({ humanUsers: unknown.map(hashed) })), expected)
})

test('an invalid language is left out: "und" silently, others with a reported loss', () => {
  const languages = ['en', 'de-CH', 'und', 'not a language', 'x'.repeat(36), '', 'de_CH', 'EN-us']
  const profiles = languages.map((language) => ({ firstName: 'A', lastName: 'B', preferred_language: language }))
  const humanUsers = profiles.map((profile, index) => human({ profile }, String(index)))
  const converted = convertOrg({ humanUsers })
  const kept = converted.org.humanUsers?.map(({ user }) => user.profile.preferredLanguage)
  assert.deepEqual(kept, ['en', 'de-CH', undefined, undefined, undefined, undefined, 'de-CH', 'en-US'])
  assert.deepEqual(rowsOf(converted), [
    'orgs[0].humanUsers[3].user.profile.preferred_language unknown-language',
    'orgs[0].humanUsers[4].user.profile.preferred_language unknown-language',
    'orgs[0].humanUsers[*].user.profile.preferred_language no-language ×1',
  ])
})

test('an unknown value is left out: an app with an unknown authentication method needs a secret', () => {
  const app = { projectId: 'p', name: 'n', authMethodType: 2 }
  const converted = convertOrg({
    humanUsers: [human({ profile: { firstName: 'A', lastName: 'B', gender: 'GENDER_OTHER' } })],
    oidcApps: [
      { appId: '1', clientId: '1', app: { ...app, version: 9, grantTypes: [0, 'OIDC_GRANT_TYPE_MAGIC', 2] } },
      { appId: '2', clientId: '2', app: { ...app, authMethodType: 'OIDC_AUTH_METHOD_TYPE_TLS' } },
    ],
  })
  assert.equal(converted.org.humanUsers?.[0]?.user.profile.gender, undefined)
  assert.deepEqual(
    converted.org.oidcApps?.map(({ app: { grantTypes } }) => grantTypes),
    [['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'], undefined],
  )
  assert.equal(converted.org.oidcApps?.[1]?.app.authMethodType, undefined)
  assert.deepEqual(rowsOf(converted), [
    'orgs[0].humanUsers[0].user.profile.gender unknown-value',
    'orgs[0].oidcApps[0].app.version unknown-value',
    'orgs[0].oidcApps[0].app.grantTypes[1] unknown-value',
    'orgs[0].oidcApps[1].app.authMethodType invalid-member',
    'orgs[0].oidcApps[1] client-secret-absent',
  ])
})

test('the input is not changed by what is left out of the output', () => {
  const input = { orgs: [{ orgId, humanUsers: [human({ profile: { firstName: 'A', lastName: 'B', gender: 'GENDER_OTHER' } })] }] }
  const before = structuredClone(input)
  convertV1(input)
  assert.deepEqual(input, before)
})

test('redirect URIs over http are kept; where their use will be refused, that is said', () => {
  const redirect_uris = [null, 'http://shop.example/cb', 'http://localhost:1/cb', 'https://shop.example/cb', 'shop.app:/cb']
  const app = { projectId: 'p', name: 'n', authMethodType: 2, redirect_uris }
  const apps = [app, { ...app, appType: 'OIDC_APP_TYPE_NATIVE' }, { ...app, devMode: true }]
  const converted = convertOrg({ oidcApps: apps.map((each, index) => ({ appId: String(index), clientId: String(index), app: each })) })
  for (const {
    app: { redirectUris },
  } of converted.org.oidcApps ?? [])
    assert.deepEqual(redirectUris, redirect_uris.slice(1))
  assert.deepEqual(rowsOf(converted), [
    'orgs[0].oidcApps[0].app.redirect_uris[1] redirect-over-http',
    'orgs[0].oidcApps[0].app.redirect_uris[2] redirect-over-http',
    'orgs[0].oidcApps[1].app.redirect_uris[1] redirect-over-http',
  ])
})

test('client ids and secrets that do not exist in v1 are named for each app that needs them', () => {
  const app = (kind: string) => (method: string) => ({
    appId: method,
    app: { projectId: 'p', name: 'n', authMethodType: `${kind}_AUTH_METHOD_TYPE_${method}` },
  })
  const converted = convertOrg({
    oidcApps: ['BASIC', 'POST', 'NONE', 'PRIVATE_KEY_JWT'].map(app('OIDC')),
    apiApps: ['BASIC', 'PRIVATE_KEY_JWT'].map(app('API')),
  })
  assert.deepEqual(rowsOf(converted, 'client-id-absent').length, 6)
  const withSecret = rowsOf(converted, 'client-secret-absent').map((row) => row.split(' ')[0])
  assert.deepEqual(withSecret, ['orgs[0].oidcApps[0]', 'orgs[0].oidcApps[1]', 'orgs[0].apiApps[0]'])
})

test('every form of protobuf JSON is read', () => {
  const { org, report } = convertOrg({
    lockout_policy: { max_password_attempts: '5', maxOtpAttempts: 3 },
    passwordComplexityPolicy: { min_length: 15 },
    loginPolicy: { passwordCheckLifetime: '1.5s', mfaInitSkipLifetime: '-3s' },
    machineKeys: [{ keyId: 'k', userId: 'u', type: 1, expirationDate: '2030-01-01T00:30:00.5+01:00', publicKey: '-_-_LS0' }],
    userMetadata: [{ id: 'u', key: 'k', value: 'Z29sZA' }],
    label_policy: { primary_color: '#fff', hide_login_name_suffix: false, theme_mode: 2 },
    privacyPolicy: null,
    project_roles: [],
    actions: [{ actionId: 'a', action: { name: 'a', script: 'a', timeout: '0s', allowedToFail: false } }],
  })
  assert.deepEqual(org, {
    orgId,
    org: { name: 'Example' },
    lockoutPolicy: { maxPasswordAttempts: 5, maxOtpAttempts: 3 },
    passwordComplexityPolicy: { minLength: '15' },
    loginPolicy: { passwordCheckLifetime: '1.500s', mfaInitSkipLifetime: '-3s' },
    machineKeys: [{ keyId: 'k', userId: 'u', type: 'KEY_TYPE_JSON', expirationDate: '2029-12-31T23:30:00.500Z', publicKey: '+/+/LS0=' }],
    userMetadata: [{ id: 'u', key: 'k', value: 'Z29sZA==' }],
    labelPolicy: { primaryColor: '#fff', themeMode: 'THEME_MODE_DARK' },
    actions: [{ actionId: 'a', action: { name: 'a', script: 'a' } }],
  })
  assert.deepEqual(
    report.rows.filter(({ reason }) => reason !== 'no-effect'),
    [],
  )
})

test('an export, the answer that holds it, and every envelope of a request give the same', () => {
  const document = { orgs: [{ orgId, org: { name: 'Example' } }] }
  const text = JSON.stringify(document)
  const inputs: readonly unknown[] = [
    document,
    text,
    new TextEncoder().encode(`\uFEFF ${text}\n`),
    ...['data_orgsv1', 'dataOrgsv1', 'data_orgs', 'dataOrgs'].flatMap((name) => [{ [name]: document }, { [name]: text }]),
  ]
  for (const input of inputs) {
    for (const form of [input, ...(typeof input === 'object' && !(input instanceof Uint8Array) ? [JSON.stringify(input)] : [])]) {
      const counts = { org: { read: 1, kept: 1 }, orgs: { read: 1, kept: 1 } }
      assert.deepEqual(convertV1(form), { document, report: { counts, reasons: [], signIns: [], rows: [] } })
    }
  }
})

test('what stands around the export is accounted for', () => {
  const rows = rowsOf(convertV1('{"data_orgsv1":{"orgs":[],"details":{"x":1}},"timeout":"10m","more":[1],"none":null,"instance":{}}'))
  assert.deepEqual(rows, [
    'data_orgsv1.details outside-of-orgs',
    'timeout request-member',
    'more outside-of-orgs',
    'instance outside-of-orgs',
  ])
  assert.deepEqual(rowsOf(convertV1({ data_orgsv1: '{"orgs":[{"orgId":"1","colour":1,"list":[1,2]}]}' })), [
    'data_orgsv1.orgs[0].colour unknown-member',
    'data_orgsv1.orgs[0].list unknown-member',
  ])
})

test('a malformed member is left out with a row and its object is kept; where security depends on it the stricter value is used', () => {
  const converted = convertOrg({
    loginPolicy: { allowUsernamePassword: true, forceMfa: 'yes', force_mfa_local_only: true, defaultRedirectUri: 5, secondFactors: 'x' },
    lockoutPolicy: { maxPasswordAttempts: 'many' },
    labelPolicy: { primaryColor: 'x'.repeat(51), warnColor: '#fff' },
    humanUsers: [human({ phone: ['x'], email: { email: 'a'.repeat(321) } })],
    projects: [{ projectId: 'p', project: { name: 'P', projectRoleCheck: 1 } }],
    oidcApps: [{ appId: 'a', clientId: 'a', app: { projectId: 'p', name: 'a', redirectUris: ['https://a.example', 7], devMode: 'no' } }],
    machineKeys: [{ keyId: 'k', userId: 'm', publicKey: 'LS0=', expirationDate: 'soon' }],
  })
  assert.deepEqual(rowsOf(converted, 'invalid-entry', 'invalid-member', 'stricter-value').toSorted(), [
    'orgs[0].humanUsers[0].user.email.email invalid-member',
    'orgs[0].humanUsers[0].user.phone invalid-member',
    'orgs[0].labelPolicy.primaryColor invalid-member',
    'orgs[0].lockoutPolicy.maxPasswordAttempts stricter-value',
    'orgs[0].loginPolicy.defaultRedirectUri invalid-member',
    'orgs[0].loginPolicy.forceMfa stricter-value',
    'orgs[0].loginPolicy.secondFactors stricter-value',
    'orgs[0].machineKeys[0] invalid-entry',
    'orgs[0].oidcApps[0].app.devMode invalid-member',
    'orgs[0].oidcApps[0].app.redirectUris[1] invalid-member',
    'orgs[0].projects[0].project.projectRoleCheck stricter-value',
  ])
  const { loginPolicy, lockoutPolicy, labelPolicy, oidcApps, projects } = converted.org
  assert.deepEqual(loginPolicy, {
    allowUsernamePassword: true,
    forceMfa: true,
    forceMfaLocalOnly: true,
    secondFactors: ['SECOND_FACTOR_TYPE_UNSPECIFIED'],
  })
  assert.deepEqual([lockoutPolicy, labelPolicy], [{ maxPasswordAttempts: 10 }, { warnColor: '#fff' }])
  assert.deepEqual([oidcApps?.[0]?.app.redirectUris, projects?.[0]?.project.projectRoleCheck], [['https://a.example'], true])
})

test('one object that does not fit is left out, with its place and what was expected, and the others go on', () => {
  const bad = [5, 'x', true, { userId: 7 }, human({ profile: { firstName: 'a'.repeat(201), lastName: 'Lee' } }), { userId: '1' }]
  const { org, report } = convertOrg({ org: {}, lockoutPolicy: 7, humanUsers: [...bad, human()] })
  assert.deepEqual(org, { orgId, humanUsers: [human()] })
  assert.deepEqual(
    report.rows.map(({ path, reason }) => `${path} ${reason}`),
    ['orgs[0].org', 'orgs[0].lockoutPolicy', ...bad.map((_, index) => `orgs[0].humanUsers[${index}]`)].map(
      (path) => `${path} invalid-entry`,
    ),
  )
  const { advice } = report.rows.find(({ path }) => path.endsWith('[4]')) ?? assert.fail('no row')
  assert.match(advice, /^orgs\[0\]\.humanUsers\[4\]\.user\.profile\.firstName must be a string of 1 to 200/)
  assert.deepEqual(report.counts['humanUsers'], { read: 7, kept: 1 })
})
