// Forms that do not come from a page of this server, and cookies that this server did not set.
import { fromRequest } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { dispatcherOf, formOf, openProvider, origin, resumeOf, sessionCookie, start } from './provider.ts'
import type { Browser, Provider } from './provider.ts'

let provider: Provider
let browser: Browser
let id: string
beforeEach(async () => {
  provider = await openProvider()
  browser = provider.browser()
  id = await browser.begin()
  await browser.submit(id, { loginName: 'ann' })
})
afterEach(async () => {
  await provider.close()
})

const forgeries: readonly [title: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>][] = [
  ['no CSRF token', { csrf: '' }, {}],
  ['a forged CSRF token of the right length', { csrf: 'A'.repeat(43) }, {}],
  ['the origin of another site', {}, { origin: 'https://evil.example' }],
  ['the origin of another host of the same domain', {}, { origin: 'https://www.id.example' }],
  ['the issuer’s host over http', {}, { origin: 'http://id.example' }],
  ['Origin: null', {}, { origin: 'null' }],
  ['Sec-Fetch-Site: cross-site', {}, { 'sec-fetch-site': 'cross-site' }],
  ['Sec-Fetch-Site: same-site', {}, { 'sec-fetch-site': 'same-site' }],
  ['no cookies', {}, { cookie: 'x=y' }],
]
for (const [title, fields, headers] of forgeries) {
  test(`LG-04 a post with ${title} is refused with 403`, async () => {
    const { action, csrf } = await formOf(browser, id)
    const answer = await browser.post(action, { request: id, csrf, password: 'right', ...fields }, headers)
    assert.equal(answer.status, 403)
    assert.ok(answer.page.kind === 'error' && answer.page.code === 'forbidden_form')
    assert.equal(answer.headers.getSetCookie().length, 0)
    assert.equal(provider.log.at(-1)?.event, 'login_form_refused')
  })
}

test('LG-04 the CSRF token of another authorization request, of this or another browser, is refused with 403', async () => {
  const stranger = provider.browser()
  const [own, foreign] = [await browser.begin(), await stranger.begin()]
  for (const { csrf } of [await formOf(browser, own), await formOf(stranger, foreign)]) {
    assert.equal((await browser.post('/ui/login/password', { request: id, csrf, password: 'right' })).status, 403)
  }
})

test('LG-04 an authorization request that is bound to no browser is not served', async () => {
  const pending = await provider.stores.authorizationRequests.find(id, start)
  assert.ok(pending !== undefined)
  const { browser: _, ...unbound } = pending
  const other = 'B'.repeat(22)
  await provider.stores.authorizationRequests.insert({ ...unbound, id: other }, { source: '192.0.2.1', limit: 1_000_000 })
  browser.cookies.set(`__Host-symbolon-request-${other}`, 'x'.repeat(43))
  assert.equal((await browser.get(dispatcherOf(other))).status, 400)
})

test('a form with Sec-Fetch-Site: none is accepted', async () => {
  const { action, csrf } = await formOf(browser, id)
  assert.equal((await browser.post(action, { request: id, csrf, password: 'right' }, { 'sec-fetch-site': 'none' })).status, 200)
})

test('LG-04 every step that takes a form checks its CSRF token', async () => {
  for (const path of ['/ui/login/login-name', '/ui/login/password', '/ui/login/accounts']) {
    assert.equal((await browser.post(path, { request: id, csrf: '', loginName: 'bob', password: 'right' })).status, 403)
  }
})

test('a browser that sends neither Origin nor Sec-Fetch-Site can sign in', async () => {
  const { csrf } = await formOf(browser, id)
  const request = new Request(new URL('/ui/login/password', provider.context.issuer), {
    method: 'POST',
    body: new URLSearchParams({ request: id, csrf, password: 'right' }),
    headers: { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') },
  })
  const endpoint = provider.part.endpoints.find(({ path }) => path === '/ui/login/password')
  assert.equal((await endpoint?.handle(fromRequest(request), provider.context, origin))?.status, 200)
})

const contentTypes = ['text/plain', 'multipart/form-data; boundary=x', 'application/json', '']
for (const contentType of contentTypes) {
  test(`LG-05 the content type ${contentType || '(none)'} does not bypass the checks`, async () => {
    const { action, csrf } = await formOf(browser, id)
    const body = new URLSearchParams({ request: id, csrf, password: 'right' }).toString()
    const answer = await browser.post(action, body, { 'content-type': contentType })
    assert.equal(answer.status, 400)
    assert.equal(answer.page.kind, 'error')
    assert.equal(answer.headers.getSetCookie().length, 0)
    assert.equal((await browser.post(action, body, { 'content-type': contentType, origin: 'https://evil.example' })).status, 403)
  })
}

for (const contentType of ['Application/X-WWW-Form-URLencoded; Charset=UTF-8', 'application/x-www-form-urlencoded;foo']) {
  test(`LG-05 the content type ${contentType} is a form, and its CSRF token is checked`, async () => {
    const { action, csrf } = await formOf(browser, id)
    const headers = { 'content-type': contentType }
    assert.equal((await browser.post(action, { request: id, csrf: '', password: 'right' }, headers)).status, 403)
    const foreign = { ...headers, origin: 'https://evil.example' }
    assert.equal((await browser.post(action, { request: id, csrf, password: 'right' }, foreign)).status, 403)
  })
}

test('a repeated field, malformed text and a huge body are refused with 400 before a password is hashed', async () => {
  const { action, csrf } = await formOf(browser, id)
  const form = new URLSearchParams({ request: id, csrf }).toString()
  for (const field of ['password=right&password=wrong', 'password=%ff', 'password=%', `password=${'x'.repeat(1_000_000)}`]) {
    assert.equal((await browser.post(action, `${form}&${field}`)).status, 400)
  }
  assert.deepEqual(provider.hashing.counts, { verify: 0, verifyAbsent: 0, hash: 0 })
})

test('LG-18 a session cookie that was tampered with opens no session and causes no error', async () => {
  await browser.submit(id, { password: 'right' })
  const cookie = browser.cookies.get(sessionCookie) ?? ''
  const next = await browser.begin()
  const flipped = Array.from({ length: 43 }, (_, at) => cookie.slice(0, at) + (cookie[at] === 'x' ? 'y' : 'x') + cookie.slice(at + 1))
  for (const value of [...flipped, '', 'x'.repeat(8000), '%00', '"quoted"']) {
    browser.cookies.set(sessionCookie, value)
    const { status, page } = await browser.get(dispatcherOf(next))
    assert.equal(status, 200)
    assert.equal(page.kind, 'login_name')
  }
  browser.cookies.set(sessionCookie, cookie)
  assert.equal((await browser.get(dispatcherOf(next))).location, resumeOf(next))
})

test('LG-18 a malformed request id leads to the page of an expired request', async () => {
  for (const requestId of ['', 'x', '../../etc', 'A'.repeat(5000), '%00', "' or 1=1"]) {
    const { status, page } = await browser.get(`/ui/login?request=${encodeURIComponent(requestId)}`)
    assert.equal(status, 400)
    assert.ok(page.kind === 'error' && page.code === 'expired_request')
  }
  assert.equal((await browser.get('/ui/login')).status, 400)
  assert.equal((await browser.get('/ui/login?request=%ff')).status, 400)
})
