// What each kind of page shows and sends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import type { Page, PasswordPage } from '@symbolon/login'
import { templates } from '../src/index.ts'
import { all, fieldsOf, only, parse } from './html.ts'

const ui = templates()
const base = { action: '/ui/login/step', requestId: 'r-1', csrf: 'c-1', applicationName: 'Acme Portal' }
const render = (page: Page): ReturnType<typeof parse> => parse(ui.render(page, 'en'))
const linksOf = (page: Page): readonly (string | undefined)[] => all(render(page), 'a').map((link) => link.attributes.get('href'))
const inputOf = (page: Page, name: string): Readonly<Record<string, string>> => {
  const input = all(render(page), 'input').find((element) => element.attributes.get('name') === name)
  return Object.fromEntries(input?.attributes ?? [])
}

test('the login name page names the application, and shows the login name that was typed', () => {
  const page: Page = { kind: 'login_name', ...base, loginName: 'alice' }
  assert.equal(only(render(page), 'title').text, 'Sign in · Acme Portal')
  assert.equal(only(render(page), 'h1').text, 'Sign in to Acme Portal')
  assert.equal(only(only(render(page), 'h1'), 'b').text, 'Acme Portal')
  assert.deepEqual(fieldsOf(only(render(page), 'form')), { request: 'r-1', csrf: 'c-1', loginName: 'alice' })
  assert.equal(inputOf(page, 'loginName')['autocomplete'], 'username')
})

test('the login name page links to the account selection only when there are sessions', () => {
  assert.deepEqual(linksOf({ kind: 'login_name', ...base }), [])
  const accountsPath = '/ui/login/accounts?request=r-1&x=1'
  assert.deepEqual(linksOf({ kind: 'login_name', ...base, accountsPath }), [accountsPath])
})

test('the password page shows password managers the login name', () => {
  const page: PasswordPage = { kind: 'password', ...base, loginName: 'alice' }
  const name = inputOf(page, 'loginName')
  assert.equal(name['value'], 'alice')
  assert.equal(name['autocomplete'], 'username')
  assert.ok('readonly' in name)
  const password = inputOf(page, 'password')
  assert.equal(password['type'], 'password')
  assert.equal(password['autocomplete'], 'current-password')
  assert.ok(!('value' in password), 'a password is never sent back')
})

test('the password page offers another account unless the request demands this user', () => {
  assert.deepEqual(linksOf({ kind: 'password', ...base, loginName: 'alice' }), [])
  assert.deepEqual(linksOf({ kind: 'password', ...base, loginName: 'alice', otherUserPath: '/ui/login/other' }), ['/ui/login/other'])
})

test('the page for a code has one numeric field that browsers can fill in, and names the user', () => {
  const page: Page = { kind: 'one_time_code', ...base, loginName: 'alice@acme.example', otherUserPath: '/ui/login/other' }
  assert.deepEqual(fieldsOf(only(render(page), 'form')), { request: 'r-1', csrf: 'c-1', code: '' })
  const code = inputOf(page, 'code')
  assert.equal(code['autocomplete'], 'one-time-code')
  assert.equal(code['inputmode'], 'numeric')
  assert.equal(code['type'], 'text', 'a number field would drop leading zeros and scroll')
  assert.ok(!('pattern' in code) && !('required' in code), 'spaces are fine, and the page reports a missing value itself')
  assert.match(only(render(page), 'main').text, /shows for alice@acme\.example/)
  assert.equal(only(render(page), 'title').text, 'Enter your code · Acme Portal')
  assert.deepEqual(linksOf(page), ['/ui/login/other'])
  assert.deepEqual(linksOf({ kind: 'one_time_code', ...base, loginName: 'alice' }), [])
})

test('a page that refuses a user links to the login name page for another user', () => {
  assert.deepEqual(linksOf({ kind: 'error', code: 'second_factor_missing', otherUserPath: '/ui/login/other' }), ['/ui/login/other'])
  assert.deepEqual(linksOf({ kind: 'error', code: 'second_factor_missing' }), [])
})

test('the account selection has a form for each session, and marks sessions that need a new sign-in', () => {
  const page: Page = {
    kind: 'account_selection',
    ...base,
    otherUserPath: '/ui/login/other',
    accounts: [
      { sessionId: 's-1', loginName: 'alice@acme.example', displayName: 'Alice', signedIn: true },
      { sessionId: 's-2', loginName: 'bob@acme.example', displayName: '', signedIn: false },
    ],
  }
  const forms = all(render(page), 'form')
  assert.deepEqual(
    forms.map((form) => fieldsOf(form)['sessionId']),
    ['s-1', 's-2'],
  )
  const words = forms.map((form) => only(form, 'button').text.replaceAll(/\s+/g, ' ').trim())
  assert.deepEqual(words, ['A Alice alice@acme.example', 'B bob@acme.example bob@acme.example Signed out'])
  assert.deepEqual(linksOf(page), ['/ui/login/other'])
})

test('the account selection without an account still lets the user sign in', () => {
  assert.deepEqual(linksOf({ kind: 'account_selection', ...base, accounts: [], otherUserPath: '/ui/login/other' }), ['/ui/login/other'])
})

test('the error page shows error and description in a section for developers, and omits the section without them', () => {
  const page = render({ kind: 'error', code: 'invalid_authorization_request', error: 'invalid_request', description: 'scope is missing' })
  assert.deepEqual(
    all(only(page, 'section'), 'dt').map((term) => term.text),
    ['error', 'error_description'],
  )
  assert.deepEqual(
    all(only(page, 'section'), 'dd').map((value) => value.text),
    ['invalid_request', 'scope is missing'],
  )
  assert.deepEqual(all(render({ kind: 'error', code: 'server_error' }), 'section'), [])
})

test('HO-12 an error page shows nothing but the members of its model', () => {
  const extra = { kind: 'error' as const, code: 'server_error' as const, state: 'call +1 555 0100', stack: 'call +1 555 0100' }
  assert.doesNotMatch(ui.render(extra, 'en'), /555/)
})

test('the signed-out page confirms the sign-out, and says whether other accounts are still signed in', () => {
  const alone = render({ kind: 'signed_out', othersRemain: false })
  assert.equal(only(alone, 'title').text, 'You are signed out · Symbolon')
  assert.equal(only(alone, 'h1').text, 'You are signed out')
  assert.doesNotMatch(only(alone, 'main').text, /Other accounts/)
  assert.deepEqual(all(alone, 'a'), [], 'there is nowhere to go')
  assert.match(only(render({ kind: 'signed_out', othersRemain: true }), 'main').text, /Other accounts are still signed in/)
})

test('the sign-out page has one button, which posts the given fields', () => {
  for (const [locale, heading, button] of [
    ['en', 'Sign out of Symbolon?', 'Sign out'],
    ['de', 'Von Symbolon abmelden?', 'Abmelden'],
  ] as const) {
    const fields = { request: 'state=a&ui_locales=de', csrf: 'token' }
    const page = parse(ui.render({ kind: 'sign_out', action: '/oidc/v1/end_session', fields }, locale))
    assert.equal(only(page, 'h1').text, heading)
    const form = only(page, 'form')
    assert.equal(form.attributes.get('action'), '/oidc/v1/end_session')
    assert.deepEqual(fieldsOf(form), fields)
    assert.equal(only(form, 'button').text, button)
    assert.deepEqual(all(page, 'a'), [], 'a user who does not want to sign out closes the page')
  }
})

test('the signed-out page redirects to the application’s address, and links to it', () => {
  const continueTo = `https://app.example/out?a=1&state=it's;url=x`
  const page = render({ kind: 'signed_out', othersRemain: false, continueTo })
  const refresh = all(page, 'meta').find((meta) => meta.attributes.get('http-equiv') === 'refresh')
  assert.equal(refresh?.attributes.get('content'), `0;url=${continueTo}`)
  assert.equal(only(page, 'a').attributes.get('href'), continueTo)
  assert.equal(
    all(render({ kind: 'signed_out', othersRemain: false }), 'meta').some((meta) => meta.attributes.has('http-equiv')),
    false,
  )
  assert.equal(
    only(render({ kind: 'signed_out', othersRemain: false, continueTo: 'com.example.app:/out' }), 'a').attributes.get('href'),
    'com.example.app:/out',
  )
  for (const address of [
    'javascript:alert(1)',
    'JAVASCRIPT:x',
    'java\tscript:x',
    ' https://a.example',
    'data:text/html,x',
    'blob:https://x/1',
    '/path',
    '//a.example',
    '',
  ]) {
    assert.throws(() => ui.render({ kind: 'signed_out', othersRemain: false, continueTo: address }, 'en'), TypeError, address)
  }
})

test('the form_post page posts every parameter unchanged and in order, and says what happens', () => {
  const parameters = { code: 'abc', state: `q"'<>&amp;</script> ü\u202E`, iss: 'https://id.example' }
  const page = render({ kind: 'form_post', action: 'https://app.example/callback?a=1&b=2', parameters })
  const form = only(page, 'form')
  assert.equal(form.attributes.get('action'), 'https://app.example/callback?a=1&b=2')
  assert.deepEqual(Object.entries(fieldsOf(form)), Object.entries(parameters))
  assert.equal(only(form, 'button').text, 'Continue')
  assert.equal(only(page, 'title').text, 'Returning to the application · Symbolon')
  assert.equal(all(page, 'noscript').length, 0, 'the button is there with scripts too: they may be blocked')
})

test('the script of the form_post page submits the first form, even when a parameter is named submit', () => {
  const sent: unknown[] = []
  class HTMLFormElement {
    readonly submit: string = 'a field'
  }
  Object.defineProperty(HTMLFormElement.prototype, 'submit', {
    value(this: unknown) {
      sent.push(this)
    },
  })
  const forms = [new HTMLFormElement(), new HTMLFormElement()]
  runInNewContext(ui.assets['form-post.js']?.body ?? '', { HTMLFormElement, document: { forms } })
  assert.deepEqual(sent, [forms[0]])
})

test('the script comes after the form that it submits', () => {
  const document = ui.render({ kind: 'form_post', action: 'https://app.example/callback', parameters: { code: 'abc' } }, 'en')
  assert.ok(document.indexOf('<script') > document.indexOf('</form>'))
})

test('the page that returns to the application redirects to a path of this server, and links to it', () => {
  const page: Page = { kind: 'leaving', target: '/oauth/v2/authorize/resume?request=r-1&x=1', applicationName: 'Acme Portal' }
  const refresh = all(render(page), 'meta').find((meta) => meta.attributes.get('http-equiv') === 'refresh')
  assert.equal(refresh?.attributes.get('content'), `0;url=${page.target}`)
  assert.deepEqual(linksOf(page), [page.target])
  assert.deepEqual(all(render(page), 'form'), [], 'what a form leads to is bound to the policy of its page')
  for (const target of ['https://elsewhere.example/', '//elsewhere.example', 'javascript:alert(1)'])
    assert.throws(() => ui.render({ ...page, target }, 'en'), TypeError)
  for (const other of [{ kind: 'welcome' as const }, { kind: 'login_name' as const, ...base }]) {
    assert.ok(!all(render(other), 'meta').some((meta) => meta.attributes.get('http-equiv') === 'refresh'))
  }
})

test('a wait of more than 90 seconds is shown in minutes, and a fraction as the next whole number', () => {
  const words = (retryAfter: number): string => {
    const page = parse(ui.render({ kind: 'password', ...base, loginName: 'alice', error: 'too_many_attempts', retryAfter }, 'en'))
    return all(page).find((element) => element.attributes.get('role') === 'alert')?.text ?? ''
  }
  assert.equal(words(8), 'Too many attempts. Wait 8 seconds, then try again.')
  assert.match(words(90), /Wait 90 seconds/)
  assert.match(words(91), /Wait 2 minutes/)
  assert.match(words(0.2), /Wait 1 second,/)
})
