// The pages of the account: what each section shows and sends, that hostile values stay text, and that every language has every text.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AccountError, AccountNotice, AccountPage, ActivityKind, OverviewPage } from '@symbolon/account'
import { accountTemplates } from '../src/index.ts'
import { accountTextsByLocale } from '../src/texts/account/languages.ts'
import { locales } from '../src/texts/languages.ts'
import { all, fieldsOf, parse, skeleton } from './html.ts'
import { hostileValues } from './hostile-values.ts'

const ui = accountTemplates()
const start = Date.UTC(2026, 0, 2, 3, 4)
const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] => Object.keys(table) as Name[]
const notices: readonly AccountNotice[] = namesOf(accountTextsByLocale.en.notices)
const errors: readonly AccountError[] = namesOf(accountTextsByLocale.en.errors)
const activities: readonly ActivityKind[] = namesOf(accountTextsByLocale.en.activity.kinds)

/** Every page with every section. One value stands for every string that comes from a document or from a person. */
const pagesWith = (value: string): readonly AccountPage[] => {
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
        more: 2,
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

const keysOf = (value: unknown, path = ''): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .flatMap(([key, member]) => keysOf(member, `${path}.${key}`))
        .toSorted()
    : [path]

const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []

describe('the pages of the account', () => {
  test('every form has one submit button, and buttons of the same text name what they act on', () => {
    for (const page of pagesWith('Acme')) {
      const document = parse(ui.render(page, 'en'))
      for (const form of all(document, 'form')) {
        assert.equal(all(form, 'button').length, 1)
        assert.equal(fieldsOf(form)['csrf'], 'Acme')
        assert.equal(form.attributes.get('method'), 'post')
      }
      assert.deepEqual(all(document, 'script'), [])
      assert.equal(all(document, 'h1').length, 1)
    }
  })

  test('each id occurs once', () => {
    const [overview] = pagesWith('Acme')
    assert.ok(overview?.kind === 'overview')
    const kinds = new Set<string>()
    const sections = overview.sections.filter(({ kind }) => !kinds.has(kind) && kinds.add(kind))
    const ids = [...ui.render({ ...overview, sections }, 'en').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length, ids.join(' '))
  })

  test('times name their zone', () => {
    const [overview] = pagesWith('Acme')
    assert.ok(overview !== undefined)
    for (const locale of locales) assert.match(ui.render(overview, locale), /2026.*UTC/s, locale)
  })

  test('a page with every section and every language is under 30 kB', () => {
    for (const page of pagesWith('Acme')) for (const locale of locales) assert.ok(ui.render(page, locale).length < 30_000)
  })
})

describe('HO-12 a hostile value on the pages of the account', () => {
  const harmless = pagesWith('Acme').map((page) => skeleton(parse(ui.render(page, 'en'))))
  for (const value of hostileValues) {
    test(`${JSON.stringify(value)} adds no element and no attribute`, () => {
      for (const [index, page] of pagesWith(value).entries())
        assert.equal(skeleton(parse(ui.render(page, 'en'))), harmless[index], page.kind)
    })
  }
})

describe('the texts of the account', () => {
  test('every language has the same texts, none is blank, and none is the English one', () => {
    const english = new Set(textsOf(accountTextsByLocale.en))
    /** Words that languages share with English. */
    const shared = new Set(['Email', 'E-mail', 'Organisation', 'Name', 'Passkey', 'Nickname'])
    for (const locale of locales) {
      const texts = accountTextsByLocale[locale]
      assert.deepEqual(keysOf(texts), keysOf(accountTextsByLocale.en), locale)
      for (const text of textsOf(texts)) assert.match(text, /^\S(?:.*\S)?$/su, locale)
      if (locale === 'en') continue
      assert.deepEqual(
        textsOf(texts).filter((text) => english.has(text) && !shared.has(text)),
        [],
        locale,
      )
    }
  })
})
