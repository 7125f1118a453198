// For every input, the provider returns a response without a server error, with the headers of every response, and with no part of
// the input in an error that a program reads. (DS-06 in small.)
import { clientSecret, redirectUri } from '@symbolon/test-kit'
import fc from 'fast-check'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { routes } from '../../support/routes.ts'
import { assertSecurityHeaders } from '../../support/security-headers.ts'

/** Stands in every value, so that an echo is found. */
const canary = 'canary7d1e'

const names = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'nonce',
  'prompt',
  'max_age',
  'login_hint',
  'ui_locales',
  'display',
  'acr_values',
  'claims',
  'code_challenge',
  'code_challenge_method',
  'response_mode',
  'id_token_hint',
  'request',
  'request_uri',
  'registration',
  'grant_type',
  'code',
  'code_verifier',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'access_token',
  'csrf',
  'loginName',
  'password',
  'sessionId',
  '__proto__',
  'constructor',
  'toString',
]
const plausible = [
  'basic',
  'public',
  'key',
  'https://app.example/cb',
  'code',
  'openid',
  'none',
  'login',
  'authorization_code',
  'S256',
  'form_post',
  '0',
  '-1',
  '1e9',
  '{"id_token":{"sub":null}}',
  '{"userinfo":',
  '[]',
  'null',
  'e30.e30.',
  'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  'AAAAAAAAAAAAAAAAAAAAAA',
  '',
]

const text = fc
  .oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 40 }))
  .map((value) => `${value.toWellFormed()}${canary}`)
const value = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...plausible) }, { weight: 2, arbitrary: text })
const name = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: text })
const encoded = fc.array(fc.tuple(name, value), { maxLength: 12 }).map((pairs) => new URLSearchParams(pairs).toString())
const broken = fc
  .array(fc.constantFrom('%', '%f', '%ff', '%00', '&', '=', '+', ';', '[', canary, 'client_id=basic', '\u00e9', '%ed%a0%80'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''))
/** Requests that are right but for one or two parameters get further than the door. */
const honest: readonly Readonly<Record<string, string>>[] = [
  { client_id: 'basic', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' },
  { client_id: 'basic', redirect_uri: redirectUri, response_type: 'code', scope: 'openid', prompt: 'none', response_mode: 'form_post' },
  { grant_type: 'authorization_code', code: 'x', client_id: 'post', client_secret: clientSecret, redirect_uri: redirectUri },
  { grant_type: 'authorization_code', code: 'x', client_id: 'public', redirect_uri: redirectUri, code_verifier: 'v'.repeat(43) },
]
const nearlyHonest = fc
  .tuple(fc.constantFrom(...honest), fc.array(fc.tuple(name, value), { maxLength: 2 }))
  .map(([base, changes]) =>
    new URLSearchParams([...Object.entries(base).filter(([each]) => !changes.some(([other]) => other === each)), ...changes]).toString(),
  )
const parameters = fc.oneof({ weight: 3, arbitrary: nearlyHonest }, { weight: 2, arbitrary: encoded }, { weight: 1, arbitrary: broken })

const known = routes.map(({ path }) => path)
const path = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...known) },
  { weight: 1, arbitrary: fc.webPath().map((each) => (each === '' ? '/' : each)) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...known), fc.constantFrom('/', '%', '%2f', '%ff', '//', '/..', '\\', ';a')).map(([a, b]) => a + b),
  },
)
const headerValue = fc.oneof(
  fc.string({ maxLength: 60 }).map((each) => each.replace(/[^\x20-\x7e]/g, '') + canary),
  fc.constantFrom(
    'Basic YmFzaWM6eA==',
    'Basic //79',
    'Bearer e30.e30.',
    'Bearer',
    'application/x-www-form-urlencoded',
    'application/json',
    'null',
    'https://app.example',
    '__Host-symbolon-session=x',
    '__Host-symbolon-request-AAAAAAAAAAAAAAAAAAAAAA=x; a',
    'de-AT,de;q=0.9,*;q=x',
    'same-origin',
  ),
)
const headers = fc.dictionary(
  fc.constantFrom(
    'authorization',
    'content-type',
    'cookie',
    'origin',
    'accept-language',
    'sec-fetch-site',
    'accept',
    'if-none-match',
    'x-forwarded-host',
    'host',
  ),
  headerValue,
  { maxKeys: 5 },
)
const body = fc.oneof(
  { weight: 4, arbitrary: parameters },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)) },
)
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'POST') },
  { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'post', 'X') },
)

describe('random input', () => {
  let provider: TestProvider
  const unhandled: unknown[] = []
  const record = (reason: unknown): void => void unhandled.push(reason)

  before(async () => {
    provider = await startTestProvider()
    process.on('unhandledRejection', record)
  })
  after(() => void process.off('unhandledRejection', record))

  test('DS-06 no request fails inside, is answered without the headers, or finds itself repeated in an error', async () => {
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(method, path, parameters, headers, body, async (verb, where, query, fields, content) => {
        const takesBody = !['GET', 'HEAD'].includes(verb)
        const url = `${provider.issuer}${where}${query === '' ? '' : `?${query}`}`
        fc.pre(URL.canParse(url))
        const form = takesBody && fields['content-type'] === undefined ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
        const request = new Request(url, { method: verb, headers: { ...fields, ...form }, ...(takesBody ? { body: content } : {}) })
        const from = provider.logged.length
        const response = await provider.fetch(request)
        const answer = await response.text()
        statuses.add(response.status)
        assert.ok(response.status >= 200 && response.status < 500, `${response.status} ${answer}`)
        assertSecurityHeaders(response, `${verb} ${where}`)
        if ((response.headers.get('content-type') ?? '').startsWith('application/json')) {
          assert.doesNotMatch(answer, new RegExp(canary))
          if (verb !== 'HEAD') assert.equal(typeof JSON.parse(answer), 'object')
        }
        for (const [header, content] of response.headers) {
          // A state goes back to the client that sent it.
          if (header !== 'location') assert.doesNotMatch(content, new RegExp(canary), header)
        }
        const lines = provider.logged.slice(from)
        assert.deepEqual(
          lines.filter(({ level }) => level === 'error'),
          [],
        )
        assert.equal(lines.filter(({ event }) => event === 'request').length, 1)
      }),
      { numRuns: 2500 },
    )
    // The sweep got further than the door.
    for (const status of [200, 303, 400, 401, 404, 405]) assert.ok(statuses.has(status), `never ${status}`)
  })

  test('DS-06 no rejection was left unhandled', async () => {
    await provider.close()
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(unhandled, [])
  })
})
