// What holds for every page in every locale: plain HTML that works without scripts and is accessible.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assetsPath, passkeyFormOf } from '@symbolon/login'
import type { FormError, Locale, Page } from '@symbolon/login'
import { templates } from '../src/index.ts'
import { locales, textsByLocale } from '../src/texts/languages.ts'
import { all, fieldsOf, only, parse } from './html.ts'
import type { Element } from './html.ts'
import { nameOf, pagesWith } from './pages.ts'

const ui = templates()
interface Rendered {
  readonly page: Page
  readonly locale: Locale
  readonly document: ReturnType<typeof parse>
}

let rendered: readonly Rendered[] | undefined
const everyPage = (check: (page: Page, document: ReturnType<typeof parse>, locale: Locale) => void): void => {
  rendered ??= locales.flatMap((locale) => pagesWith('Acme').map((page) => ({ page, locale, document: parse(ui.render(page, locale)) })))
  for (const { page, document, locale } of rendered) {
    try {
      check(page, document, locale)
    } catch (error) {
      throw new Error(`${nameOf(page)}, ${locale}`, { cause: error })
    }
  }
}

const focusedIn = (document: Element): readonly Element[] => all(document).filter(({ attributes }) => attributes.has('autofocus'))
const editableIn = (document: Element): readonly Element[] =>
  all(document, 'input').filter(
    ({ attributes }) => !['hidden', 'checkbox'].includes(attributes.get('type') ?? '') && !attributes.has('readonly'),
  )

/** The errors that say that the value of the first field is wrong. */
const invalidating: Readonly<Partial<Record<Page['kind'], readonly FormError[]>>> = {
  login_name: ['missing_login_name', 'invalid_credentials'],
  password: ['missing_password', 'invalid_credentials'],
  one_time_code: ['missing_code', 'invalid_code'],
  recovery_code: ['missing_recovery_code', 'invalid_recovery_code'],
}

describe('every page', () => {
  test('names its language, and has one main element, one main heading and a title with two parts', () =>
    everyPage((_page, document, locale) => {
      assert.equal(only(document, 'html').attributes.get('lang'), textsByLocale[locale].language)
      assert.equal(only(document, 'html').attributes.get('dir'), 'ltr')
      assert.match(only(only(document, 'main'), 'h1').text, /\S/)
      assert.match(only(document, 'title').text, /^\S.* · \S+$/)
    }))

  test('has forms that use POST and have one submit button each, and no button outside of a form', () =>
    everyPage((page, document) => {
      const forms = all(document, 'form')
      for (const form of forms) {
        assert.equal(form.attributes.get('method'), 'post')
        if (page.kind !== 'form_post') assert.match(form.attributes.get('action') ?? '', /^\/(?!\/)/)
        const buttons = all(form, 'button')
        for (const button of buttons) assert.equal(button.attributes.get('type'), 'submit')
        assert.equal(buttons.length, page.kind === 'part' ? page.content.form?.buttons.length : 1)
      }
      assert.equal(all(document, 'button').length, forms.flatMap((form) => all(form, 'button')).length)
      const mayLackForm: readonly Page['kind'][] = ['account_selection', 'first_factor', 'external_account']
      if ('action' in page && !mayLackForm.includes(page.kind))
        assert.ok(forms.some((form) => form.attributes.get('action') === page.action))
    }))

  test('has the hidden fields request and csrf in every form of the login', () =>
    everyPage((page, document) => {
      if (!('csrf' in page)) return
      for (const form of all(document, 'form')) {
        assert.equal(fieldsOf(form)['request'], 'requestId' in page ? page.requestId : undefined)
        assert.equal(fieldsOf(form)['csrf'], page.csrf)
      }
    }))

  test('uses each id once, and refers only to ids that exist', () =>
    everyPage((_page, document) => {
      const ids = all(document).flatMap((element) => element.attributes.get('id') ?? [])
      assert.equal(new Set(ids).size, ids.length)
      for (const element of all(document)) {
        for (const reference of ['for', 'aria-describedby', 'aria-labelledby']) {
          const referred = element.attributes.get(reference)?.split(' ') ?? []
          for (const id of referred) assert.ok(ids.includes(id), `${reference}="${id}"`)
        }
      }
    }))

  test('has a label for every visible field', () =>
    everyPage((_page, document) => {
      const labelled = all(document, 'label').map((label) => label.attributes.get('for'))
      const seen = all(document, 'input').filter((input) => input.attributes.get('type') !== 'hidden')
      assert.deepEqual(
        seen.map((input) => input.attributes.get('id')),
        labelled,
      )
    }))

  test('focuses the only editable field; of several the first, or the error', () =>
    everyPage((page, document) => {
      if (!('csrf' in page) || (page.kind === 'part' && page.content.form === undefined)) return assert.deepEqual(focusedIn(document), [])
      const fields = editableIn(document)
      const [alert] = all(document).filter((element) => element.attributes.get('role') === 'alert')
      // The field for the first code of an app comes after what is to be done before: the page must not scroll down to it.
      const first = page.kind === 'totp_enrolment' ? undefined : fields[0]
      const expected = alert !== undefined && (fields.length !== 1 || first === undefined) ? alert : first
      assert.deepEqual(focusedIn(document), expected === undefined ? [] : [expected])
    }))

  test('shows an error as an alert that the first field refers to, and in the title', () =>
    everyPage((page, document, locale) => {
      if (!('csrf' in page) || page.kind === 'own') return
      const pageError = page.kind === 'part' ? page.content.form?.error : page.error
      const alerts = all(document).filter((element) => element.attributes.get('role') === 'alert')
      const [field] = page.kind === 'totp_enrolment' ? [] : editableIn(document)
      assert.equal(only(document, 'title').text.startsWith(textsByLocale[locale].errorPrefix), pageError !== undefined)
      assert.equal(alerts.length, pageError === undefined ? 0 : 1)
      const described = field?.attributes.get('aria-describedby')?.split(' ') ?? []
      if (field !== undefined && pageError !== undefined) assert.ok(described.includes(alerts[0]?.attributes.get('id') ?? 'none'))
      if (page.kind === 'part') return
      const faults = invalidating[page.kind]
      if (field !== undefined && faults !== undefined)
        assert.equal(field.attributes.has('aria-invalid'), page.error !== undefined && faults.includes(page.error))
    }))

  test('marks the second of two new passwords where they differ, and the first for every other fault of it', () => {
    for (const [error, marked] of [
      ['passwords_differ', 'newPasswordAgain'],
      ['password_too_short', 'newPassword'],
      ['password_without_digit', 'newPassword'],
      ['password_common', 'newPassword'],
    ] as const) {
      for (const page of pagesWith('Acme').filter(({ kind }) => kind === 'password_change')) {
        const document = parse(ui.render({ ...page, error } as Page, 'en'))
        const fields = all(document, 'input').filter(({ attributes }) => attributes.get('name')?.startsWith('newPassword') === true)
        assert.deepEqual(
          fields.map(({ attributes }) => attributes.get('enterkeyhint')),
          ['next', 'go'],
        )
        const wrong = fields.filter(({ attributes }) => attributes.has('aria-invalid')).map(({ attributes }) => attributes.get('name'))
        assert.deepEqual(wrong, [marked], error)
      }
    }
  })

  test('has no inline script, style, event handler or frame', () =>
    everyPage((page, document) => {
      for (const element of all(document)) {
        assert.ok(!['style', 'iframe', 'object', 'embed', 'base'].includes(element.name), element.name)
        for (const name of element.attributes.keys()) assert.ok(name !== 'style' && !name.startsWith('on'), name)
      }
      const scripts = all(document, 'script')
      const expected = page.kind === 'form_post' ? ['form-post.js'] : passkeyFormOf(page) === undefined ? [] : ['passkey.js']
      assert.equal(scripts.length, expected.length)
      for (const script of scripts) {
        assert.deepEqual([...script.attributes], [['src', `${assetsPath}/${expected[0]}`]])
        assert.equal(script.text, '')
      }
    }))

  test('loads only assets of the user interface', () =>
    everyPage((_page, document) => {
      const loaded = [
        ...all(document, 'link').map((link) => link.attributes.get('href')),
        ...[...all(document, 'img'), ...all(document, 'script')].map((element) => element.attributes.get('src')),
      ]
      assert.ok(loaded.includes(`${assetsPath}/style.css`))
      for (const address of loaded) {
        assert.ok(address !== undefined && address.startsWith(`${assetsPath}/`), address)
        assert.ok(Object.hasOwn(ui.assets, address.slice(assetsPath.length + 1)), address)
      }
    }))

  test('is under 30 kB with everything that it loads', () => {
    const assets = Object.values(ui.assets).reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)
    for (const locale of locales)
      for (const page of pagesWith('Acme')) assert.ok(Buffer.byteLength(ui.render(page, locale)) + assets < 30_000, nameOf(page))
  })

  test('is a pure function of its model', () => {
    for (const page of pagesWith('Acme')) assert.equal(ui.render(page, 'en'), templates().render(page, 'en'))
  })
})

test('the product’s name is in the footer, and in titles without an application', () => {
  const page: Page = { kind: 'error', code: 'not_found' }
  assert.equal(only(parse(ui.render(page, 'en')), 'title').text, 'Page not found · Symbolon')
  const acme = parse(templates({ vendorName: 'Acme <ID>' }).render(page, 'en'))
  assert.equal(only(acme, 'title').text, 'Page not found · Acme <ID>')
  assert.equal(only(acme, 'footer').text.trim(), 'Acme <ID>')
})

test('a blank product name is refused at construction', () => {
  assert.throws(() => templates({ vendorName: ' ' }), TypeError)
})

test('the user interface offers every locale that it has texts for', () => {
  assert.deepEqual(ui.locales, locales)
})

test('every asset has a content type and a body, and loads nothing from another origin', () => {
  for (const [name, { contentType, body }] of Object.entries(ui.assets)) {
    assert.match(contentType, /^(text\/css; charset=utf-8|text\/javascript; charset=utf-8|image\/svg\+xml)$/, name)
    assert.notEqual(body, '', name)
    const addresses = body.replace('xmlns="http://www.w3.org/2000/svg"', '')
    assert.doesNotMatch(addresses, /url\(|@import|https?:|<script|<style|style=/i, name)
  }
})

test('the family name comes before the given name where the language says it first', () => {
  everyPage((page, document, locale) => {
    const names = all(document, 'input').flatMap(
      ({ attributes }) => /^(?:given|family)-name$/.exec(attributes.get('autocomplete') ?? '') ?? [],
    )
    if (page.kind === 'registration_names') {
      assert.deepEqual(names, locale === 'ja' || locale === 'zh' ? ['family-name', 'given-name'] : ['given-name', 'family-name'])
    }
  })
})
