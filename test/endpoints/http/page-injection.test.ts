// What a request, an application's name or a user's typing puts into a page is text there, and never markup.
import { acmeDocument, redirectUri } from '@symbolon/test-kit'
import type { Page } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { authorize, authorizationUrl } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'

/** What would run, or break out, in text, in a quoted attribute, in an unquoted one, in a URL and in a script. */
const contexts: readonly ((core: string) => string)[] = [
  (core) => core,
  (core) => `"${core}`,
  (core) => `'${core}`,
  (core) => `">${core}`,
  (core) => `'>${core}`,
  (core) => `</title>${core}`,
  (core) => `-->${core}`,
  (core) => `]]>${core}`,
]
const cores = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  ' onfocus=alert(1) autofocus x="',
  'javascript:alert(1)',
  '</script><script>alert(1)</script>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href=javascript:alert(1)>x</a>',
  '<base href=//evil.tld>',
  '<form action=//evil.tld>',
  '<meta http-equiv=refresh content=0;url=//evil.tld>',
  '<style>@import "//evil.tld"</style>',
  '{{7*7}}',
  '${7*7}',
  '<%= 7*7 %>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<scr<script>ipt>alert(1)',
  '<ScRiPt>alert(1)</sCrIpT>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<details open ontoggle=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '\u202e<b>x</b>',
  '<b>bold words of an attacker</b>',
  '`-alert(1)-`',
  '\\u003cscript\\u003e',
]
const payloads = contexts.flatMap((context) => cores.map(context))

/** Elements with the names of their attributes, and their values where they decide what is loaded or run. */
function skeleton({ text }: Page): readonly string[] {
  const tags = [...text.matchAll(/<(\/?[a-z][a-z0-9]*|!doctype)((?:\s+[^\s=>"'<]+(?:="[^"]*")?)*)\s*\/?>/gi)]
  assert.equal([...text.matchAll(/</g)].length, tags.length, 'a < that begins no tag of ours')
  return tags.map(([, name = '', attributes = '']) => {
    const names = [...attributes.matchAll(/([^\s=>"'<]+)(?:="([^"]*)")?/g)].map(([, attribute = '', value = '']) => {
      const path = /^(href|src|action)$/i.test(attribute) ? `=${value.replace(/\?.*/, '')}` : ''
      return attribute + path
    })
    return [name, ...names].join(' ')
  })
}

/** A page with hostile text has the elements of the page with harmless text, and no others. */
function assertSameMarkup(page: Page, harmless: Page, payload: string): void {
  assert.deepEqual(skeleton(page), skeleton(harmless), payload)
  assert.equal(page.headers.get('content-security-policy'), harmless.headers.get('content-security-policy'), payload)
  assert.doesNotMatch(page.headers.get('content-security-policy') ?? '', /unsafe-|evil/, payload)
}

describe('pages', () => {
  let provider: TestProvider

  before(async () => {
    provider = await startTestProvider()
  })
  after(async () => await provider.close())

  test('there are 200 payloads in the corpus', () => assert.equal(payloads.length, 200))

  test('HO-12 an error page shows none of the request', async () => {
    const userAgent = provider.newUserAgent()
    const harmless = await userAgent.get(authorizationUrl(provider, { client_id: 'unknown' }))
    for (const payload of payloads) {
      for (const fields of [{ client_id: payload }, { redirect_uri: payload }, { redirect_uri: `https://app.example/${payload}` }]) {
        const page = await userAgent.get(authorizationUrl(provider, fields))
        assert.equal(page.status, 400)
        assertSameMarkup(page, harmless, payload)
        assert.ok(!page.text.includes('alert(1)') && !page.text.includes('attacker') && !page.text.includes('evil'), payload)
      }
    }
  })

  test('HO-12 error parameters on our own pages are not shown', async () => {
    const userAgent = provider.newUserAgent()
    const sentence = 'Call +1 555 0100'
    const query = new URLSearchParams({
      error: 'access_denied',
      error_description: sentence,
      message: sentence,
      ui: sentence,
      request: 'x',
    })
    for (const path of ['/ui/login', '/ui/login/accounts', '/ui/login/other-user', '/oauth/v2/authorize/resume', '/oauth/v2/authorize']) {
      const page = await userAgent.get(`${provider.issuer}${path}?${query}`)
      assert.equal(page.status, 400, path)
      assert.doesNotMatch(page.text, /555 0100/)
    }
  })

  test('HO-12 a login name or a login hint with markup is shown as text', async () => {
    const userAgent = provider.newUserAgent()
    const hintedWith = async (hint: string): Promise<Page> => await userAgent.get(authorizationUrl(provider, { login_hint: hint }))
    const typedWith = async (loginName: string): Promise<Page> =>
      await userAgent.submit(await userAgent.get(authorizationUrl(provider)), { loginName })
    const [hinted, typed] = [await hintedWith('unknown'), await typedWith('unknown')]
    assert.ok(hinted.forms.length > 0 && typed.forms.length > 0)
    for (const payload of payloads) {
      assertSameMarkup(await hintedWith(payload), hinted, payload)
      assertSameMarkup(await typedWith(payload), typed, payload)
    }
  })

  test('HO-12 an application name with markup is shown as text', async () => {
    const harmless = await provider.newUserAgent().get(authorizationUrl(provider))
    for (const payload of cores) {
      await provider.apply({
        orgs: (acmeDocument().orgs ?? []).map((org) => ({
          ...org,
          oidcApps: (org.oidcApps ?? []).map((each) => ({ ...each, app: { ...each.app, name: `${payload} ${each.appId}` } })),
        })),
      })
      const page = await provider.newUserAgent().get(authorizationUrl(provider))
      assert.equal(page.status, 200)
      assertSameMarkup(page, harmless, payload)
      assert.notEqual(page.text, harmless.text)
    }
  })

  test('HO-13 the page that posts the answer by itself keeps a state with markup inside its attribute', async () => {
    const userAgent = provider.newUserAgent()
    await authorize(provider, {}, userAgent)
    const harmless = await userAgent.get(authorizationUrl(provider, { response_mode: 'form_post' }))
    for (const payload of payloads.filter((each) => /^[\x20-\x7e]+$/.test(each))) {
      const page = await userAgent.get(authorizationUrl(provider, { response_mode: 'form_post', state: payload }))
      assert.equal(page.status, 200, payload)
      assertSameMarkup(page, harmless, payload)
      assert.equal(page.forms[0]?.action, redirectUri)
      assert.equal(page.forms[0]?.fields['state'], payload)
    }
  })

  test('HO-13 the error that is posted keeps its state too', async () => {
    const answer = async (state: string): Promise<Page> =>
      await provider.newUserAgent().get(authorizationUrl(provider, { response_mode: 'form_post', prompt: 'none', state }))
    const state = '"></form><script>alert(1)</script>'
    const page = await answer(state)
    assertSameMarkup(page, await answer('harmless'), state)
    assert.equal(page.forms[0]?.fields['error'], 'login_required')
    assert.equal(page.forms[0]?.fields['state'], state)
  })
})
