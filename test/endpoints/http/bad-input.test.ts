// What bad input gets, at every endpoint: the standard's error, never a failure, nothing of the inside, and one line in the log.
import { alice, clientSecret, redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { authorizationUrl, basicHeader } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { isPage, routes } from '../../support/routes.ts'

const form = 'application/x-www-form-urlencoded'
const canary = 'canary-9c1f4e'

/** Bodies that no form is, each with its content type. */
const bodies: Readonly<Record<string, readonly [contentType: string | undefined, body: string | Uint8Array<ArrayBuffer>]>> = {
  'no body': [form, ''],
  'no content type': [undefined, new TextEncoder().encode(`grant_type=${canary}`)],
  JSON: ['application/json', `{"grant_type":"${canary}"}`],
  multipart: ['multipart/form-data; boundary=x', `--x\r\nContent-Disposition: form-data; name="code"\r\n\r\n${canary}\r\n--x--`],
  'plain text': ['text/plain', `grant_type=${canary}`],
  'a type that begins alike': [`${form}x`, `grant_type=${canary}`],
  'two content types': [`${form}, application/json`, `grant_type=${canary}`],
  'bytes that are not UTF-8': [form, new Uint8Array([0x61, 0x3d, 0xff, 0xfe, 0xc3, 0x28])],
  'percent-encoding that is not UTF-8': [form, `grant_type=${canary}%ff%fe`],
  'an overlong encoding': [form, `grant_type=${canary}%c0%af`],
  'an encoded surrogate': [form, `grant_type=${canary}%ed%a0%80`],
  'broken percent-encoding': [form, `grant_type=${canary}%zz`],
  'percent-encoding cut off': [form, `grant_type=${canary}%4`],
  'broken percent-encoding in a name': [form, `gr%zzant_type=${canary}`],
  'a NUL': [form, `grant_type=${canary}%00`],
  'only separators': [form, '&&&===&&&'],
  'a repeated parameter': [
    form,
    ['grant_type', 'client_id', 'request', 'access_token'].map((name) => `${name}=a&${name}=${canary}`).join('&'),
  ],
  'names of Object.prototype': [form, `__proto__=${canary}&constructor=${canary}&toString=${canary}&hasOwnProperty=${canary}`],
  'brackets and dots': [form, `a[b]=${canary}&a.b=${canary}&a[]=${canary}`],
  'more than 64 KiB': [form, `grant_type=${canary}${'x'.repeat(64 * 1024)}`],
  'a parameter of more than 8 KiB': [form, `grant_type=${canary}${'x'.repeat(9 * 1024)}`],
  'a name of more than 8 KiB': [form, `${canary}${'x'.repeat(9 * 1024)}=${'x'.repeat(9 * 1024)}`],
  'more than 1000 parameters': [form, `${canary}=1&`.repeat(1001)],
  'JSON instead of a form': [form, `{"grant_type":"${canary}"}`],
}

const queries: readonly string[] = [
  '',
  '?',
  '?&&&',
  '?request',
  '?request=',
  `?request=${canary}`,
  `?request=AAAAAAAAAAAAAAAAAAAAAA&request=${canary}`,
  `?request=%ff${canary}`,
  `?request=%zz${canary}`,
  '?%=%',
  `?__proto__=${canary}`,
  `?request[]=${canary}`,
  `?request=${canary}%00`,
  `?${'a=1&'.repeat(1001)}`,
  `?request=${canary.repeat(6000)}`,
  `?client_id=basic&client_id=${canary}`,
  `?client_id=${canary}`,
  `?client_id=%ff${canary}`,
  `?client_id=basic&redirect_uri=%zz${canary}`,
  `?client_id=basic&redirect_uri=${encodeURIComponent(redirectUri)}&redirect_uri=${canary}`,
  `?client_id=${canary.repeat(100)}`,
]

describe('bad input', () => {
  let provider: TestProvider
  let marker = 0

  before(async () => {
    provider = await startTestProvider()
  })
  after(async () => await provider.close())

  async function send(path: string, init: RequestInit): Promise<{ readonly response: Response; readonly text: string }> {
    marker = provider.logged.length
    const response = await provider.fetch(new Request(provider.issuer + path, init))
    return { response, text: await response.text() }
  }

  /** No failure, nothing of the inside or of the input, one access line, no error line. */
  function assertRefused({ response, text }: Awaited<ReturnType<typeof send>>, where: string): void {
    assert.ok(response.status >= 200 && response.status < 500, `${where}: ${response.status} ${text}`)
    assert.doesNotMatch(text, /canary|node_modules|\.ts:\d|\bat [A-Za-z.]+ \(|SQLITE|Error:/, where)
    const lines = provider.logged.slice(marker)
    assert.equal(lines.filter(({ event }) => event === 'request').length, 1, where)
    assert.deepEqual(
      lines.filter(({ level }) => level === 'error'),
      [],
      where,
    )
    assert.doesNotMatch(JSON.stringify(lines), /canary/, where)
  }

  for (const { path } of routes.filter((route) => route.methods.includes('POST'))) {
    test(`POST ${path} refuses a body that is not a form`, async () => {
      for (const [name, [contentType, body]] of Object.entries(bodies)) {
        const answer = await send(path, { method: 'POST', headers: contentType === undefined ? {} : { 'content-type': contentType }, body })
        assertRefused(answer, `${path} ${name}`)
        const { response, text } = answer
        if (path === '/oidc/v1/end_session' && response.status === 303) {
          // What the endpoint does not know does not make a request to sign out wrong, and is not handed on.
          assert.equal(response.headers.get('location'), '/oidc/v1/end_session?', `${path} ${name}`)
        } else if (isPage({ path }) || path === '/oauth/v2/authorize' || path === '/oidc/v1/end_session') {
          assert.equal(response.status, 400, `${path} ${name}`)
          assert.match(response.headers.get('content-type') ?? '', /^text\/html/, `${path} ${name}`)
        } else {
          const { error, error_description: description } = JSON.parse(text) as Record<string, unknown>
          assert.match(String(error), /^(invalid_request|invalid_client|invalid_token|unsupported_grant_type)$/, `${path} ${name}`)
          // https://www.rfc-editor.org/rfc/rfc6749#section-5.2
          assert.match(String(description), /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/, `${path} ${name}`)
        }
      }
    })
  }

  for (const { path } of routes.filter((route) => route.methods.includes('GET'))) {
    test(`GET ${path} copes with every query`, async () => {
      for (const query of queries) {
        const answer = await send(path + query, {})
        assertRefused(answer, path + query.slice(0, 80))
        if (isPage({ path }) || path.startsWith('/oauth/v2/authorize')) {
          assert.equal(answer.response.status, 400, path + query.slice(0, 80))
          assert.equal(answer.response.headers.get('location'), null)
        }
      }
    })
  }

  test('a body is not read beyond 64 KiB', async () => {
    for (const path of ['/oauth/v2/token', '/oauth/v2/authorize', '/oidc/v1/userinfo', '/ui/login/login-name']) {
      let pulled = 0
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          pulled += 16 * 1024
          if (pulled > 16 * 1024 * 1024) controller.close()
          else controller.enqueue(new Uint8Array(16 * 1024).fill(0x61))
        },
      })
      const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', headers: { 'content-type': form }, body, duplex: 'half' }
      const answer = await send(path, init)
      assert.equal(answer.response.status, 400, path)
      assert.ok(pulled <= 160 * 1024, `${path} read ${pulled} bytes`)
    }
  })

  test('a form at the limit is read, one byte more is not', async () => {
    const start = 'client_id=x&grant_type=none'
    const post = async (length: number): Promise<string> => {
      const body = start.padEnd(length, '&')
      return (await send('/oauth/v2/token', { method: 'POST', headers: { 'content-type': form }, body })).text
    }
    assert.doesNotMatch(await post(64 * 1024), /too large/)
    assert.match(await post(64 * 1024 + 1), /too large/)
  })

  test('contradictory parameters are refused, whichever of them is right', async () => {
    const headers = { 'content-type': form, authorization: basicHeader('basic', clientSecret) }
    const token = async (fields: string): Promise<Record<string, unknown>> =>
      JSON.parse((await send('/oauth/v2/token', { method: 'POST', headers, body: fields })).text) as Record<string, unknown>
    assert.equal((await token('grant_type=authorization_code&code=x&client_id=post'))['error'], 'invalid_request')
    assert.equal((await token(`grant_type=authorization_code&code=x&client_secret=${clientSecret}`))['error'], 'invalid_request')
    assert.equal((await token('grant_type=authorization_code&code=x&client_assertion=a.b.c'))['error'], 'invalid_request')
    assert.equal((await token('grant_type=authorization_code&code=x&code=y'))['error'], 'invalid_request')
    const bearer = { 'content-type': form, authorization: 'Bearer a' }
    const both = await send('/oidc/v1/userinfo', { method: 'POST', headers: bearer, body: 'access_token=b' })
    assert.equal(both.response.status, 400)
    assert.match(both.response.headers.get('www-authenticate') ?? '', /error="invalid_request"/)
    const body = new URL(authorizationUrl(provider)).search.slice(1)
    const posted = await send(`/oauth/v2/authorize?client_id=${canary}`, { method: 'POST', headers: { 'content-type': form }, body })
    assert.equal(posted.response.status, 400)
  })

  test('malformed Authorization headers are refused by name, at token and userinfo', async () => {
    const malformed = [
      'Basic',
      'Basic ',
      'Basic !!!!',
      `Basic ${btoa('no colon')}`,
      `Basic ${btoa('\xff\xfe:x')}`,
      `Basic ${btoa(`%zz${canary}:x`)}`,
      `Basic ${btoa(`a\0${canary}:b`)}`,
      `Basic ${btoa(':')}`,
      `Digest username="${canary}"`,
      `Bearer ${canary}`,
      canary,
      `Basic ${btoa(`${canary}:x`)}, Basic ${btoa('a:b')}`,
      `Basic ${'A'.repeat(12_000)}`,
    ]
    for (const authorization of malformed) {
      const body = 'grant_type=authorization_code&code=x'
      const answer = await send('/oauth/v2/token', { method: 'POST', headers: { 'content-type': form, authorization }, body })
      assertRefused(answer, authorization.slice(0, 60))
      assert.equal(answer.response.status, 401, authorization.slice(0, 60))
      assert.match(answer.response.headers.get('www-authenticate') ?? '', /^Basic realm=/)
      assert.equal((JSON.parse(answer.text) as Record<string, unknown>)['error'], 'invalid_client')
    }
    const tokens = ['', ' ', ` ${canary} x`, ` "${canary}"`, ` ${canary}`, ` ${canary},Bearer b`, ` ${'A'.repeat(12_000)}`, ' a.b.c']
    for (const authorization of tokens.map((each) => `Bearer${each}`)) {
      const answer = await send('/oidc/v1/userinfo', { headers: { authorization } })
      assertRefused(answer, authorization.slice(0, 60))
      assert.equal(answer.response.status, 401, authorization.slice(0, 60))
      assert.match(answer.response.headers.get('www-authenticate') ?? '', /^Bearer realm=/)
    }
  })

  test('malformed cookies are ignored: the browser is unknown', async () => {
    const page = await provider.newUserAgent().get(authorizationUrl(provider))
    const request = page.url.searchParams.get('request') ?? ''
    for (const cookie of [
      '=',
      ';;;',
      '__Host-symbolon-session',
      `__Host-symbolon-session=${canary}`,
      '__Host-symbolon-session=%ff%00',
      `__Host-symbolon-session=${'x'.repeat(12_000)}`,
      '__Host-symbolon-session=a; __Host-symbolon-session=b',
      `__Host-symbolon-request-${request}=${canary}`,
      `__Host-symbolon-request-${request}=`,
      '\u00e4=\u00ff',
    ]) {
      const fresh = await send(authorizationUrl(provider).slice(provider.issuer.length), { headers: { cookie } })
      assertRefused(fresh, cookie.slice(0, 60))
      assert.equal(fresh.response.status, 303)
      for (const path of ['/ui/login', '/ui/login/accounts', '/ui/login/other-user', '/oauth/v2/authorize/resume']) {
        const answer = await send(`${path}?request=${request}`, { headers: { cookie } })
        assertRefused(answer, `${path} ${cookie.slice(0, 60)}`)
        assert.equal(answer.response.status, 400)
      }
    }
  })

  test('a form of the login with its fields broken is refused, and the sign-in goes on afterwards', async () => {
    const userAgent = provider.newUserAgent()
    const page = await userAgent.get(authorizationUrl(provider))
    for (const fields of [{ csrf: canary }, { csrf: '' }, { request: canary }, { request: '' }]) {
      const refused = await userAgent.submit(page, fields)
      assert.ok(refused.status === 400 || refused.status === 403, JSON.stringify(fields))
    }
    const next = await userAgent.submit(page, { loginName: alice.loginName })
    const done = await userAgent.submit(next, { password: alice.password })
    assert.notEqual(done.redirectedTo?.searchParams.get('code') ?? null, null)
  })
})
