// Which redirect URIs a document may register. https://www.rfc-editor.org/rfc/rfc6749#section-3.1.2
import type { ApplyEntry } from '@symbolon/provisioning'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { acmeWith, portalApp } from '../../support/acme.ts'
import { answerOf, assertDisplayed } from '../../support/authorization-answer.ts'
import { authorizationUrl } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'

const provider = await startTestProvider()
after(() => provider.close())

let apps = 0

interface Registration {
  readonly clientId: string
  /** What became of the app. */
  readonly entry: ApplyEntry
  /** The row of the URI, where that was left out. */
  readonly leftOut: ApplyEntry | undefined
}

/** Registers an app with this one redirect URI. */
async function register(redirectUri: string, native = false): Promise<Registration> {
  apps += 1
  const clientId = `app-${apps}`
  const app = portalApp(clientId, { redirectUris: [redirectUri], ...(native ? { appType: 'OIDC_APP_TYPE_NATIVE' } : {}) })
  const { entries } = await provider.apply(acmeWith({ oidcApps: [app] }))
  const rows = entries.filter(({ key }) => key[0] === clientId)
  const entry = rows.find(({ action }) => action !== 'refused')
  assert.ok(entry !== undefined)
  return { clientId, entry, leftOut: rows.find(({ action }) => action === 'refused') }
}

async function assertNotRegistered(redirectUri: string, native = false): Promise<void> {
  const { clientId, leftOut } = await register(redirectUri, native)
  assert.equal(leftOut?.member, 'app.redirectUris[0]', JSON.stringify(redirectUri))
  assertDisplayed(await provider.newUserAgent().get(authorizationUrl(provider, { client_id: clientId, redirect_uri: redirectUri })))
}

const refused: readonly (readonly [title: string, ...uris: string[]])[] = [
  [
    'RU-10 a scheme that runs code or shows local data',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://app.example/x',
    'file:///etc/passwd',
    'view-source:https://app.example/',
    'about:blank',
    'filesystem:https://app.example/x',
  ],
  ['RU-11 a fragment', 'https://app.example/cb#', 'https://app.example/cb#x', 'https://app.example/#/cb', 'com.example.app:/cb#x'],
  [
    'RU-16 a query with parameters of the answer',
    'https://app.example/cb?code=x&state=y&iss=z',
    'https://app.example/cb?state=',
    'https://app.example/cb?a=1&iss=z',
    'https://app.example/cb?id_token=x',
    'https://app.example/cb?%65rror=x',
  ],
  ['RU-21 characters outside ASCII', 'https://app.example/ü', 'https://äpp.example/cb', 'https://app.example/\u{1f600}'],
  ['userinfo', 'https://app.example@evil.example/cb', 'https://a:b@app.example/cb'],
  [
    'text that is not an absolute URI',
    '/cb',
    'app.example/cb',
    'https:app.example/cb',
    'https:///cb',
    'https://app.example\\cb',
    'https://app.example/cb?a=<b>',
  ],
]

for (const [title, ...uris] of refused) {
  test(`${title} in a redirect URI: the URI is left out, for web and native apps alike`, async () => {
    for (const uri of uris) {
      await assertNotRegistered(uri)
      await assertNotRegistered(uri, true)
    }
  })
}

test('RU-10 control characters and spaces never get into a registered URI', async () => {
  for (const uri of [
    ' data:text/html,x',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'https://app.example/c b',
    'https://app.example/cb\r\nX: y',
    'https://app.example/cb\0',
  ]) {
    let registered: Awaited<ReturnType<typeof register>> | undefined
    try {
      registered = await register(uri)
    } catch (error) {
      // The document as a whole may be refused for them.
      assert.equal(error instanceof Error && error.name, 'DocumentError')
      continue
    }
    assert.equal(registered.leftOut?.member, 'app.redirectUris[0]', JSON.stringify(uri))
  }
})

test('RU-11 the stored bytes are those that were given, an empty query included', async () => {
  for (const uri of ['https://app.example/cb?', 'https://APP.example:443/a/../cb', 'https://app.example/%7Euser?x=%2f']) {
    const { entry, clientId } = await register(uri)
    assert.equal(entry.action, 'created')
    const page = await provider.newUserAgent().get(authorizationUrl(provider, { client_id: clientId, redirect_uri: uri, prompt: 'none' }))
    assert.ok(page.headers.get('location')?.startsWith(uri), page.headers.get('location') ?? page.text)
    const normalised = new URL(uri).href
    if (normalised !== uri)
      assertDisplayed(
        await provider.newUserAgent().get(
          authorizationUrl(provider, {
            client_id: clientId,
            redirect_uri: normalised,
          }),
        ),
      )
  }
})

test('a private-use scheme is for native apps', async () => {
  await assertNotRegistered('com.example.app:/cb')
  const { entry, clientId } = await register('com.example.app:/cb', true)
  assert.equal(entry.action, 'created')
  const page = await provider.newUserAgent().get(
    authorizationUrl(provider, {
      client_id: clientId,
      redirect_uri: 'com.example.app:/cb',
      prompt: 'none',
    }),
  )
  assert.equal(answerOf(page).to, 'com.example.app:/cb')
})
