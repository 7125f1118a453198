// Where a browser is sent when its sessions have ended: to a URI that the client registered for this, or nowhere.
// https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RedirectionAfterLogout
import { alice, redirectUri } from '@symbolon/test-kit'
import type { UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acmeWith, portalApp } from '../../support/acme.ts'
import { browserOf, idTokenOf } from '../../support/browser-sessions.ts'
import { authorizationUrl } from '../../support/code-flow.ts'
import {
  assertRefusedPage,
  endSession,
  isQuestion,
  isSignedIn,
  leadsTo,
  sessionCookieOf,
  signedOutUri,
  signOut,
} from '../../support/end-session.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'

const withQuery = 'https://app.example/out?tenant=a%20b&x'
let provider: TestProvider
let userAgent: UserAgent
let hint: string
before(async () => {
  provider = await startTestProvider({
    document: acmeWith({
      oidcApps: [
        portalApp('several', { redirectUris: [redirectUri], postLogoutRedirectUris: [signedOutUri, withQuery] }),
        portalApp('plain', { redirectUris: [redirectUri], postLogoutRedirectUris: ['http://app.example/out'] }),
        portalApp('dev', { redirectUris: [redirectUri], postLogoutRedirectUris: ['http://app.example/out'], devMode: true }),
        portalApp('native', {
          appType: 'OIDC_APP_TYPE_NATIVE',
          redirectUris: ['com.example.app:/cb'],
          postLogoutRedirectUris: ['com.example.app:/out', 'http://127.0.0.1/out'],
        }),
        portalApp('none', { redirectUris: [redirectUri] }),
      ],
    }),
  })
  userAgent = await browserOf(provider, alice)
  hint = (await idTokenOf(provider, await userAgent.get(authorizationUrl(provider)))).text
})
after(async () => await provider.close())

/** Each test signs out, so the next test needs a new sign-in. */
async function signedIn(): Promise<{ readonly userAgent: UserAgent; readonly hint: string }> {
  if (await isSignedIn(provider, userAgent)) return { userAgent, hint }
  userAgent = await browserOf(provider, alice)
  hint = (await idTokenOf(provider, await userAgent.get(authorizationUrl(provider)))).text
  return { userAgent, hint }
}

test('the client is known by the hint, by its id, or by both', async () => {
  for (const by of [['id_token_hint'], ['client_id'], ['id_token_hint', 'client_id']]) {
    const { userAgent: browser, hint: idToken } = await signedIn()
    const client = Object.fromEntries(Object.entries({ id_token_hint: idToken, client_id: 'basic' }).filter(([name]) => by.includes(name)))
    const page = await endSession(provider, browser, { ...client, post_logout_redirect_uri: signedOutUri, state: 's' })
    // The client_id alone proves nothing: the person is asked.
    assert.equal(isQuestion(page), !by.includes('id_token_hint'), by.join())
    const last = isQuestion(page) ? await browser.submit(page) : page
    assert.equal(leadsTo(last), `${signedOutUri}?state=s`, by.join())
    assert.equal(sessionCookieOf(browser), undefined)
    assert.equal(await isSignedIn(provider, browser), false)
  }
})

test('the state comes back as it was sent, and nothing is added to it, with the question and without', async () => {
  const asks = async (state: string | undefined, by: 'hint' | 'client_id'): Promise<string | undefined> => {
    const { userAgent: browser, hint: idToken } = await signedIn()
    const client = by === 'hint' ? { id_token_hint: idToken } : { client_id: 'basic' }
    return leadsTo(
      await signOut(provider, browser, { ...client, post_logout_redirect_uri: signedOutUri, ...(state === undefined ? {} : { state }) }),
    )
  }
  const states = ['s', 'S'.repeat(128), 'ä €&=#?/+%20 "<>\'', 'a\r\nb\nc\td', 'x'.repeat(2000)]
  for (const by of ['hint', 'client_id'] as const) {
    for (const state of states) {
      const target = new URL((await asks(state, by)) ?? '')
      assert.deepEqual([...target.searchParams], [['state', state]])
      assert.equal(target.hash, '')
    }
    assert.equal(await asks(undefined, by), signedOutUri)
    assert.equal(await asks('', by), signedOutUri)
  }
})

test('a registered query stays as it is, and the state goes behind it', async () => {
  const several = { client_id: 'several', post_logout_redirect_uri: withQuery }
  const page = await signOut(provider, (await signedIn()).userAgent, { ...several, state: 's' })
  assert.equal(leadsTo(page), `${withQuery}&state=s`)
})

test('ES-01 a URI that is not registered is not followed, and no session ends', async () => {
  const variants = [
    'https://evil.example/',
    'https://app.example/',
    'https://app.example/signed-out/',
    'https://app.example/signed-out?x=1',
    'https://app.example/signed-out#x',
    'https://app.example/signed-out/../signed-out',
    'https://app.example/signed%2Dout',
    'https://app.example/SIGNED-OUT',
    'HTTPS://app.example/signed-out',
    'https://APP.example/signed-out',
    'https://app.example:443/signed-out',
    'http://app.example/signed-out',
    '//app.example/signed-out',
    '/signed-out',
    'https://app.example@evil.example/signed-out',
    'https://user@app.example/signed-out',
    'https://app.example.evil.example/signed-out',
    ' https://app.example/signed-out',
    'https://app.example/signed-out ',
    'https://app.example\\@evil.example/signed-out',
    'https://app.example/signed-out%0d%0aset-cookie:a=b',
    'https://app.example/signed-out\u0000',
    'https:/app.example/signed-out',
    'https:app.example/signed-out',
    'https://аpp.example/signed-out',
    'x'.repeat(3000),
  ]
  for (const uri of variants) {
    const { userAgent: browser, hint: idToken } = await signedIn()
    for (const client of [{ client_id: 'basic' }, { id_token_hint: idToken }]) {
      const page = await endSession(provider, browser, { ...client, post_logout_redirect_uri: uri, state: 's' })
      assertRefusedPage(page)
      assert.doesNotMatch(page.text, /evil/, uri)
      assert.deepEqual(page.headers.getSetCookie(), [])
    }
    assert.equal(await isSignedIn(provider, browser), true, uri)
  }
})

test('RU-24 a URI that is registered as a redirect URI is not a post-logout redirect URI', async () => {
  const { userAgent: browser } = await signedIn()
  for (const clientId of ['basic', 'none']) {
    assertRefusedPage(await endSession(provider, browser, { client_id: clientId, post_logout_redirect_uri: redirectUri }), /not registered/)
  }
  assertRefusedPage(await endSession(provider, browser, { client_id: 'none', post_logout_redirect_uri: signedOutUri }), /not registered/)
})

test('ES-02 a client_id that is not that of the hint is refused', async () => {
  const { userAgent: browser, hint: idToken } = await signedIn()
  for (const clientId of ['jwt', 'several', 'unknown', 'BASIC', 'basic ']) {
    for (const more of [{}, { post_logout_redirect_uri: signedOutUri }]) {
      assertRefusedPage(await endSession(provider, browser, { id_token_hint: idToken, client_id: clientId, ...more }), /client_id/)
    }
  }
  assert.equal(await isSignedIn(provider, browser), true)
})

test('ES-03 without a client no URI is registered: the user is asked, and stays on our page', async () => {
  for (const uri of [signedOutUri, 'https://evil.example/', 'javascript:alert(1)']) {
    const { userAgent: browser } = await signedIn()
    const page = await endSession(provider, browser, { post_logout_redirect_uri: uri, state: 's' })
    assert.equal(await isSignedIn(provider, browser), true)
    const confirmed = await browser.submit(page)
    assert.equal(leadsTo(confirmed), undefined)
    for (const { text } of [page, confirmed]) assert.doesNotMatch(text, /href="(?:https:\/\/evil|javascript:|https:\/\/app\.example)/)
    assert.equal(await isSignedIn(provider, browser), false)
  }
})

test('an unknown client has no URIs', async () => {
  const { userAgent: browser } = await signedIn()
  assertRefusedPage(await endSession(provider, browser, { client_id: 'unknown', post_logout_redirect_uri: signedOutUri }), /not registered/)
  assertRefusedPage(await endSession(provider, browser, { client_id: 'a\u0000b', post_logout_redirect_uri: signedOutUri }))
  assert.equal(await isSignedIn(provider, browser), true)
})

test('ES-04 a script is never where a browser is sent, registered or not', async () => {
  const scripts = ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,<script>alert(1)</script>', 'vbscript:x']
  const refused = await provider.apply(
    acmeWith({
      oidcApps: scripts.map((uri, index) =>
        portalApp(`script-${index}`, {
          appType: 'OIDC_APP_TYPE_NATIVE',
          redirectUris: ['com.example.app:/cb'],
          postLogoutRedirectUris: [uri],
        }),
      ),
    }),
  )
  assert.equal(refused.entries.filter(({ action }) => action === 'refused').length, scripts.length)
  // However one came to be stored: past all checks, as an import of another release could have left it.
  const { directory } = provider.storage.stores
  const [native] = (await directory?.find([{ kind: 'oidcApp', key: ['native'] }])) ?? []
  assert.ok(native !== undefined)
  const app = native.content['app']
  assert.ok(typeof app === 'object' && app !== null)
  const stored = [...scripts, 'java\tscript:alert(1)']
  const content = { ...native.content, app: { ...app, postLogoutRedirectUris: stored } }
  await directory?.apply({ put: [{ ...native, content }], remove: [] }, provider.clock.now())
  for (const uri of stored) {
    const page = await endSession(provider, (await signedIn()).userAgent, { client_id: 'native', post_logout_redirect_uri: uri })
    assertRefusedPage(page)
    assert.doesNotMatch(page.text, /alert|script:/i)
  }
  await directory?.apply({ put: [native], remove: [] }, provider.clock.now())
})

test('plain http is for development alone, and a private-use scheme for a native app', async () => {
  const asks = async (clientId: string, uri: string): Promise<string | undefined> =>
    leadsTo(await signOut(provider, (await signedIn()).userAgent, { client_id: clientId, post_logout_redirect_uri: uri }))
  assert.equal(await asks('plain', 'http://app.example/out'), undefined)
  assert.equal(await asks('dev', 'http://app.example/out'), 'http://app.example/out')
  assert.equal(await asks('native', 'com.example.app:/out'), 'com.example.app:/out')
  assert.equal(await asks('native', 'http://127.0.0.1/out'), 'http://127.0.0.1/out')
  // https://www.rfc-editor.org/rfc/rfc8252#section-7.3
  assert.equal(await asks('native', 'http://127.0.0.1:4711/out'), 'http://127.0.0.1:4711/out')
  assert.equal(await asks('native', 'http://127.0.0.1:4711/other'), undefined)
  assert.equal(await asks('native', 'http://localhost:4711/out'), undefined)
})
