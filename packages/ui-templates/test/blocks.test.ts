// The building blocks of pages: what they expose to screen readers, browsers and password managers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { html } from 'hono/html'
import { encode } from 'uqr'
import { divider, linkButton, moreWays, submitButton } from '../src/html/button.ts'
import { codeList, notice, orderedSteps, secretText } from '../src/html/content.ts'
import { checkbox, codeField, field, select } from '../src/html/field.ts'
import { rows, section } from '../src/html/list.ts'
import { toDocument } from '../src/html/markup.ts'
import type { Markup } from '../src/html/markup.ts'
import { qrCode } from '../src/html/qr.ts'
import { all, only, parse } from './html.ts'
import type { Element } from './html.ts'

const parsed = (markup: Markup): Element => parse(`<!doctype html>\n${toDocument(markup)}`)
const attributesOf = (markup: Markup, name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(only(parsed(markup), name).attributes)
const words = (element: Element): string => element.text.replaceAll(/\s+/g, ' ').trim()

const name = { id: 'first-name', name: 'firstName', label: 'First name' }

describe('a field', () => {
  test('has a label, and neither help nor an error without one', () => {
    const input = attributesOf(field({ ...name, autocomplete: 'given-name', prose: true }), 'input')
    assert.deepEqual(input, { id: 'first-name', name: 'firstName', type: 'text', autocomplete: 'given-name' })
    assert.equal(attributesOf(field({ ...name, autocomplete: 'given-name' }), 'label')['for'], 'first-name')
  })

  test('is described by the error of the form, by its own error, and by its help, in this order', () => {
    const page = parsed(
      field({ ...name, autocomplete: 'off', help: 'As on your passport', error: 'Enter a name.', describedBy: 'form-error' }),
    )
    const input = only(page, 'input').attributes
    assert.equal(input.get('aria-describedby'), 'form-error first-name-error first-name-help')
    assert.equal(input.get('aria-invalid'), 'true')
    const texts = Object.fromEntries(all(page).map((element) => [element.attributes.get('id') ?? '', element.text]))
    assert.equal(texts['first-name-error'], 'Enter a name.')
    assert.equal(texts['first-name-help'], 'As on your passport')
  })

  test('is marked as invalid only by an error that is about its value', () => {
    const about = (invalid: boolean): Readonly<Record<string, string>> =>
      attributesOf(field({ ...name, autocomplete: 'off', describedBy: 'form-error', invalid }), 'input')
    assert.equal(about(true)['aria-invalid'], 'true')
    assert.equal(about(false)['aria-invalid'], undefined)
    assert.equal(about(false)['aria-describedby'], 'form-error')
  })

  test('for a code is filled in by browsers, and is written from left to right', () => {
    const input = attributesOf(codeField({ id: 'code', name: 'code', label: 'Code', focused: true }), 'input')
    assert.equal(input['autocomplete'], 'one-time-code')
    assert.equal(input['inputmode'], 'numeric')
    assert.equal(input['dir'], 'ltr')
    assert.equal(input['autofocus'], '')
    assert.equal(attributesOf(codeField({ id: 'code', name: 'code', label: 'Code', digits: false }), 'input')['inputmode'], 'text')
  })

  test('to tick has its label behind it, and keeps its state', () => {
    const box = checkbox({
      id: 'terms',
      name: 'terms',
      label: html`I accept the <a href="/terms">terms</a>`,
      checked: true,
      error: 'Accept them.',
    })
    assert.deepEqual(attributesOf(box, 'input'), {
      id: 'terms',
      name: 'terms',
      type: 'checkbox',
      checked: '',
      'aria-invalid': 'true',
      'aria-describedby': 'terms-error',
    })
    assert.equal(only(parsed(box), 'label').text, 'I accept the terms')
  })

  test('with choices shows the chosen one, each in its own language', () => {
    const choices = [
      { value: 'en', label: 'English', lang: 'en' },
      { value: 'de', label: 'Deutsch', lang: 'de' },
    ]
    const languages = parsed(
      select({ id: 'language', name: 'language', label: 'Language', autocomplete: 'language', choices, value: 'de' }),
    )
    assert.deepEqual(
      all(languages, 'option').map(({ attributes }) => [attributes.get('lang'), attributes.has('selected')]),
      [
        ['en', false],
        ['de', true],
      ],
    )
  })

  test('shows hostile values as text', () => {
    const hostile = '"><script>alert(1)</script>'
    for (const markup of [
      field({ id: 'a', name: 'a', label: hostile, value: hostile, help: hostile, error: hostile, autocomplete: 'off' }),
      codeField({ id: 'a', name: 'a', label: hostile, value: hostile }),
      checkbox({ id: 'a', name: 'a', label: hostile }),
      select({ id: 'a', name: 'a', label: hostile, autocomplete: 'off', choices: [{ value: hostile, label: hostile }] }),
      rows([{ title: hostile, notes: [hostile] }]),
      section({ id: 'a', heading: hostile, lead: hostile, body: html`` }),
      notice(hostile),
      secretText(hostile),
      codeList([hostile]),
      divider(hostile),
      submitButton(hostile, {}, hostile),
      linkButton('/a', hostile),
      qrCode(hostile, hostile),
    ])
      assert.deepEqual(all(parsed(markup), 'script'), [])
  })
})

test('a button says its kind by class, and what it acts on by its name', () => {
  assert.deepEqual(attributesOf(submitButton('Save'), 'button'), { type: 'submit' })
  assert.deepEqual(attributesOf(submitButton('Remove', { kind: 'danger', small: true }, 'Alice’s phone'), 'button'), {
    type: 'submit',
    class: 'danger small',
    'aria-label': 'Remove: Alice’s phone',
  })
})

test('a link that looks like a button leads to a path of this server only', () => {
  assert.deepEqual(attributesOf(linkButton('/ui/account', 'Back'), 'a'), { href: '/ui/account', class: 'button secondary' })
  for (const path of ['https://elsewhere.example/', '//elsewhere.example', 'javascript:alert(1)'])
    assert.throws(() => linkButton(path, 'Back'), TypeError)
})

test('other ways stand one below the other, and nothing stands where there are none', () => {
  assert.equal(moreWays([]), '')
  const ways = moreWays([linkButton('/a', 'A'), linkButton('/b', 'B')])
  assert.ok(ways !== '')
  assert.equal(all(parsed(ways), 'a').length, 2)
})

test('a section is named by its heading', () => {
  const page = parsed(section({ id: 'sessions', heading: 'Sessions', lead: 'Where you are signed in', body: html`<p>none</p>` }))
  assert.equal(only(page, 'section').attributes.get('aria-labelledby'), 'sessions')
  assert.equal(only(page, 'h2').attributes.get('id'), 'sessions')
})

test('a row has its text and its actions apart, with spaces between the words', () => {
  const list = parsed(
    rows([
      { title: 'Firefox', notes: ['Berlin', 'Today'], actions: [submitButton('Sign out', { kind: 'secondary', small: true }, 'Firefox')] },
      { title: 'Chrome' },
    ]),
  )
  assert.deepEqual(all(list, 'li').map(words), ['Firefox Berlin Today Sign out', 'Chrome'])
  assert.equal(all(list, 'button').length, 1)
})

test('steps are an ordered list', () => {
  assert.deepEqual(all(only(parsed(orderedSteps([html`one`, html`two`])), 'ol'), 'li').map(words), ['one', 'two'])
})

test('a secret is shown in groups of four, and codes are shown as they are', () => {
  assert.equal(only(parsed(secretText('JBSWY3DPEHPK3PXPQ')), 'code').text, 'JBSW Y3DP EHPK 3PXP Q')
  assert.deepEqual(
    all(parsed(codeList(['abcd-efgh', '1234-5678'])), 'code').map(({ text }) => text),
    ['abcd-efgh', '1234-5678'],
  )
})

describe('the QR code', () => {
  const uri =
    'otpauth://totp/Acme%20ID:alice%40acme.example?issuer=Acme%20ID&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30'
  const svg = only(parsed(qrCode(uri, 'QR code for your authenticator app')), 'svg')

  test('is an image with a label, and white behind the black modules', () => {
    assert.equal(svg.attributes.get('role'), 'img')
    assert.equal(svg.attributes.get('aria-label'), 'QR code for your authenticator app')
    assert.deepEqual(Object.fromEntries(only(svg, 'rect').attributes), { width: '57', height: '57', fill: '#fff' })
    assert.equal(only(svg, 'path').attributes.get('stroke'), '#000')
  })

  test('draws exactly the dark modules, with four modules of quiet zone', () => {
    const { data, size } = encode(uri, { ecc: 'M', border: 4 })
    const drawn = data.map((row) => row.map(() => false))
    let [x, y] = [0, 0]
    for (const [, command, first = '', second] of (only(svg, 'path').attributes.get('d') ?? '').matchAll(/([Mmh])(\d+)(?: (\d+))?/g)) {
      if (command === 'M') [x, y] = [Number(first), Number(second)]
      else if (command === 'h') drawn[y]?.fill(true, x, (x += Number(first)))
      else x += Number(first)
    }
    assert.deepEqual(drawn, data)
    assert.equal(svg.attributes.get('viewBox'), `0 0 ${size} ${size}`)
    for (const row of [...drawn.slice(0, 4), ...drawn.slice(-4)]) assert.ok(!row.includes(true))
    for (const row of drawn) assert.ok(!row.slice(0, 4).includes(true) && !row.slice(-4).includes(true))
  })

  test('is at most 5 kB', () => {
    const { length } = toDocument(qrCode(uri, 'QR code for your authenticator app'))
    assert.ok(length <= 5_000, `${length}`)
  })

  test('is refused for a text that does not fit', () => {
    assert.throws(() => qrCode('x'.repeat(2_332), 'too long'))
  })
})
