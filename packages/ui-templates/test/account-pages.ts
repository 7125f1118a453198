// Every page of the account with every section. One value stands for every string that comes from a document or from a person.
import type { AccountError, AccountNotice, AccountPage, ActivityKind, OverviewPage } from '@symbolon/account'
import { accountTextsByLocale } from '../src/texts/account/languages.ts'

const start = Date.UTC(2026, 0, 2, 3, 4)
const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] => Object.keys(table) as Name[]
const notices: readonly AccountNotice[] = namesOf(accountTextsByLocale.en.notices)
const errors: readonly AccountError[] = namesOf(accountTextsByLocale.en.errors)
const activities: readonly ActivityKind[] = namesOf(accountTextsByLocale.en.activity.kinds)

/** Every page. The first one has each section in each of its states. */
export const accountPagesWith = (value: string): readonly AccountPage[] => {
  const path = `/ui/account/x?v=${encodeURIComponent(value)}`
  const fields = { csrf: value, account: value }
  const overview: OverviewPage = {
    kind: 'overview',
    fields,
    displayName: value,
    loginName: value,
    email: { address: value, verified: false },
    phone: { number: value, verified: true },
    organizationName: value,
    otherAccountPath: path,
    sections: [
      { kind: 'profile', name: value, language: '', path },
      { kind: 'contact', hasEmail: true, hasPhone: true, emailPath: path, confirmPath: path, phonePath: path },
      { kind: 'contact', hasEmail: false, hasPhone: false, phonePath: path },
      { kind: 'password', state: 'set', changedAt: start, path },
      { kind: 'password', state: 'none', path },
      { kind: 'authenticator_app', enrolled: true, setUpPath: path, removePath: path },
      { kind: 'authenticator_app', enrolled: false, setUpPath: path },
      { kind: 'recovery_codes', left: 1, few: true, path },
      { kind: 'recovery_codes', few: true, path },
      {
        kind: 'passkeys',
        addPath: path,
        removePath: path,
        passkeys: [
          { id: value, name: value, type: 'passkey', synced: true, createdAt: start, lastUsedAt: start, renamePath: path },
          { id: value, name: value, type: 'security_key', synced: false, createdAt: start, renamePath: path },
        ],
      },
      { kind: 'identities', identities: [], disconnectPath: path, connect: [{ name: value, path }] },
      {
        kind: 'identities',
        identities: [{ idpId: value, externalId: value, providerName: value, externalName: value }],
        disconnectPath: path,
        connect: [],
      },
      {
        kind: 'sessions',
        endPath: path,
        endOthersPath: path,
        morePath: path,
        sessions: [
          {
            id: value,
            current: true,
            device: { browser: 'Firefox', system: 'Linux', network: value },
            createdAt: start,
            lastUsedAt: start,
          },
          { id: value, current: false, device: {}, createdAt: start, lastUsedAt: start },
        ],
      },
      {
        kind: 'activity',
        morePath: path,
        events: activities.map((kind) => ({ kind, at: start, count: 2, byAdministrator: true, network: value })),
      },
      { kind: 'deletion', path },
      { kind: 'applications', applications: [{ clientId: value, name: value, since: start }], revokePath: path },
    ],
  }
  return [
    overview,
    ...notices.map((notice): AccountPage => ({ ...overview, sections: [], notice })),
    ...errors.map((error): AccountPage => ({ ...overview, sections: [], error })),
    {
      kind: 'session_list',
      fields,
      endPath: path,
      backPath: path,
      nextPath: path,
      sessions: [{ id: value, current: true, device: {}, createdAt: start, lastUsedAt: start }],
    },
    { kind: 'activity_list', fields, backPath: path, events: [{ kind: 'signed_in', at: start, count: 1, byAdministrator: false }] },
    { kind: 'account_deletion', fields, action: path, loginName: value, backPath: path, error: 'wrong_login_name' },
    { kind: 'account_deleted' },
    { kind: 'choose_account', accounts: [{ path, loginName: value, displayName: value }] },
    { kind: 'passkey_name', fields, action: path, id: value, name: value, backPath: path, error: 'missing_name' },
    { kind: 'phone_form', fields, action: path, phone: value, backPath: path, error: 'invalid_phone' },
    {
      kind: 'profile_form',
      fields,
      action: path,
      profile: { firstName: value, lastName: value, nickName: value, language: 'de' },
      languages: ['en', 'de'],
      backPath: path,
    },
  ]
}

/** The same as people see them: no page has a section twice. */
export const accountStates = (value: string): readonly AccountPage[] =>
  accountPagesWith(value).flatMap((page): readonly AccountPage[] => {
    if (page.kind !== 'overview' || page.sections.length === 0) return [page]
    const firsts = page.sections.filter(({ kind }, index, all) => all.findIndex((other) => other.kind === kind) === index)
    const lasts = page.sections.filter(({ kind }, index, all) => all.findLastIndex((other) => other.kind === kind) === index)
    return [
      { ...page, sections: firsts },
      { ...page, sections: lasts },
    ]
  })
