// Mails: every kind in every language, with the same content as text and as HTML, and nothing of a user's name in effect.
import type { Message, MessageKind } from '@symbolon/login'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mailTemplates } from '../src/index.ts'
import { mailTextsByLocale } from '../src/mail/texts/languages.ts'

const { locales, write } = mailTemplates()
const kinds = [...Object.keys(mailTextsByLocale.en.messages), ...Object.keys(mailTextsByLocale.en.notices)] as readonly MessageKind[]
const link = 'https://id.example/ui/login/recovery/link?flow=F&code=ABC234'
const message = (changes: Partial<Message> = {}): Message => ({
  kind: 'recovery',
  serviceName: 'id.example',
  applicationName: 'Shop',
  code: 'ABC234',
  link,
  placeholders: { DisplayName: 'Ann Lee', PreferredLoginName: 'ann@org.example', LastEmail: 'ann@mail.example', Code: 'ABC234' },
  ...changes,
})

for (const locale of locales) {
  describe(`mails in ${locale}`, () => {
    for (const kind of kinds) {
      test(`${kind} leaves no placeholder, and says in text what it says in HTML`, () => {
        const { subject, text, html } = write(message({ kind, at: Date.UTC(2026, 0, 2, 3, 4), place: '192.0.2.1' }), locale)
        const shown = textOf(html).replaceAll(/\s/gu, '')
        for (const each of [subject, text, html]) assert.doesNotMatch(each, /\{\{|\}\}|undefined/)
        for (const line of text.split('\n').filter((each) => each !== ''))
          assert.ok(shown.includes(line.replaceAll(/\s|[:：]$/gu, '')), `${line}\n${shown}`)
        for (const fact of ['id.example', 'Shop', '192.0.2.1']) assert.ok(text.includes(fact))
        const { application, code, place, service, time } = mailTextsByLocale[locale]
        for (const label of [application, code, place, service, time]) assert.notEqual(label, '')
        assert.doesNotMatch(html, /<(?:img|script|link|iframe)|url\(/i)
      })
    }
  })
}

test('the logo is an image of the mail itself, and the button has the colour of the brand with a text that can be read on it', () => {
  for (const [primary, ink] of [
    ['#ffee00', '#000000'],
    ['#102030', '#ffffff'],
  ] as const) {
    const { html } = write(message({ brand: { colours: { primary }, logo: 'logo@id.example' } }), 'en')
    assert.deepEqual(
      [...html.matchAll(/<img src="([^"]*)" alt=""/g)].map(([, source]) => source),
      ['cid:logo@id.example'],
    )
    assert.match(html, new RegExp(`background:${primary};color:${ink}`))
    assert.doesNotMatch(html, /url\(|https?:\/\/(?!id\.example\/)/)
  }
})

test('the code of a recovery stands in the mail, and not in the subject', () => {
  for (const locale of locales) {
    const { subject, text } = write(message(), locale)
    assert.doesNotMatch(subject, /ABC234/)
    assert.match(text, /ABC234/)
  }
})

describe('MA-03 texts of organizations', () => {
  const custom = (text: string, placeholders: Readonly<Record<string, string>> = {}): ReturnType<typeof write> =>
    write(message({ custom: { text, subject: text }, placeholders: { ...message().placeholders, ...placeholders } }), 'en')

  test('known placeholders are filled in, unknown ones are left empty', () => {
    const { text } = custom('Code {{.Code}} for {{ .DisplayName }}{{.Unknown}}{{.constructor}}{{.__proto__}}.')
    assert.match(text, /Code ABC234 for Ann Lee\./)
  })

  test('a name is never filled in again, whatever it holds', () => {
    const { text } = custom('Hello {{.DisplayName}}.', { DisplayName: '{{.Code}} {{' })
    assert.match(text, /Hello \{\{\.Code\}\} \{\{\./)
  })

  test('no expression is run', () => {
    for (const text of ['{{if true}}x{{end}}', '{{ 1 + 1 }}', '${process.env}', '{{.Code | html}}'])
      assert.ok(custom(text).text.includes(text))
  })

  test('markup of texts and names is shown, and not in effect', () => {
    const { html } = custom('<b>{{.DisplayName}}</b>', { DisplayName: '<img src=x onerror=alert(1)>' })
    assert.doesNotMatch(html, /<img|<b><|onerror=alert\(1\)>/)
    assert.match(html, /&lt;img/)
  })

  test('a subject is one line', () => {
    assert.doesNotMatch(custom('Hello\r\nBcc: bob@evil.example').subject, /[\r\n]/)
  })

  test('members that the organization has not set are built-in', () => {
    const { subject, text } = write(message({ custom: { greeting: 'Dear customer,' } }), 'en')
    assert.equal(subject, 'Reset your password')
    assert.match(text, /Dear customer,[^]*Enter this code/)
  })
})

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/** The text of a document that this package wrote. */
function textOf(html: string): string {
  return html
    .replace(/<head>[^]*<\/head>/, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? '')
    .replaceAll(/\s+/g, ' ')
}
