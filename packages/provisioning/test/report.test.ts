// What was not applied is said, and the text for people shows each generated secret once and nothing else that is secret.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatReport } from '../src/index.ts'
import { generateClientId } from '../src/prepare/credentials.ts'
import { clearSecrets, fullDocument, person } from './full-document.ts'
import { instances, lines } from './instance.ts'

const openInstance = instances()

test('members that are not stored are ignored, with one row per list and its count; unknown members too', async () => {
  const instance = await openInstance()
  const report = await instance.apply({
    surprise: 1,
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O', nickname: 'x' },
        domainPolicy: { orgId: 'elsewhere' },
        domains: [
          { domainName: 'o.example', orgId: 'o', details: { sequence: '1' } },
          { domainName: 'p.example', orgId: 'p', details: {} },
        ],
        machineUsers: [{ userId: 'm', user: { userName: 'm', name: 'M', userId: 'n' } }],
        humanUsers: [
          person('u', 'u', { idps: [{ configId: 'i', externalUserId: 'x' }], requestPasswordlessRegistration: true }),
          person('v', 'v', { idps: [{ configId: 'i', externalUserId: 'y' }], password: 'x', hashedPassword: { value: '$1$x' } }),
        ],
      },
    ],
  })
  assert.deepEqual(
    report.entries.filter(({ kind }) => kind === 'member').map(({ path, reason, count }) => [path, reason, count]),
    [
      ['orgs[0].domainPolicy.orgId', 'other_org_id', 1],
      ['orgs[0].domains[*].orgId', 'other_org_id', 1],
      ['orgs[0].domains[*].details', 'of_the_source', 1],
      ['orgs[0].humanUsers[*].user.requestPasswordlessRegistration', 'sends_nothing', 1],
      ['orgs[0].humanUsers[*].user.password', 'password_not_needed', 1],
      ['orgs[0].machineUsers[*].user.userId', 'other_user_id', 1],
      ['orgs[0].humanUsers[0].user.idps[0].configId', 'idp_missing', 2],
      ['surprise', 'unknown_member', undefined],
      ['orgs[0].org.nickname', 'unknown_member', undefined],
    ],
  )
})

test('the text counts per kind and action, shows what was generated once, and gives reasons with advice', async () => {
  const instance = await openInstance()
  const report = await instance.apply({
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        projects: [{ projectId: 'p', project: { name: 'P' } }],
        apiApps: [{ appId: 'api', app: { projectId: 'p', name: 'api' } }],
        humanUsers: [person('u', 'u', { requestPasswordlessRegistration: true }), person('v', '')],
      },
    ],
  })
  assert.equal(
    formatReport(report),
    [
      '           created  refused  ignored',
      'org              1        ·        ·',
      'orgDomain        1        ·        ·',
      'project          1        ·        ·',
      'humanUser        1        1        ·',
      'apiApp           1        ·        ·',
      'member           ·        ·        1',
      '',
      'Generated values. They are shown only now:',
      '  apiApp api (orgs[0].apiApps[0])',
      `    client id      ${generateClientId(instance.context.now(), `random${'1'.padStart(37, '0')}`)}`,
      `    client secret  random${'2'.padStart(37, '0')}`,
      '',
      'Refused:',
      '  1 × user_name_empty: orgs[0].humanUsers[1].user.userName (v)',
      '    A user needs a user name. Add one.',
      '',
      'Ignored:',
      '  1 × sends_nothing: orgs[0].humanUsers[*].user.requestPasswordlessRegistration',
      '    Applying a document sends no mail. Invite the user.',
      '',
    ].join('\n'),
  )
})

test('rows that say the same are one in the text, with their number and some of their places', async () => {
  const instance = await openInstance()
  const humanUsers = Array.from({ length: 200 }, (_, index) =>
    person(`u${index}`, index < 120 ? '' : `n${index}`, index === 199 ? { phone: { phone: 'x' } } : {}),
  )
  const text = formatReport(await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers }] }))
  assert.match(
    text,
    /\nRefused:\n {2}120 × user_name_empty: orgs\[0\]\.humanUsers\[0\]\.user\.userName \(u0\), .*\(u4\), …\n {4}A user needs a user name\. Add one\.\n {2}1 × phone_malformed: .*\(u199\)\n/,
  )
  assert.ok(text.split('\n').length < 15)
})

test('text of a document neither moves the cursor nor reorders letters on a terminal', () => {
  const key = ['\u001B[2J\u001B[Hfine', '\u202Egpj\u0007', 'two\r\nlines\u2028']
  const generated = { clientId: '\u001B]0;x\u0007', clientSecret: 'secret' }
  const path = 'orgs[0]["\u009B1m"]'
  const entries = (['refused', 'kept', 'ignored', 'notice', 'created'] as const).map((action) => ({
    path,
    kind: 'oidcApp' as const,
    key,
    action,
    member: '\u009B2K',
    changed: ['\u001B[1A'],
    generated,
  }))
  const text = formatReport({
    dryRun: false,
    entries,
    counts: { created: 1, changed: 0, same: 0, removed: 0, kept: 1, refused: 1, ignored: 1, notice: 1 },
  })
  assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  assert.match(text, /\\u\{1b\}\[2J\\u\{1b\}\[Hfine\/\\u\{202e\}gpj\\u\{7\}\/two\\u\{d\}\\u\{a\}lines\\u\{2028\}/)
})

test('the text of a second run shows no secret at all, and that of a dry run says that nothing was changed', async () => {
  const instance = await openInstance()
  assert.match(formatReport(await instance.apply(fullDocument, { dryRun: true })), /^Dry run: nothing was changed/)
  const first = await instance.apply(fullDocument)
  const text = formatReport(await instance.apply(fullDocument))
  const generated = first.entries.flatMap((entry) => Object.values(entry.generated ?? {}))
  assert.ok(generated.length > 3)
  for (const secret of [...clearSecrets, ...generated]) assert.ok(!text.includes(secret))
})

test('a generated client id is 18 digits of time and chance', () => {
  const now = Date.UTC(2026, 0, 2)
  const ids = Array.from({ length: 2000 }, (_, index) => generateClientId(now, `token-${index}`))
  assert.equal(new Set(ids).size, 2000)
  for (const id of ids) assert.match(id, /^[1-9][0-9]{17}$/)
  assert.ok((ids[0] ?? '') < generateClientId(now + 60_000, 'token-0'))
  assert.equal(generateClientId(now, 'same'), generateClientId(now, 'same'))
})

test('an empty document gives an empty report', async () => {
  const instance = await openInstance()
  const report = await instance.apply({})
  assert.deepEqual(report.entries, [])
  assert.deepEqual(lines(report, 'refused'), [])
  assert.equal(formatReport(report).trim(), '')
})

test('slow hashes are stored, and one row reports their number and the highest cost', async () => {
  const instance = await openInstance()
  const hashes = [
    `$6$rounds=656000$salt$${'A'.repeat(86)}`,
    `$6$rounds=1000000$salt$${'A'.repeat(86)}`,
    `$6$rounds=5000$salt$${'A'.repeat(86)}`,
    `$P$Isaltsalt${'A'.repeat(22)}`,
  ]
  const humanUsers = hashes.map((value, index) => person(`u${index}`, `u${index}`, { hashedPassword: { value } }))
  const report = await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers }] })
  const [row, another] = report.entries.filter(({ reason }) => reason === 'password_hash_slow')
  assert.equal(another, undefined)
  assert.deepEqual([row?.path, row?.count, row?.action], ['orgs[0].humanUsers[*].user.hashedPassword', 3, 'notice'])
  assert.ok((row?.milliseconds ?? 0) > 2000)
  assert.match(formatReport(report), /3 × password_hash_slow: .*\n {4}.* \(\d+ ms\)/)
  assert.deepEqual(lines(report, 'refused', 'ignored'), [])
})

test('what cannot be used is said of an app: plain http without devMode always, offline_access without its grant when it is registered', async () => {
  const instance = await openInstance()
  const app = (appId: string, members: object): object => ({ appId, clientId: appId, app: { projectId: 'p', name: appId, ...members } })
  const uris = {
    redirectUris: ['https://a.example', 'http://a.example/cb', 'http://localhost/cb'],
    postLogoutRedirectUris: ['http://a.example/bye'],
  }
  const refreshing = { grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'] }
  const document = {
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        projects: [{ projectId: 'p', project: { name: 'P' } }],
        oidcApps: [
          app('web', uris),
          app('dev', { ...uris, ...refreshing, devMode: true }),
          app('native', { ...uris, ...refreshing, appType: 'OIDC_APP_TYPE_NATIVE' }),
          app('implicit', { responseTypes: ['OIDC_RESPONSE_TYPE_ID_TOKEN'], grantTypes: ['OIDC_GRANT_TYPE_IMPLICIT'] }),
        ],
      },
    ],
  }
  const overHttp = [
    'notice orgs[0].oidcApps[0].app.redirectUris[1] redirect_over_http',
    'notice orgs[0].oidcApps[0].app.redirectUris[2] redirect_over_http',
    'notice orgs[0].oidcApps[0].app.postLogoutRedirectUris[0] redirect_over_http',
  ]
  const ofNative = [
    'notice orgs[0].oidcApps[2].app.redirectUris[1] redirect_over_http',
    'notice orgs[0].oidcApps[2].app.postLogoutRedirectUris[0] redirect_over_http',
  ]
  const first = lines(await instance.apply(document), 'notice')
  assert.deepEqual(first, [...overHttp, 'notice orgs[0].oidcApps[0].app.grantTypes refresh_grant_missing', ...ofNative])
  assert.deepEqual(lines(await instance.apply(document), 'notice'), [...overHttp, ...ofNative])
})

for (const factors of [
  { secondFactors: ['SECOND_FACTOR_TYPE_OTP'] },
  { secondFactors: ['SECOND_FACTOR_TYPE_U2F'] },
  { multiFactors: ['MULTI_FACTOR_TYPE_U2F_WITH_VERIFICATION'] },
] as const) {
  test(`a demand for ${Object.values(factors).join()} can be met`, async () => {
    const instance = await openInstance()
    const report = await instance.apply({ instance: { loginPolicy: { allowUsernamePassword: true, forceMfa: true, ...factors } } })
    assert.ok(lines(report, 'notice').every((line) => !line.includes('no_effect_sign_in_refused')))
  })
}

test('settings that do nothing are reported by a document that is applied, each with its place', async () => {
  const instance = await openInstance()
  const app = {
    projectId: 'p',
    name: 'a',
    backChannelLogoutUri: 'https://a.example',
    loginVersion: { loginV1: {} },
    grantTypes: ['OIDC_GRANT_TYPE_DEVICE_CODE'],
  }
  const report = await instance.apply({
    instance: {
      passwordAgePolicy: { maxAgeDays: 30 },
      securityPolicy: { allowedOrigins: ['https://a.example'], enableImpersonation: true },
      loginPolicy: { allowUsernamePassword: true, forceMfa: true, secondFactors: ['SECOND_FACTOR_TYPE_OTP_SMS'] },
    },
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        labelPolicy: { primaryColor: '#fff' },
        privacyPolicy: { tosLink: 'x' },
        passwordComplexityPolicy: { minLength: '8' },
        humanUsers: [
          person('a', 'a', { password: 'a password of a', passwordChangeRequired: true }),
          person('b', 'b', { hashedPassword: { value: '$1$saltsalt$NuzA7WTAelpl95xgBGWN60' }, passwordChangeRequired: true }),
        ],
        oidcIdps: [
          { idpId: 'i', idp: { name: 'I', clientId: 'c', issuer: 'https://i.example' } },
          { idpId: 'j', state: 'STATE_REMOVED', idp: { name: 'J', clientId: 'c', issuer: 'j' } },
        ],
        projects: [{ projectId: 'p', project: { name: 'P' } }],
        oidcApps: [{ appId: 'a', clientId: 'a', app }],
      },
    ],
  })
  assert.deepEqual(lines(report, 'notice').toSorted(), [
    'notice instance.loginPolicy.forceMfa no_effect_sign_in_refused',
    'notice instance.loginPolicy.secondFactors[0] no_effect',
    'notice instance.securityPolicy.allowedOrigins no_effect',
    'notice orgs[0].oidcApps[0].app.backChannelLogoutUri no_effect',
    'notice orgs[0].oidcApps[0].app.grantTypes[0] grant_type_unknown',
    'notice orgs[0].oidcApps[0].app.loginVersion no_effect',
    'notice orgs[0].oidcIdps[0] redirect_uri_to_register',
  ])
  assert.match(formatReport(report), /\nTo look at:\n/)
})

test('policies that protect less than the defaults are honoured and reported, each with what to do', async () => {
  const forced = { allowUsernamePassword: true, forceMfa: true }
  const cases = [
    [{ passwordComplexityPolicy: { minLength: '7' } }, ['passwordComplexityPolicy.minLength policy_short_passwords']],
    // The login policy of the instance decides whether a second factor is forced.
    [{ passwordComplexityPolicy: { minLength: '8' } }, []],
    [
      { passwordComplexityPolicy: { minLength: '14' }, loginPolicy: { allowUsernamePassword: true } },
      ['passwordComplexityPolicy.minLength policy_short_passwords'],
    ],
    [{ passwordComplexityPolicy: { minLength: '8' }, loginPolicy: forced }, []],
    [{ passwordComplexityPolicy: {}, loginPolicy: forced }, ['passwordComplexityPolicy.minLength policy_short_passwords']],
    [
      { lockoutPolicy: {} },
      ['lockoutPolicy.maxPasswordAttempts policy_unlimited_attempts', 'lockoutPolicy.maxOtpAttempts policy_unlimited_attempts'],
    ],
    [{ lockoutPolicy: { maxPasswordAttempts: 5 } }, ['lockoutPolicy.maxOtpAttempts policy_unlimited_attempts']],
    [{ lockoutPolicy: { maxPasswordAttempts: 100, maxOtpAttempts: 1 } }, []],
  ] as const
  const instance = await openInstance()
  for (const [policies, expected] of cases) {
    const report = await instance.apply({ instance: policies, orgs: [{ orgId: 'o', org: { name: 'O' }, ...policies }] })
    const places = ['orgs[0]', 'instance'].flatMap((place) => expected.map((row) => `notice ${place}.${row}`))
    assert.deepEqual(lines(report, 'notice'), places)
  }
  const stored = await instance.content({ kind: 'orgPolicy', key: ['o', 'lockoutPolicy'] })
  assert.deepEqual(stored, { maxPasswordAttempts: 100, maxOtpAttempts: 1 })
})

test('texts that the original product shows by itself are kept and reported once for an organization, with their number', async () => {
  const instance = await openInstance()
  const loginTexts = [
    { language: 'en', loginText: { title: 'Welcome back!', nextButtonText: 'next', loginNameLabel: 'Customer number' } },
    { language: 'de', loginText: { title: 'Willkommen' }, passwordText: { title: 'Password' } },
  ]
  const report = await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, loginTexts }] })
  assert.deepEqual(lines(report, 'notice'), ['notice orgs[0].loginTexts default_text'])
  assert.equal(report.entries.find(({ reason }) => reason === 'default_text')?.count, 3)
  assert.deepEqual(await instance.content({ kind: 'orgText', key: ['o', 'loginTexts', 'en'] }), loginTexts[0])
})
