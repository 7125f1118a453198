// Headers and languages of the pages, and the pages that core-protocol asks for.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { Answer } from '@symbolon/core-protocol'
import {
  DisplayedError,
  EndSessionError,
  ExpiredRequest,
  fromRequest,
  PageNotFound,
  StorageUnavailable,
  TooManyRequests,
} from '@symbolon/core-protocol'
import { dispatcherOf, issuer, openProvider, origin } from './provider.ts'
import type { Provider } from './provider.ts'

let provider: Provider
beforeEach(async () => {
  provider = await openProvider()
})
afterEach(async () => {
  await provider.close()
})

const always = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'unsafe-none',
}

test('HO-11 AZ-30 a page with a form cannot be framed, cached or sniffed, and can post to this server only', async () => {
  const browser = provider.browser()
  const { headers } = await browser.get(dispatcherOf(await browser.begin()))
  assert.deepEqual(Object.fromEntries(headers), {
    ...always,
    'content-security-policy':
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; " + "form-action 'self'",
    'referrer-policy': 'same-origin',
  })
})

/** The test's user interface renders a page as JSON. */
function contentOf({ body }: Answer): unknown {
  return JSON.parse(typeof body === 'string' ? body : '')
}

test('HO-11 AZ-30 an error page sends no referrer and cannot post a form', async () => {
  const { headers } = await provider.browser().get('/ui/login?request=x')
  assert.deepEqual(Object.fromEntries(headers), {
    ...always,
    'content-security-policy':
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; " + "form-action 'none'",
    'referrer-policy': 'no-referrer',
  })
})

test('the form_post page runs one script of this server, can post to any https address, and sends the origin as referrer', async () => {
  const parameters = { code: 'c', state: '"><script>' }
  const answer = await provider.part.formPost(
    { clientId: 'app', redirectUri: 'https://app.example/callback?x=1', responseMode: 'form_post', uiLocales: ['de'], state: '"><script>' },
    parameters,
    fromRequest(new Request(issuer)),
    provider.context,
  )
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.fields, {
    ...always,
    'content-security-policy':
      "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; base-uri 'none'; " +
      "frame-ancestors 'none'; form-action https:",
    'referrer-policy': 'origin',
  })
  const page = { kind: 'form_post', action: 'https://app.example/callback?x=1', parameters }
  assert.deepEqual(contentOf(answer), { locale: 'de', page })
})

test('the form_post page of an application that is served over http can post to http and https addresses', async () => {
  const target = {
    clientId: 'app',
    redirectUri: 'HTTP://localhost:3000/callback',
    responseMode: 'form_post',
    uiLocales: [],
    state: undefined,
  } as const
  const { fields } = await provider.part.formPost(target, { code: 'c' }, fromRequest(new Request(issuer)), provider.context)
  assert.match(fields['content-security-policy'] ?? '', /; form-action http: https:$/)
})

test('the pages around a sign-out and the welcome page follow the language of the request, and only the question has a form', async () => {
  const request = fromRequest(new Request(issuer, { headers: { 'accept-language': 'en' } }))
  const question = { action: '/oidc/v1/end_session', fields: { a: 'b' }, uiLocales: ['de'] }
  const pages: readonly [answer: Answer, formAction: string, referrer: string, expected: unknown][] = [
    [
      await provider.part.confirmSignOut(question, request, provider.context),
      "'self'",
      'same-origin',
      { locale: 'de', page: { kind: 'sign_out', action: '/oidc/v1/end_session', fields: { a: 'b' } } },
    ],
    [
      await provider.part.signedOut({ othersRemain: true, uiLocales: ['de'] }, request, provider.context),
      "'none'",
      'no-referrer',
      { locale: 'de', page: { kind: 'signed_out', othersRemain: true } },
    ],
    [await provider.part.welcome(request, provider.context), "'none'", 'no-referrer', { locale: 'en', page: { kind: 'welcome' } }],
  ]
  for (const [answer, formAction, referrer, expected] of pages) {
    assert.equal(answer.status, 200)
    assert.ok(answer.fields['content-security-policy']?.endsWith(`form-action ${formAction}`))
    assert.equal(answer.fields['referrer-policy'], referrer)
    assert.deepEqual(contentOf(answer), expected)
  }
})

test('AZ-22 the language follows ui_locales, then the browser, and is always an offered one', async () => {
  const browser = provider.browser()
  const ask = async (uiLocales: readonly string[], acceptLanguage: string): Promise<string> =>
    (await browser.get(dispatcherOf(await browser.begin({ uiLocales })), { 'accept-language': acceptLanguage })).locale
  assert.equal(await ask(['de-AT'], 'en'), 'de')
  assert.equal(await ask([], 'fr, de;q=0.8, en;q=0.1'), 'de')
  assert.equal(await ask(['../../etc/passwd', ...Array.from({ length: 1000 }, () => 'xx')], '../../etc/passwd'), 'en')
})

const displayed: readonly [error: DisplayedError, status: number, page: Readonly<Record<string, unknown>>][] = [
  [
    new DisplayedError('invalid_request', 'No client.'),
    400,
    { kind: 'error', code: 'invalid_authorization_request', error: 'invalid_request', description: 'No client.' },
  ],
  [new DisplayedError('server_error', 'Unexpected.', 'a private reason'), 500, { kind: 'error', code: 'server_error' }],
  [new DisplayedError('temporarily_unavailable', 'Away.'), 503, { kind: 'error', code: 'unavailable' }],
  [new TooManyRequests(7), 429, { kind: 'error', code: 'too_many_requests' }],
  [new DisplayedError('access_denied', 'Not admitted.'), 403, { kind: 'error', code: 'user_not_admitted' }],
  [new ExpiredRequest(), 400, { kind: 'error', code: 'expired_request' }],
  [new PageNotFound(), 404, { kind: 'error', code: 'not_found' }],
  [
    new EndSessionError('invalid_request', 'No such client.'),
    400,
    { kind: 'error', code: 'invalid_sign_out_request', error: 'invalid_request', description: 'No such client.' },
  ],
  [new EndSessionError('server_error', 'Unexpected.', 'a private reason'), 500, { kind: 'error', code: 'sign_out_failed' }],
  [new EndSessionError('temporarily_unavailable', 'Away.'), 503, { kind: 'error', code: 'sign_out_failed' }],
]
for (const [error, status, page] of displayed) {
  test(`the error ${error.name} ${error.error} is shown with ${status}, without its private reason`, async () => {
    const request = fromRequest(new Request(issuer, { headers: { 'accept-language': 'de' } }))
    const answer = await provider.part.displayError(error, request, provider.context)
    assert.equal(answer.status, status)
    assert.equal(answer.fields['retry-after'], status === 503 ? '5' : status === 429 ? '7' : undefined)
    assert.deepEqual(contentOf(answer), { locale: 'de', page })
  })
}

test('an unavailable database leads to a page with 503 and Retry-After, and an unexpected error is thrown on', async () => {
  const endpoint = provider.part.endpoints.find(({ path }) => path === '/ui/login')
  const failing = (error: Error): Parameters<NonNullable<typeof endpoint>['handle']>[1] =>
    Object.assign({}, provider.context, {
      stores: {
        ...provider.stores,
        authorizationRequests: { ...provider.stores.authorizationRequests, find: () => Promise.reject(error) },
      },
    })
  const request = fromRequest(new Request(`${issuer}/ui/login?request=${'A'.repeat(22)}`))
  const answer = await endpoint?.handle(request, failing(new StorageUnavailable('away')), origin)
  assert.equal(answer?.status, 503)
  assert.equal(answer?.fields['retry-after'], '5')
  await assert.rejects(async () => await endpoint?.handle(request, failing(new RangeError('a fault')), origin), RangeError)
})

test('an asset is served at its exact path, and can be cached', async () => {
  const { status, headers, body } = await provider.browser().get('/ui/login/assets/style.css')
  assert.equal(status, 200)
  assert.equal(body, 'body{}')
  assert.equal(headers.get('content-type'), 'text/css; charset=utf-8')
  assert.equal(headers.get('cache-control'), 'public, max-age=3600')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal((await provider.browser().get('/ui/login/assets/..%2fstyle.css')).status, 404)
})
