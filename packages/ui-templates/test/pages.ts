// Every kind of page in every state. One value stands for every string that comes from a request or from a document.
import type { ErrorCode, FormError, Page } from '@symbolon/login'

export const formErrors: readonly FormError[] = [
  'missing_login_name',
  'missing_password',
  'missing_code',
  'invalid_credentials',
  'invalid_code',
  'too_many_attempts',
  'busy',
]

export const errorCodes: readonly ErrorCode[] = [
  'invalid_authorization_request',
  'expired_request',
  'forbidden_form',
  'user_not_active',
  'user_not_admitted',
  'wrong_user',
  'second_factor_missing',
  'second_factor_unavailable',
  'password_change_unavailable',
  'invalid_sign_out_request',
  'sign_out_failed',
  'not_found',
  'unavailable',
  'too_many_requests',
  'server_error',
]

export const pagesWith = (value: string): readonly Page[] => {
  const base = { action: `/ui/login/step?v=${value}`, requestId: value, csrf: value, applicationName: value }
  const account = { sessionId: value, loginName: value, displayName: value }
  const forms: readonly Page[] = [
    { kind: 'login_name', ...base },
    { kind: 'login_name', ...base, loginName: value, accountsPath: `/ui/login/accounts?v=${value}` },
    { kind: 'password', ...base, loginName: value },
    { kind: 'password', ...base, loginName: value, otherUserPath: `/ui/login?v=${value}` },
    { kind: 'one_time_code', ...base, loginName: value },
    { kind: 'one_time_code', ...base, loginName: value, otherUserPath: `/ui/login?v=${value}` },
    {
      kind: 'account_selection',
      ...base,
      accounts: [
        { ...account, signedIn: true },
        { ...account, displayName: ' ', signedIn: false },
      ],
      otherUserPath: `/ui/login?v=${value}`,
    },
  ]
  return [
    ...forms,
    ...formErrors.flatMap((error) => forms.map((page) => ({ ...page, error }))),
    ...errorCodes.map((code) => ({ kind: 'error' as const, code })),
    { kind: 'error', code: 'invalid_authorization_request', error: value, description: value },
    { kind: 'error', code: 'server_error', error: value },
    { kind: 'error', code: 'second_factor_missing', otherUserPath: `/ui/login?v=${value}` },
    ...[1, 90, 900].flatMap((retryAfter) => forms.map((page) => ({ ...page, error: 'too_many_attempts' as const, retryAfter }))),
    { kind: 'leaving', target: `/oauth/v2/authorize/resume?v=${value}`, applicationName: value },
    { kind: 'welcome' },
    { kind: 'signed_out', othersRemain: false },
    { kind: 'signed_out', othersRemain: true },
    { kind: 'signed_out', othersRemain: false, continueTo: `https://app.example/signed-out?${new URLSearchParams({ v: value })}` },
    { kind: 'sign_out', action: `/oidc/v1/end_session?v=${value}`, fields: { request: value, csrf: value } },
    {
      kind: 'form_post',
      action: `https://app.example/callback?v=${value}`,
      parameters: { code: value, state: value, [`p${value}`]: value },
    },
  ]
}

/** The name of a page in failure messages. */
export const nameOf = (page: Page): string => {
  if (page.kind === 'error') return `error ${page.code}`
  return 'error' in page && page.error !== undefined ? `${page.kind} with ${page.error}` : page.kind
}
