// What the converted document says and no server acts on is in the ledger, with its place in the input.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertOrg, human, rowsOf } from './support/convert.ts'

test('what has no effect has a row: policies, lists, members and single values, in the spelling of the input', () => {
  const app = (appId: string, members: object): object => ({ app_id: appId, app: { projectId: 'p', name: appId, ...members } })
  const converted = convertOrg(
    {
      iam_policy: { user_login_must_be_domain: true, validate_org_domains: true },
      labelPolicy: { primaryColor: '#fff' },
      privacyPolicy: {},
      passwordComplexityPolicy: { minLength: '8' },
      lockoutPolicy: { maxPasswordAttempts: '5' },
      loginPolicy: { allowUsernamePassword: true, forceMfa: true, allow_register: true, hidePasswordReset: true },
      secondFactors: [{ type: 'SECOND_FACTOR_TYPE_OTP' }, { type: 'SECOND_FACTOR_TYPE_OTP_SMS' }],
      humanUsers: [human({ passwordChangeRequired: true }), human({ password_change_required: true }, 'b')],
      oidc_apps: [
        app('a', { back_channel_logout_uri: 'https://a.example' }),
        app('b', { grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 3] }),
      ],
      oidcIdps: [{ idpId: 'i', idp: { name: 'I', clientId: 'c', issuer: 'https://i.example' } }],
      verifyPhoneMessages: [
        { language: 'en', title: 'Hello' },
        { language: 'de', title: 'Hallo' },
      ],
    },
    { domainPolicyDefaults: { validateOrgDomains: true } },
  )
  assert.deepEqual(rowsOf(converted, 'no-effect').toSorted(), [
    'orgs[0].iam_policy.validate_org_domains no-effect',
    'orgs[0].oidc_apps[*].app.back_channel_logout_uri no-effect ×1',
    'orgs[0].secondFactors no-effect',
    'orgs[0].verifyPhoneMessages[*] no-effect ×2',
  ])
})

test('policies that protect less than the defaults have a row each, in the spelling of the input', () => {
  const weak = (org: Readonly<Record<string, unknown>>): readonly string[] => {
    const converted = convertOrg(org)
    return (['short-passwords', 'unlimited-attempts'] as const).flatMap((reason) => rowsOf(converted, reason))
  }
  assert.deepEqual(weak({ password_complexity_policy: { min_length: 6 }, lockoutPolicy: { maxPasswordAttempts: 5 } }), [
    'orgs[0].password_complexity_policy.min_length short-passwords',
    'orgs[0].lockoutPolicy.maxOtpAttempts unlimited-attempts',
  ])
  const strong = { passwordComplexityPolicy: { minLength: '10' }, lockoutPolicy: { maxPasswordAttempts: 5, maxOtpAttempts: 5 } }
  assert.deepEqual(weak({ ...strong, loginPolicy: { forceMfa: true } }), [])
  assert.deepEqual(weak({ ...strong, loginPolicy: {} }), ['orgs[0].passwordComplexityPolicy.minLength short-passwords'])
})
