// Every kind of page in every state. One value stands for every string that comes from a request or from a document.
import type { ErrorCode, ErrorPage, FormError, Page } from '@symbolon/login'
import { textsByLocale } from '../src/texts/languages.ts'

const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] => Object.keys(table) as Name[]

export const formErrors: readonly FormError[] = namesOf(textsByLocale.en.formErrors)
export const errorCodes: readonly ErrorCode[] = namesOf(textsByLocale.en.errorPages)

/** The states of each kind of page. A kind that is missing here does not compile. */
export type PageTable = { readonly [Kind in Page['kind']]: readonly Extract<Page, { readonly kind: Kind }>[] }

export const pageTable = (value: string): PageTable => {
  const base = { action: `/ui/login/step?v=${value}`, requestId: value, csrf: value, applicationName: value }
  const account = { sessionId: value, loginName: value, displayName: value }
  const otherUserPath = `/ui/login?v=${value}`
  const skip = { action: `/ui/login/skip?v=${value}`, step: value }
  const keyUri = `otpauth://totp/Acme:alice?secret=${encodeURIComponent(value)}`
  const passkey = { action: `/ui/login/passkey?v=${value}`, ceremony: 'get' as const, options: JSON.stringify({ challenge: value }) }
  const created = { ...passkey, ceremony: 'create' as const, conditionalOptions: value }
  const ways = {
    providers: [{ path: `/ui/login/provider?v=${value}`, name: value }],
    recovery: { path: `/ui/login/recovery?v=${value}` },
    registration: { path: `/ui/login/registration?v=${value}` },
  }
  const everyRule = { minLength: 10, requires: ['lowercase', 'uppercase', 'digit', 'symbol'] } as const
  return {
    login_name: [
      { kind: 'login_name', ...base },
      { kind: 'login_name', ...base, domain: value },
      { kind: 'login_name', ...base, loginName: value, accountsPath: `/ui/login/accounts?v=${value}` },
      { kind: 'login_name', ...base, loginName: value, accountsPath: `/ui/login/accounts?v=${value}`, ways },
      { kind: 'login_name', ...base, ways: { passkey: { ...passkey, conditionalOptions: value } } },
    ],
    password: [
      { kind: 'password', ...base, loginName: value },
      { kind: 'password', ...base, loginName: value, otherUserPath, ways },
      { kind: 'password', ...base, loginName: value, ways: { ...ways, passkey } },
    ],
    password_change: [
      {
        kind: 'password_change',
        ...base,
        loginName: value,
        reason: 'demanded',
        asksCurrent: false,
        rules: { minLength: 15, requires: [] },
      },
      { kind: 'password_change', ...base, loginName: value, reason: 'expired', asksCurrent: true, rules: everyRule, otherUserPath },
      { kind: 'password_change', ...base, loginName: value, reason: 'wanted', asksCurrent: true, rules: everyRule },
      {
        kind: 'password_change',
        ...base,
        loginName: value,
        reason: 'expiring',
        daysLeft: 3,
        asksCurrent: false,
        rules: everyRule,
        skip: { action: `/ui/login/skip?v=${value}`, step: value },
      },
    ],
    recovery: [
      { kind: 'recovery', ...base, backToSignIn: { path: otherUserPath } },
      { kind: 'recovery', ...base, loginName: value, backToSignIn: { path: otherUserPath } },
    ],
    mailed_code: [
      {
        kind: 'mailed_code',
        ...base,
        flow: value,
        resend: { action: `/ui/login/resend?v=${value}`, fields: { loginName: value } },
        backToSignIn: { path: otherUserPath },
      },
      {
        kind: 'mailed_code',
        ...base,
        flow: value,
        code: value,
        sentTo: value,
        resend: { action: `/ui/login/resend?v=${value}`, fields: { loginName: value } },
        back: { path: otherUserPath },
      },
    ],
    email_address: [
      { kind: 'email_address', ...base, reason: 'verification', email: value, fixed: true, otherUserPath },
      { kind: 'email_address', ...base, reason: 'verification', email: value, fixed: false, skip },
      { kind: 'email_address', ...base, reason: 'change', fixed: false, skip },
    ],
    mailed_link: [
      { kind: 'mailed_link', purpose: 'recovery', action: `/ui/login/link?v=${value}`, fields: { code: value }, applicationName: value },
      { kind: 'mailed_link', purpose: 'change_report', action: `/ui/login/link?v=${value}`, fields: { code: value } },
      { kind: 'mailed_link', purpose: 'address_report', action: `/ui/login/link?v=${value}`, fields: { code: value } },
      { kind: 'mailed_link', purpose: 'invitation', action: `/ui/login/link?v=${value}`, fields: { code: value } },
    ],
    first_password: (['recovery', 'invitation', 'registration'] as const).map((purpose) => ({
      kind: 'first_password',
      ...base,
      purpose,
      flow: value,
      loginName: value,
      rules: everyRule,
    })),
    registration: [
      { kind: 'registration', ...base, backToSignIn: { path: otherUserPath } },
      { kind: 'registration', ...base, email: value, backToSignIn: { path: otherUserPath } },
    ],
    registration_names: [
      { kind: 'registration_names', ...base, flow: value, email: value },
      {
        kind: 'registration_names',
        ...base,
        flow: value,
        email: value,
        firstName: value,
        lastName: value,
        userName: { value, domain: value },
      },
    ],
    first_factor: [
      { kind: 'first_factor', ...base, loginName: value },
      { kind: 'first_factor', ...base, loginName: value, otherUserPath, ways },
      { kind: 'first_factor', ...base, loginName: value, ways: { passkey } },
    ],
    one_time_code: [
      { kind: 'one_time_code', ...base, loginName: value },
      {
        kind: 'one_time_code',
        ...base,
        loginName: value,
        otherUserPath,
        otherFactors: namesOf(textsByLocale.en.secondFactors).map((factor) => ({ path: `/ui/login/other?v=${value}`, factor })),
      },
      { kind: 'one_time_code', ...base, fields: { flow: value }, loginName: value, backToSignIn: { path: otherUserPath } },
    ],
    recovery_code: [
      { kind: 'recovery_code', ...base, loginName: value },
      {
        kind: 'recovery_code',
        ...base,
        loginName: value,
        otherUserPath,
        otherFactors: [{ factor: 'one_time_code', path: `/ui/login?factor=${value}` }],
      },
    ],
    totp_setup: [
      { kind: 'totp_setup', ...base, reason: 'required' },
      { kind: 'totp_setup', ...base, reason: 'required', otherUserPath },
      { kind: 'totp_setup', ...base, reason: 'offered', skip },
      { kind: 'totp_setup', ...base, reason: 'replacement', skip },
      { kind: 'totp_setup', ...base, reason: 'wanted', skip },
    ],
    totp_enrolment: [
      { kind: 'totp_enrolment', ...base, secret: 'JBSWY3DPEHPK3PXP', keyUri },
      { kind: 'totp_enrolment', ...base, secret: 'JBSWY3DPEHPK3PXP', keyUri, skip },
    ],
    recovery_code_setup: [
      { kind: 'recovery_code_setup', ...base },
      { kind: 'recovery_code_setup', ...base, left: 2, skip },
    ],
    recovery_codes: [{ kind: 'recovery_codes', ...base, codes: ['01234-56789', 'abcde-fghjk'], downloadPath: `/ui/login/step?v=${value}` }],
    passkey: [
      { kind: 'passkey', ...base, action: passkey.action, loginName: value, passkey },
      {
        kind: 'passkey',
        ...base,
        action: passkey.action,
        loginName: value,
        passkey,
        otherUserPath,
        otherFactors: [{ path: `/ui/login/other?v=${value}`, factor: 'one_time_code' }],
      },
    ],
    passkey_setup: [
      { kind: 'passkey_setup', ...base, action: created.action, secondFactorOnly: true, passkey: created, otherUserPath },
      { kind: 'passkey_setup', ...base, action: created.action, secondFactorOnly: false, passkey: created, skip },
    ],
    account_selection: [
      {
        kind: 'account_selection',
        ...base,
        accounts: [
          { ...account, signedIn: true },
          { ...account, displayName: ' ', signedIn: false },
        ],
        otherUserPath,
      },
    ],
    external_account: [
      { kind: 'external_account', ...base, providerName: value, otherUserPath },
      {
        kind: 'external_account',
        ...base,
        providerName: value,
        externalName: value,
        registration: { userName: value, firstName: value, lastName: value, email: value },
        connectPath: `/ui/login/connect?v=${value}`,
        otherUserPath,
      },
      { kind: 'external_account', ...base, providerName: value, registration: {}, otherUserPath },
    ],
    // Pages of hosts: `own-page.test.ts`.
    own: [],
    part: [
      { kind: 'part', csrf: value, content: { title: value } },
      {
        kind: 'part',
        csrf: value,
        applicationName: value,
        content: {
          title: value,
          lead: value,
          code: value,
          paragraphs: [value],
          facts: [{ name: value, value }],
          list: { heading: value, items: [value] },
          notice: { text: value, kind: 'success' },
          links: [{ text: value, address: `/ui/part?v=${value}` }],
          form: {
            action: `/ui/part?v=${value}`,
            hidden: { kept: value },
            fields: [
              { name: 'code', label: value, kind: 'code', value, help: value },
              { name: 'text', label: value, value },
              { name: 'box', label: value, kind: 'checkbox' },
            ],
            buttons: [
              { text: value, name: 'decision', value },
              { text: value, name: 'decision', value: 'other' },
            ],
            error: value,
          },
        },
      },
      { kind: 'part', csrf: value, content: { title: value, form: { action: '/ui/part', buttons: [{ text: value }] } } },
    ],
    external_link: [
      {
        kind: 'external_link',
        ...base,
        providerName: value,
        externalName: value,
        loginName: value,
        sessionId: value,
        cancelPath: `/ui/login?v=${value}`,
      },
    ],
    error: [
      ...errorCodes.map((code): ErrorPage => ({ kind: 'error', code })),
      { kind: 'error', code: 'invalid_authorization_request', error: value, description: value },
      { kind: 'error', code: 'server_error', error: value },
      {
        kind: 'error',
        code: 'expired_request',
        restartPath: '/ui/login/restart?request=r',
        application: { name: value, address: 'https://app.example/' },
      },
      { kind: 'error', code: 'second_factor_missing', otherUserPath },
      { kind: 'error', code: 'user_not_active', otherUserPath, application: { name: value, address: 'https://app.example/' } },
    ],
    leaving: [{ kind: 'leaving', target: `/oauth/v2/authorize/resume?v=${value}`, applicationName: value }],
    welcome: [{ kind: 'welcome' }, { kind: 'welcome', accountPath: `/ui/account?v=${value}` }],
    signed_out: [
      { kind: 'signed_out', othersRemain: false },
      { kind: 'signed_out', othersRemain: true },
      { kind: 'signed_out', othersRemain: false, continueTo: `https://app.example/signed-out?${new URLSearchParams({ v: value })}` },
    ],
    sign_out: [{ kind: 'sign_out', action: `/oidc/v1/end_session?v=${value}`, fields: { request: value, csrf: value } }],
    form_post: [
      {
        kind: 'form_post',
        action: `https://app.example/callback?v=${value}`,
        parameters: { code: value, state: value, [`p${value}`]: value },
      },
    ],
  }
}

/** Every page of the table, pages with forms also with an error; the first of them with each error, and with each length of a wait. */
export const pagesWith = (value: string): readonly Page[] => {
  const pages = Object.values<readonly Page[]>(pageTable(value)).flat()
  const forms = pages.filter((page) => 'csrf' in page)
  return [
    ...pages,
    ...forms.map((page) => ({ ...page, error: 'invalid_credentials' as const })),
    ...formErrors.flatMap((error) => forms.slice(0, 1).map((page) => ({ ...page, error }))),
    ...[1, 90, 900].flatMap((retryAfter) => forms.map((page) => ({ ...page, error: 'too_many_attempts' as const, retryAfter }))),
  ]
}

/** The name of a page in failure messages. */
export const nameOf = (page: Page): string => {
  if (page.kind === 'error') return `error ${page.code}`
  return 'error' in page && page.error !== undefined ? `${page.kind} with ${page.error}` : page.kind
}
