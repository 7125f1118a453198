// The pages of own steps in the looks of the built-in ones.
import { defineOwnStep } from '@symbolon/login'
import type { OwnPage } from '@symbolon/login'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownPage, templates } from '../src/index.ts'
import type { OwnPageContent } from '../src/index.ts'
import { textsByLocale } from '../src/texts/languages.ts'
import { hostileValues } from './hostile-values.ts'
import { all, fieldsOf, only, parse, skeleton } from './html.ts'

const step = defineOwnStep({
  name: 'terms',
  stores: [],
  proof: 'session',
  refusals: ['not_accepted'],
  facts: async () => 1,
  due: () => 'required',
  page: (version) => ({ version }),
  submit: async () => undefined,
})
const page = (more: Partial<OwnPage> = {}): OwnPage => ({
  kind: 'own',
  step: 'terms',
  action: '/ui/login/own/terms',
  requestId: 'r-1',
  csrf: 'c-1',
  applicationName: 'Acme',
  loginName: 'ann',
  model: { version: 7 },
  ...more,
})
const simple = { title: 'Terms', submit: 'Go on', refusals: { not_accepted: 'Accept them first.' } }
const render = (content: OwnPageContent<'not_accepted'>, shown = page()) =>
  parse(templates({ pages: [ownPage(step, () => content)] }).render(shown, 'en'))

test('the page shows the content that is made of the model, in the language of the page', () => {
  const ui = templates({ pages: [ownPage(step, ({ version }, locale) => ({ ...simple, title: `${locale} ${version}` }))] })
  for (const locale of ui.locales) {
    const document = parse(ui.render(page(), locale))
    assert.equal(only(only(document, 'main'), 'h1').text, `${locale} 7`)
    assert.equal(only(document, 'html').attributes.get('lang'), textsByLocale[locale].language)
  }
  assert.deepEqual(ui.ownPages, ['terms'])
})

test('the form posts hidden and visible fields, and a refusal is read first', () => {
  const content: OwnPageContent<'not_accepted'> = {
    ...simple,
    links: [{ text: 'Read', address: 'https://example.com/terms' }],
    hidden: { version: '7' },
    fields: [
      { name: 'accept', label: 'Yes', kind: 'checkbox' },
      { name: 'company', label: 'Company', value: 'Acme', autocomplete: 'organization' },
    ],
  }
  const document = render(content, page({ error: 'not_accepted', otherUserPath: '/ui/login/other-user?request=r-1' }))
  assert.deepEqual(fieldsOf(only(document, 'form')), { request: 'r-1', csrf: 'c-1', version: '7', accept: '', company: 'Acme' })
  const alert = all(document).find(({ attributes }) => attributes.get('role') === 'alert')
  assert.equal(alert?.text, 'Accept them first.')
  assert.ok(alert.attributes.has('autofocus'))
  const box = all(document, 'input').find(({ attributes }) => attributes.get('name') === 'accept')
  assert.equal(box?.attributes.get('aria-describedby'), alert.attributes.get('id'))
  assert.equal(only(document, 'title').text, `${textsByLocale.en.errorPrefix}Terms · Acme`)
  assert.equal(all(document, 'a').length, 2)
})

test('an offered step has a second form, which skips it', () => {
  const forms = all(render(simple, page({ skip: { action: '/ui/login/skip', step: 'terms' } })), 'form')
  assert.deepEqual(forms.map(fieldsOf), [
    { request: 'r-1', csrf: 'c-1' },
    { request: 'r-1', csrf: 'c-1', step: 'terms' },
  ])
})

test('HO-12 a hostile value in a text, a field or a label adds no element', () => {
  const contentOf = (value: string): OwnPageContent<'not_accepted'> => ({
    title: value,
    lead: value,
    paragraphs: [value],
    links: [{ text: value, address: '/terms' }],
    hidden: { [value]: value },
    fields: [{ name: value, label: value, value, help: value, autocomplete: value }],
    submit: value,

    refusals: { not_accepted: value },
  })
  const shown = page({ error: 'not_accepted' })
  const harmless = skeleton(render(contentOf('Acme'), shown))
  for (const value of hostileValues) assert.equal(skeleton(render(contentOf(value), shown)), harmless, JSON.stringify(value))
})

test('a link leads to a path of this origin or to a web address, and a field has no name of ours', () => {
  for (const address of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'data:text/html,x', 'terms'])
    assert.throws(() => render({ ...simple, links: [{ text: 'x', address }] }), TypeError, address)
  for (const name of ['request', 'csrf', 'step']) {
    assert.throws(() => render({ ...simple, fields: [{ name, label: 'x' }] }), /terms is named/)
    assert.throws(() => render({ ...simple, hidden: { [name]: 'x' } }), /terms is named/)
  }
})

test('a step has one page', () => {
  assert.throws(() => templates().render(page(), 'en'), /the step terms has no page/)
  assert.throws(() => templates({ pages: [ownPage(step, () => simple), ownPage(step, () => simple)] }), {
    code: 'duplicate_page',
    message: /terms has two pages/,
  })
})
