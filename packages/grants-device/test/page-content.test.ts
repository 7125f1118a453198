// The content of the pages, in every language.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codePage, decidedPage, requestPage } from '../src/page-content.ts'
import { locales, textsByLocale, textsFor } from '../src/texts/languages.ts'

const shown = {
  code: 'WDJB-MJHT',
  application: 'Television',
  organization: 'acme.example',
  loginName: 'ada',
  scope: ['openid', 'offline_access', 'constructor', 'urn:acme:door'],
  device: { system: 'Linux', network: '203.0.113.0/24' },
  isElsewhere: false,
  minutes: 2,
} as const

test('there are texts in ten languages, and no text of one language stands in another', () => {
  assert.deepEqual([...locales].sort(), Object.keys(textsByLocale).sort())
  assert.equal(locales.length, 10)
  const leads = locales.map((locale) => codePage(textsFor(locale), '/ui/device', undefined).lead)
  assert.equal(new Set(leads).size, 10)
})

for (const locale of locales) {
  test(`the page of the request names what decides in ${locale}`, () => {
    const page = requestPage(textsFor(locale), '/ui/device', shown)
    assert.ok(page.lead?.includes('Television'))
    assert.equal(page.code, 'WDJB-MJHT')
    const values = page.facts?.map(({ value }) => value) ?? []
    for (const value of ['Television', 'acme.example', 'ada', 'Linux, 203.0.113.0/24']) assert.ok(values.includes(value), value)
    assert.deepEqual(page.list?.items.slice(2), ['constructor', 'urn:acme:door'])
    assert.deepEqual(
      page.form?.buttons.map(({ value }) => value),
      ['deny', 'allow'],
    )
    const elsewhere = requestPage(textsFor(locale), '/ui/device', { ...shown, isElsewhere: true })
    assert.notEqual(elsewhere.notice?.text, page.notice?.text)
    const times = [0, 1, 2, 5].map((minutes) => textsFor(locale).request.facts.minutesAgo(minutes))
    assert.equal(new Set(times).size, 4)
  })
}

test('an unknown place is named so', () => {
  const page = requestPage(textsFor('en'), '/ui/device', { ...shown, device: {}, organization: undefined })
  assert.deepEqual(
    page.facts?.map(({ name, value }) => `${name}: ${value}`),
    ['Application: Television', 'Account: ada', 'Requested from: Unknown place', 'Requested: 2 minutes ago'],
  )
})

test('the page after the decision has no form and no link', () => {
  for (const decision of ['approved', 'denied'] as const) {
    const { form, links } = decidedPage(textsFor('en'), decision)
    assert.deepEqual([form, links], [undefined, undefined])
  }
})
