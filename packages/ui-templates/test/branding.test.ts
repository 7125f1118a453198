// What the policies of an organization change on the pages: theme, footer and texts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assetsPath, imagesPath, themesPath } from '@symbolon/login'
import type { Branding, Locale, Page } from '@symbolon/login'
import { templates } from '../src/index.ts'
import { locales } from '../src/texts/languages.ts'
import { hostileValues } from './hostile-values.ts'
import { all, only, parse } from './html.ts'
import { nameOf, pagesWith } from './pages.ts'

const ui = templates({ vendorName: 'Acme ID' })
const plain: Branding = {
  themeMode: 'auto',
  light: {},
  dark: {},
  hideLoginNameSuffix: false,
  disableWatermark: false,
  images: {},
  links: {},
  texts: {},
}
const welcome: Page = { kind: 'welcome' }
const loginName: Page = { kind: 'login_name', action: '/ui/login/step', requestId: 'r', csrf: 'c', applicationName: 'Acme' }

const rendered = (branding: Partial<Branding>, page: Page = loginName, locale: Locale = 'en'): ReturnType<typeof parse> =>
  parse(ui.render(page, locale, { ...plain, ...branding }))
const linksOf = (document: ReturnType<typeof parse>): readonly (readonly [string, string | undefined])[] =>
  all(only(document, 'footer'), 'a').map((link) => [link.text, link.attributes.get('href')])

test('a brand without wishes changes nothing', () => {
  for (const page of pagesWith('Acme')) assert.equal(ui.render(page, 'en', plain), ui.render(page, 'en'), nameOf(page))
})

test('a page links to the theme after the style sheet, and the theme is there', () => {
  const sheets = all(rendered({ light: { primary: '#5469d4' } }), 'link').flatMap(({ attributes }) =>
    attributes.get('rel') === 'stylesheet' ? [attributes.get('href') ?? ''] : [],
  )
  assert.equal(sheets[0], `${assetsPath}/style.css`)
  assert.match(ui.theme?.(sheets[1]?.slice(themesPath.length + 1) ?? '')?.body ?? '', /--accent: #5469d4;/)
})

test('a brand with one scheme declares it to the browser, so that scroll bars and fields follow', () => {
  for (const [themeMode, content] of [
    ['auto', 'light dark'],
    ['light', 'light'],
    ['dark', 'dark'],
  ] as const) {
    const meta = all(rendered({ themeMode }), 'meta').find(({ attributes }) => attributes.get('name') === 'color-scheme')
    assert.equal(meta?.attributes.get('content'), content)
  }
})

test('the logo and the icon of a brand take the place of ours, with another logo in dark surroundings', () => {
  const sources = (branding: Partial<Branding>): readonly (string | undefined)[] => {
    const document = rendered(branding)
    const icon = all(document, 'link').find(({ attributes }) => attributes.get('rel') === 'icon')
    const dark = all(document, 'source').map(({ attributes }) => `${attributes.get('media')} ${attributes.get('srcset')}`)
    return [icon?.attributes.get('href'), only(document, 'img').attributes.get('src'), ...dark]
  }
  const own = `${assetsPath}/logo.svg`
  const at = (name: string): string => `${imagesPath}/${name}`
  const images = { logo: 'a.logo', logoDark: 'b.logoDark' }
  assert.deepEqual(sources({}), [own, own])
  assert.deepEqual(sources({ images: { icon: 'c.icon' } }), [at('c.icon'), own])
  assert.deepEqual(sources({ images }), [own, at('a.logo'), `(prefers-color-scheme: dark) ${at('b.logoDark')}`])
  assert.deepEqual(sources({ images, themeMode: 'light' }), [own, at('a.logo')])
  assert.deepEqual(sources({ images, themeMode: 'dark' }), [own, at('b.logoDark')])
  assert.deepEqual(sources({ images: { logo: 'a.logo' }, themeMode: 'dark' }), [own, at('a.logo')])
  assert.deepEqual(sources({ images: { logoDark: 'b.logoDark' } }), [own, at('b.logoDark')])
})

test('the links stand in the footer of every page, in its language', () => {
  const links = {
    terms: 'https://shop.example/{{.Lang}}/terms',
    privacy: 'https://shop.example/privacy',
    help: 'https://shop.example/help',
    support: 'help@shop.example',
    documentation: 'https://docs.example/?l={{.Lang}}',
    custom: { address: 'http://shop.example/more', text: 'More' },
  }
  for (const page of pagesWith('Acme')) assert.equal(linksOf(rendered({ links }, page)).length, 6, nameOf(page))
  assert.deepEqual(linksOf(rendered({ links }, welcome, 'pt')), [
    ['Termos de serviço', 'https://shop.example/pt/terms'],
    ['Política de privacidade', 'https://shop.example/privacy'],
    ['Ajuda', 'https://shop.example/help'],
    ['Documentação', 'https://docs.example/?l=pt'],
    ['Suporte', 'mailto:help@shop.example'],
    ['More', 'http://shop.example/more'],
  ])
  for (const locale of locales) assert.equal(new Set(linksOf(rendered({ links }, welcome, locale)).map(([text]) => text)).size, 6)
})

test('BR-02 a link that is not a web address is never shown', () => {
  for (const address of ['javascript:alert(1)', '//evil.example', 'https://', 'https://a.example/ b', 'data:text/html,x'])
    assert.throws(() => rendered({ links: { terms: address } }), TypeError, address)
  for (const support of ['a@b.example?bcc=c@d.example', 'a@b.example,c@d.example', 'a', 'a b@c.example'])
    assert.throws(() => rendered({ links: { support } }), TypeError, support)
})

test('the footer does not name the product where the brand says so, and is not there without content', () => {
  assert.equal(only(rendered({}), 'footer').text.trim(), 'Acme ID')
  assert.deepEqual(all(rendered({ disableWatermark: true }), 'footer'), [])
  const linked = only(rendered({ disableWatermark: true, links: { help: 'https://shop.example/help' } }), 'footer')
  assert.equal(linked.text.trim(), 'Help')
})

test('pages that belong to no application lead to the start page', () => {
  const homeUri = 'https://home.example/start'
  for (const page of [welcome, { kind: 'error', code: 'not_found' }, { kind: 'error', code: 'expired_request' }] as const) {
    const links = all(only(rendered({ homeUri }, page), 'main'), 'a')
    assert.deepEqual(
      links.map((link) => [link.text, link.attributes.get('href')]),
      [['Go to the home page', homeUri]],
    )
    assert.deepEqual(all(only(rendered({}, page), 'main'), 'a'), [])
  }
})

test('an error page of a sign-in leads back to the application', () => {
  const application = { name: 'Acme Travel', address: 'https://travel.example/' }
  const page = rendered({ homeUri: 'https://home.example/' }, { kind: 'error', code: 'user_not_active', application })
  const [link] = all(only(page, 'main'), 'a')
  assert.equal(link?.text, 'Back to Acme Travel')
  assert.equal(link.attributes.get('href'), 'https://travel.example/')
  const evil = { name: 'x', address: 'javascript:alert(1)' }
  assert.throws(() => rendered({}, { kind: 'error', code: 'user_not_active', application: evil }), TypeError)
})

describe('texts of the organization', () => {
  const texts = {
    en: {
      'loginName.title': 'Welcome to the shop',
      'loginName.label': 'Customer number',
      'loginName.submit': 'Go on',
      'footer.terms': 'Small print',
    },
    'pt-PT': { 'loginName.title': 'Bem-vindo' },
  } as const

  test('stand in place of ours in their language only', () => {
    const english = rendered({ texts, links: { terms: 'https://shop.example/terms' } })
    assert.equal(only(english, 'title').text, 'Welcome to the shop · Acme')
    assert.equal(only(english, 'h1').text, 'Welcome to the shop')
    assert.equal(only(english, 'label').text, 'Customer number')
    assert.equal(only(english, 'button').text, 'Go on')
    assert.deepEqual(linksOf(english), [['Small print', 'https://shop.example/terms']])
    assert.equal(only(rendered({ texts }, loginName, 'de'), 'h1').text, 'Bei Acme anmelden')
  })

  test('of a region serve for its language', () => {
    assert.equal(only(rendered({ texts }, loginName, 'pt'), 'h1').text, 'Bem-vindo')
  })

  test('HO-12 are text, whatever they hold', () => {
    for (const value of hostileValues) {
      const document = rendered({ texts: { en: { 'loginName.title': value, 'loginName.label': value, 'loginName.submit': value } } })
      assert.equal(only(document, 'button').text, value)
      assert.deepEqual(all(document, 'script'), [])
    }
  })
})

test('a domain that completes user names stands below the field', () => {
  const document = rendered({}, { ...loginName, domain: 'acme.example' })
  const input = all(document, 'input').find(({ attributes }) => attributes.get('name') === 'loginName')
  const help = all(document).find(({ attributes }) => attributes.get('id') === input?.attributes.get('aria-describedby'))
  assert.equal(help?.text, '@acme.example is optional')
})
