// The request to end sessions: hints, parameters, methods, languages, and a database that is away.
// https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout
import { StorageUnavailable } from '@symbolon/core-protocol'
import { alice, clientSecret, generateClientKey } from '@symbolon/test-kit'
import type { UserAgent } from '@symbolon/test-kit'
import { base64url, decodeJwt, decodeProtectedHeader, importJWK } from 'jose'
import type { JWK } from 'jose'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { browserOf, idTokenOf } from '../../support/browser-sessions.ts'
import { authorizationUrl } from '../../support/code-flow.ts'
import {
  assertQuestion,
  assertRefusedPage,
  assertSignedOutPage,
  endSession,
  endSessionPath,
  isSignedIn,
  sessionCookieOf,
  signedOutUri,
} from '../../support/end-session.ts'
import { faultyStorage } from '../../support/faulty-storage.ts'
import type { FaultyStorage } from '../../support/faulty-storage.ts'
import { signJws } from '../../support/jws.ts'
import { sealingOf, startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { signedIn } from '../../support/signed-in.ts'
import { tokenDocument } from '../../support/token-document.ts'

let provider: TestProvider
let faults: FaultyStorage
let userAgent: UserAgent
let hint: string
before(async () => {
  faults = faultyStorage()
  provider = await startTestProvider({ document: tokenDocument([await generateClientKey('key-1', 'ES256')]), storage: faults.storage })
  await renew()
})
after(async () => await provider.close())

async function renew(): Promise<void> {
  userAgent = await browserOf(provider, alice)
  hint = (await idTokenOf(provider, await userAgent.get(authorizationUrl(provider)))).text
}

const posted = async (fields: Readonly<Record<string, string>>, crossSite: boolean) =>
  await userAgent.post(provider.issuer + endSessionPath, fields, { crossSite })

test('ES-05 an expired hint is fine, however old', async () => {
  provider.clock.advance(400 * 24 * 3600)
  const old = hint
  await renew()
  const page = await endSession(provider, userAgent, { id_token_hint: old, post_logout_redirect_uri: signedOutUri })
  assert.equal(page.redirectedTo?.href, signedOutUri)
  assert.equal(await isSignedIn(provider, userAgent), false)
  await renew()
})

test('ES-05 a forged hint is refused with a page, and ends nothing', async () => {
  const { access_token: accessToken } = await (await signedIn(provider)).tokens('jwt')
  const foreign = await generateClientKey('x', 'RS256')
  const header = { ...decodeProtectedHeader(hint) }
  const payload = { ...decodeJwt(hint) }
  const [encodedHeader = '', encodedPayload = '', signature = ''] = hint.split('.')
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(clientSecret), hmac, false, ['sign'])
  const encode = (part: object): string => base64url.encode(JSON.stringify(part))
  const forged: Readonly<Record<string, string>> = {
    garbage: 'garbage',
    'no signature': `${encodedHeader}.${encodedPayload}.`,
    'alg none': await signJws({ ...header, alg: 'none' }, payload, undefined),
    'alg NONE with a signature': `${encode({ ...header, alg: 'NONE' })}.${encodedPayload}.${signature}`,
    'signed by the client with its secret': await signJws({ ...header, alg: 'HS256' }, payload, secret),
    'signed by a stranger under our kid': await signJws(header, payload, foreign.privateKey),
    'another subject': `${encodedHeader}.${encode({ ...payload, sub: 'bob' })}.${signature}`,
    'another issuer': `${encodedHeader}.${encode({ ...payload, iss: 'https://evil.example' })}.${signature}`,
    'an access token': String(accessToken),
    'a byte more': `${hint}A`,
    'a line break': `${hint}\n`,
    'too long': 'x'.repeat(20_000),
  }
  for (const [what, idToken] of Object.entries(forged)) {
    for (const more of [{}, { post_logout_redirect_uri: signedOutUri, state: 's' }]) {
      const page = await endSession(provider, userAgent, { id_token_hint: idToken, ...more })
      assertRefusedPage(page)
      assert.ok(!page.text.includes(idToken), what)
    }
    assert.equal(await isSignedIn(provider, userAgent), true, what)
  }
})

test('ES-05 a hint of a provider that shares our name but not our keys is refused', async () => {
  const other = await startTestProvider({ document: tokenDocument() })
  const { id_token: idToken } = await (await signedIn(other)).tokens()
  assertRefusedPage(await endSession(provider, userAgent, { id_token_hint: String(idToken) }))
  await other.close()
})

test('ES-05 what our own key signed is a hint only as an ID token of ours for one client', async () => {
  const header = { ...decodeProtectedHeader(hint) }
  const payload = { ...decodeJwt(hint) }
  const own = await ownPrivateKey(String(header.kid))
  const wrong: readonly (readonly [object, object])[] = [
    [{}, { iss: 'https://id.other.example' }],
    [{ typ: 'at+jwt' }, {}],
    [{}, { aud: ['basic', 'jwt'] }],
    [{}, { azp: 'jwt' }],
    [{}, { azp: undefined }],
    [{}, { sub: undefined }],
    [{}, { exp: undefined }],
    [{ kid: undefined }, {}],
  ]
  for (const [headerMembers, members] of wrong) {
    const forged = await signJws({ ...header, ...headerMembers }, { ...payload, ...members }, own)
    assertRefusedPage(await endSession(provider, userAgent, { id_token_hint: forged }))
  }
  assert.equal(await isSignedIn(provider, userAgent), true)
  assertSignedOutPage(await endSession(provider, userAgent, { id_token_hint: await signJws(header, payload, own) }))
  await renew()
})

/** As a thief of the database who has the master key, too. */
async function ownPrivateKey(kid: string): Promise<CryptoKey> {
  const key = (await provider.storage.stores.signingKeys?.list())?.find((each) => each.kid === kid)
  const sealing = await sealingOf(provider)
  const jwk: JWK = JSON.parse(await sealing.open(key?.sealedPrivateJwk ?? '', `signing key ${kid}`))
  const imported = await importJWK(jwk, 'RS256')
  assert.ok(!(imported instanceof Uint8Array))
  return imported
}

test('ES-05 a hint is taken whichever of our algorithms signed it', async () => {
  for (const clientId of ['es256', 'eddsa']) {
    const user = await signedIn(provider)
    const { id_token: idToken } = await user.tokens(clientId)
    assertSignedOutPage(await endSession(provider, user.userAgent, { id_token_hint: String(idToken) }))
    assert.equal(await isSignedIn(provider, user.userAgent), false)
  }
})

test('a posted request is answered by a GET of ours, which brings the cookie that the post was denied', async () => {
  for (const crossSite of [true, false]) {
    await renew()
    const meant = { id_token_hint: hint, post_logout_redirect_uri: signedOutUri, state: 'the state', ui_locales: 'de' }
    const page = await posted({ ...meant, unknown: 'x', logout_hint: 'y' }, crossSite)
    assert.deepEqual(
      page.visited.map(({ pathname }) => pathname),
      [endSessionPath, endSessionPath],
    )
    const handedOn = page.visited[1]?.searchParams
    assert.deepEqual(Object.fromEntries(handedOn ?? []), meant)
    assert.equal(page.redirectedTo?.href, `${signedOutUri}?state=the+state`)
    assert.equal(sessionCookieOf(userAgent), undefined)
    assert.equal(await isSignedIn(provider, userAgent), false)
  }
  await renew()
  assertQuestion(await posted({}, true))
  assert.equal(await isSignedIn(provider, userAgent), true)
})

test('a posted request that is wrong is refused at once', async () => {
  for (const fields of [
    { id_token_hint: 'x' },
    { client_id: 'basic', post_logout_redirect_uri: 'https://evil.example/' },
    { id_token_hint: hint, client_id: 'jwt' },
  ]) {
    const page = await posted(fields, true)
    assertRefusedPage(page)
    assert.equal(page.visited.length, 1)
  }
  const both = await userAgent.post(`${provider.issuer}${endSessionPath}?state=a`, { state: 'a' })
  assertRefusedPage(both)
  assert.equal(await isSignedIn(provider, userAgent), true)
})

test('a repeated parameter is refused', async () => {
  for (const name of ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state']) {
    assertRefusedPage(await userAgent.get(`${provider.issuer}${endSessionPath}?${name}=a&${name}=a`), /repeated/)
  }
  assert.equal(await isSignedIn(provider, userAgent), true)
})

test('parameters without a value, unknown ones and logout_hint are ignored', async () => {
  const page = await endSession(provider, userAgent, {
    id_token_hint: '',
    client_id: '',
    post_logout_redirect_uri: '',
    state: '',
    logout_hint: 'bob@acme.example',
    sid: 'x',
    unknown: 'y',
  })
  assertQuestion(page)
  assertSignedOutPage(await userAgent.submit(page))
  assert.equal(await isSignedIn(provider, userAgent), false)
  await renew()
})

test('the page speaks the language of the request, else of the browser', async () => {
  const stranger = provider.newUserAgent()
  assertSignedOutPage(await endSession(provider, stranger, { ui_locales: 'tlh de-AT en' }), 'Sie sind abgemeldet')
  assertSignedOutPage(await endSession(provider, stranger, {}, { headers: { 'accept-language': 'de' } }), 'Sie sind abgemeldet')
  assertSignedOutPage(await endSession(provider, stranger, { ui_locales: 'en' }, { headers: { 'accept-language': 'de' } }))
  assertSignedOutPage(await endSession(provider, stranger, { ui_locales: 'xx ../../etc' }))
  const german = await endSession(provider, stranger, { id_token_hint: 'x' }, { headers: { 'accept-language': 'de' } })
  assert.match(german.text, /<h1>Diese Abmeldeanfrage ist ungültig<\/h1>/)
})

test('the pages load no script and frame nowhere', async () => {
  const stranger = provider.newUserAgent()
  for (const page of [await endSession(provider, stranger), await endSession(provider, stranger, { id_token_hint: 'x' })]) {
    const policy = page.headers.get('content-security-policy') ?? ''
    assert.match(policy, /form-action 'none'/)
    assert.doesNotMatch(policy, /script-src/)
    assert.equal(page.headers.get('x-frame-options'), 'DENY')
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  }
})

test('ES-10 when the database fails, no page says that the user is signed out', async () => {
  for (const call of ['sessions.list', 'revocations.endSessions', 'clients.find']) {
    for (const failure of [new StorageUnavailable('connect ECONNREFUSED'), new Error('connect ECONNREFUSED')]) {
      await renew()
      const request = { id_token_hint: hint, post_logout_redirect_uri: signedOutUri }
      faults.fail(call, failure)
      const page = await endSession(provider, userAgent, request)
      faults.repair()
      assert.equal(page.redirectedTo, undefined, call)
      assert.equal(page.status, failure instanceof StorageUnavailable ? 503 : 500, call)
      assert.match(page.text, /<h1>You are still signed in<\/h1>/, call)
      assert.doesNotMatch(page.text, /ECONNREFUSED|signed out/, call)
      assert.deepEqual(page.headers.getSetCookie(), [])
      if (failure instanceof StorageUnavailable) assert.match(page.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
      assert.equal(await isSignedIn(provider, userAgent), true, call)
      assert.equal((await endSession(provider, userAgent, request)).redirectedTo?.href, signedOutUri)
      assert.equal(await isSignedIn(provider, userAgent), false)
    }
  }
  await renew()
})

test('the log holds neither hint nor cookie', async () => {
  const cookie = sessionCookieOf(userAgent)
  await endSession(provider, userAgent, { id_token_hint: hint, state: 'a-private-state' })
  const text = JSON.stringify(provider.logged)
  for (const secret of [hint, hint.split('.')[2] ?? '', cookie ?? '', 'a-private-state']) assert.ok(!text.includes(secret))
  await renew()
})

test('discovery says where it is', async () => {
  const response = await provider.fetch(new Request(`${provider.issuer}/.well-known/openid-configuration`))
  const metadata = (await response.json()) as Record<string, unknown>
  assert.equal(metadata['end_session_endpoint'], provider.issuer + endSessionPath)
})
