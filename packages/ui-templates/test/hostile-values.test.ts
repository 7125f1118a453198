// Hostile values in every string member of every page never become markup.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from '@symbolon/login'
import { templates } from '../src/index.ts'
import { all, fieldsOf, only, parse, skeleton } from './html.ts'
import { hostileValues } from './hostile-values.ts'
import { nameOf, pagesWith } from './pages.ts'

const ui = templates()
const base = { action: '/ui/login/step', requestId: 'r-1', csrf: 'c-1', applicationName: 'Acme' }

describe('HO-12 HO-13 a hostile value', () => {
  const harmless = pagesWith('Acme').map((page) => skeleton(parse(ui.render(page, 'en'))))
  for (const value of hostileValues) {
    test(`${JSON.stringify(value)} adds no element and no attribute to any page`, () => {
      // A control character in a path is an error; a test below shows it.
      const pages = pagesWith(value.replaceAll('\t', ' '))
      for (const [index, page] of pages.entries()) {
        assert.equal(skeleton(parse(ui.render(page, 'en'))), harmless[index], nameOf(page))
      }
    })
  }

  test('is unchanged in the fields of a form', () => {
    for (const value of hostileValues) {
      const loginName = render({ kind: 'login_name', ...base, requestId: value, csrf: value, loginName: value })
      assert.deepEqual(fieldsOf(only(loginName, 'form')), { request: value, csrf: value, loginName: value })
      const formPost = render({ kind: 'form_post', action: 'https://app.example/', parameters: { [value]: value } })
      assert.deepEqual(fieldsOf(only(formPost, 'form')), { [value]: value })
    }
  })

  test('adds no element as the name of the product either', () => {
    const page: Page = { kind: 'error', code: 'not_found' }
    const shape = skeleton(parse(ui.render(page, 'en')))
    for (const vendorName of hostileValues) assert.equal(skeleton(parse(templates({ vendorName }).render(page, 'en'))), shape)
  })
})

const render = (page: Page): ReturnType<typeof parse> => parse(ui.render(page, 'en'))

test('HO-13 an authorization response is posted to http and https addresses only', () => {
  const addresses = [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://x/1',
    'file:///etc/passwd',
    'com.example.app:/callback',
    '//app.example/',
    '/callback',
    'https://',
    '',
  ]
  for (const action of addresses) {
    assert.throws(() => ui.render({ kind: 'form_post', action, parameters: {} }, 'en'), TypeError, action)
  }
  for (const action of ['https://app.example/callback', 'http://127.0.0.1:8080/', 'http://[::1]/callback?x=1']) {
    assert.equal(only(render({ kind: 'form_post', action, parameters: {} }), 'form').attributes.get('action'), action)
  }
})

test('forms and links of the login never lead to another origin', () => {
  const paths = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'ui/login',
    '?request=1',
    '',
  ]
  for (const path of paths) {
    const pages: readonly Page[] = [
      { kind: 'login_name', ...base, action: path },
      { kind: 'login_name', ...base, accountsPath: path },
      { kind: 'password', ...base, loginName: 'alice', otherUserPath: path },
      { kind: 'account_selection', ...base, accounts: [], otherUserPath: path },
    ]
    for (const page of pages) assert.throws(() => ui.render(page, 'en'), TypeError, `${page.kind}: ${JSON.stringify(path)}`)
  }
})

describe('UN-05 a name', () => {
  const namesOf = (name: string): readonly (string | undefined)[] => {
    const page = render({ kind: 'login_name', ...base, applicationName: name })
    return [only(page, 'title').text, only(only(page, 'h1'), 'bdi').text]
  }

  test('cannot change the direction of the text around it', () => {
    for (const control of '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200E\u200F\u061C') {
      assert.deepEqual(namesOf(`Acme${control}live`), ['Sign in · Acmelive', 'Acmelive'])
    }
    assert.deepEqual(namesOf('A\u0000c\nm\u2028e'), ['Sign in · Acme', 'Acme'])
  })

  test('cannot cover other lines with stacked marks', () => {
    for (const between of ['', '\u200D', '\u115F', '\uFE0F']) {
      const [title, name] = namesOf(`Z${`\u0336\u0301${between}`.repeat(500)}!`)
      assert.match(name ?? '', /^Z.{6}!$/u)
      assert.equal(title, `Sign in · ${name}`)
    }
  })

  test('in a script with combining marks is shown unchanged', () => {
    const flag = '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'
    const names = ['نور الدين', 'Nguyễn Thị Ánh', 'שָׁלוֹם', 'ประเทศไทย', 'हिन्दी', 'བོད་སྐད', '東京 株式会社', 'Zoë', '👩‍💻 Lab', flag]
    for (const name of names) {
      assert.deepEqual(namesOf(name), [`Sign in · ${name}`, name])
    }
  })

  test('cannot change the direction of a sentence on the page of a part', () => {
    const value = 'Ac\u202Eme'
    const content = { title: value, lead: value, paragraphs: [value], code: value, notice: { text: value }, facts: [{ name: 'n', value }] }
    const list = { heading: value, items: [value] }
    const document = render({ kind: 'part', csrf: 'c', content: { ...content, list } })
    assert.doesNotMatch(only(document, 'html').text, /\u202E/)
    assert.equal(only(document, 'body').text.split('Acme').length - 1, 8)
  })

  test('is in an element that isolates its direction on every page', () => {
    for (const page of pagesWith('\u05D0cme')) {
      // Its sentences hold names as plain text: they lose what changes the direction.
      if (page.kind === 'part') continue
      const document = render(page)
      const isolated = all(document, 'bdi').filter((element) => element.text.includes('\u05D0')).length
      // Only the title may hold a name outside of such an element, because a title has no elements.
      const shown = only(document, 'body').text.split('\u05D0cme').length - 1
      assert.equal(isolated, shown, nameOf(page))
    }
  })
})
