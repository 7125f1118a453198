// What every answer has: a code worth its name, the issuer, and headers that give nothing away.
// https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2, https://www.rfc-editor.org/rfc/rfc9207
import { digest } from '@symbolon/core-protocol'
import { alice, redirectUri, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { answerOf } from '../../support/authorization-answer.ts'
import { browserOf } from '../../support/browser-sessions.ts'
import { authorizationUrl, authorize, codeOf } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'

const provider = await startTestProvider()
after(() => provider.close())
const url = (fields: Readonly<Record<string, string | undefined>> = {}): string => authorizationUrl(provider, fields)

test('a successful answer has code, state and iss, and nothing else', async () => {
  const { parameters } = answerOf(await authorize(provider))
  assert.deepEqual(Object.keys(parameters).sort(), ['code', 'iss', 'state'])
})

test('AZ-28 codes are distinct, random, unlike one another, and stored as digests alone', async () => {
  const userAgent = await browserOf(provider, alice)
  const codes: string[] = []
  for (let i = 0; i < 200; i++) codes.push(codeOf(await userAgent.get(url({ prompt: 'none' }))))
  assert.equal(new Set(codes).size, codes.length)
  for (const code of codes) assert.match(code, /^[A-Za-z0-9_-]{43}$/)
  // Every place but the last, which holds four bits, shows many of the 64 characters.
  for (let place = 0; place < 42; place++) assert.ok(new Set(codes.map((code) => code[place])).size > 32, `place ${place}`)
  const [code = ''] = codes
  const { authorizationCodes } = provider.storage.stores
  const presented = { clientId: 'basic', now: provider.clock.now() }
  assert.equal(await authorizationCodes?.find({ ...presented, digest: code }), undefined)
  assert.equal((await authorizationCodes?.find({ ...presented, digest: digest(code) }))?.redeemed, false)
  assert.equal(JSON.stringify(provider.logged).includes(codes[1] ?? ''), false, 'and never logged')
})

test('AZ-29 iss stands in every answer, is the issuer of discovery to the byte, and is announced', async () => {
  const discovery = await provider.fetch(new Request(`${provider.issuer}/.well-known/openid-configuration`))
  const { issuer, authorization_response_iss_parameter_supported: announced } = (await discovery.json()) as Record<string, unknown>
  assert.equal(announced, true)
  const userAgent = await browserOf(provider, alice)
  for (const responseMode of ['query', 'fragment', 'form_post']) {
    for (const fields of [{}, { scope: 'profile' }, { response_type: 'x' }, { max_age: 'x' }, { state: undefined }]) {
      assert.equal(answerOf(await userAgent.get(url({ response_mode: responseMode, ...fields }))).parameters['iss'], issuer)
    }
  }
})

test('AZ-30 no page or redirect reveals the request to others, and no page loads anything from elsewhere', async () => {
  const userAgent = provider.newUserAgent()
  const name = await userAgent.get(url())
  const password = await userAgent.submit(name, { loginName: alice.loginName })
  const finished = await signIn(userAgent, password, alice)
  const accounts = await userAgent.get(url({ prompt: 'select_account' }))
  const displayed = await userAgent.get(url({ redirect_uri: 'https://evil.example' }))
  const refused = await userAgent.get(url({ scope: 'profile' }))
  for (const page of [name, password, accounts]) assert.equal(page.headers.get('referrer-policy'), 'same-origin')
  for (const page of [finished, displayed, refused]) assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  for (const page of [name, password, accounts, displayed]) {
    for (const [, address = ''] of page.text.matchAll(/(?:src|href|action)="([^"]*)"/g)) assert.match(address, /^\/ui\/login/)
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
  }
  for (const page of [name, password, accounts, displayed, finished, refused]) assert.equal(page.headers.get('cache-control'), 'no-store')
})

test("an answer's parameters are encoded so that a client reads what was meant", async () => {
  const page = await authorize(provider, { state: 'a b+c&d=e#f%20' })
  const location = page.headers.get('location') ?? ''
  assert.ok(location.startsWith(`${redirectUri}?`))
  assert.match(location, /^[\x21-\x7e]+$/)
  assert.equal(new URL(location).searchParams.get('state'), 'a b+c&d=e#f%20')
})
