// The issuer is configuration: nothing that a request says about hosts becomes part of an answer.
import { alice, clientSecret, redirectUri, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { authorizationUrl, basicHeader } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { serveRaw } from '../../support/raw-http.ts'
import type { RawServer } from '../../support/raw-http.ts'

const forwarded: readonly string[] = [
  'X-Forwarded-Host: evil.tld',
  'X-Forwarded-Host: evil.tld, other.tld',
  'X-Forwarded-Proto: http',
  'X-Forwarded-For: 127.0.0.1\r\nX-Forwarded-Server: evil.tld\r\nX-Forwarded-Port: 1234\r\nX-Forwarded-Prefix: /evil.tld',
  'Forwarded: for=127.0.0.1;host=evil.tld;proto=http',
  'X-Original-URL: /evil.tld\r\nX-Rewrite-URL: /evil.tld\r\nX-Host: evil.tld\r\nX-HTTP-Host-Override: evil.tld',
]

describe('Host and Forwarded headers', () => {
  let provider: TestProvider
  let server: RawServer

  before(async () => {
    provider = await startTestProvider()
    server = await serveRaw(provider)
  })
  after(async () => {
    await server.close()
    await provider.close()
  })

  const get = async (path: string, headers: string): Promise<string> => {
    const { status, text } = await server.send(`GET ${path} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`)
    assert.ok(status >= 200 && status < 500, text)
    return text
  }
  const authorizationPath = (): string => authorizationUrl(provider).slice(provider.issuer.length)

  test('HO-03 the first request after the start does not decide the issuer', async () => {
    const fresh = await startTestProvider()
    const freshServer = await serveRaw(fresh)
    const first = await freshServer.send('GET /.well-known/openid-configuration HTTP/1.1\r\nHost: evil.tld\r\nConnection: close\r\n\r\n')
    assert.equal(first.status, 200)
    assert.doesNotMatch(first.text, /evil/)
    const second = await freshServer.send('GET /.well-known/openid-configuration HTTP/1.1\r\nHost: id.example\r\nConnection: close\r\n\r\n')
    assert.match(second.text, /"issuer":"https:\/\/id\.example"/)
    await freshServer.close()
    await fresh.close()
  })

  test('HO-01 the Host header changes neither discovery nor a redirect nor a page', async () => {
    const discovered = await get('/.well-known/openid-configuration', 'Host: evil.tld')
    assert.match(discovered, /"issuer":"https:\/\/id\.example"/)
    assert.doesNotMatch(discovered, /evil/)
    assert.doesNotMatch(await get(authorizationPath(), 'Host: evil.tld'), /evil/)
    assert.doesNotMatch(await get('/ui/login?request=x', 'Host: evil.tld'), /evil/)
    assert.doesNotMatch(await get('/oidc/v1/userinfo', 'Host: evil.tld'), /evil/)
    assert.doesNotMatch(await get('/nothing', 'Host: evil.tld'), /evil/)
  })

  test('HO-02 no forwarded header changes discovery, a redirect, a cookie or a page', async () => {
    const plain = await get('/.well-known/openid-configuration', 'Host: id.example')
    const bodyOf = (text: string): string => text.slice(text.indexOf('\r\n\r\n'))
    for (const headers of forwarded) {
      assert.equal(bodyOf(await get('/.well-known/openid-configuration', `Host: id.example\r\n${headers}`)), bodyOf(plain), headers)
      const redirect = await get(authorizationPath(), `Host: id.example\r\n${headers}`)
      assert.match(redirect, /\r\nlocation: \/ui\/login\?request=[A-Za-z0-9_-]{22}&from=[A-Za-z0-9_-]+\r\n/i, headers)
      assert.match(redirect, /set-cookie: __Host-[^\r]*; Secure\r\n/i, headers)
      assert.doesNotMatch(redirect, /evil/, headers)
    }
  })

  test('HO-01 HO-02 a whole sign-in on another host ends at the registered redirect URI with the configured issuer', async () => {
    const userAgent = provider.newUserAgent()
    const page = await signIn(
      userAgent,
      await userAgent.get(authorizationUrl(provider), { headers: { 'x-forwarded-host': 'evil.tld' } }),
      alice,
    )
    assert.equal(page.redirectedTo?.href.startsWith(`${redirectUri}?`), true)
    assert.equal(page.redirectedTo?.searchParams.get('iss'), 'https://id.example')
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code: page.redirectedTo?.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
    })
    const message = [
      'POST /oauth/v2/token HTTP/1.1',
      'Host: evil.tld',
      'X-Forwarded-Host: evil.tld',
      'Connection: close',
      `Authorization: ${basicHeader('basic', clientSecret)}`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${form.toString().length}`,
      '',
      form.toString(),
    ].join('\r\n')
    const answer = await server.send(message)
    assert.equal(answer.status, 200, answer.text)
    const idToken = /"id_token":"[^.]+\.([^.]+)\./.exec(answer.text)?.[1] ?? ''
    assert.equal((JSON.parse(Buffer.from(idToken, 'base64url').toString()) as Record<string, unknown>)['iss'], 'https://id.example')
  })

  const malformed: Readonly<Record<string, string>> = {
    'two Host lines': 'Host: id.example\r\nHost: evil.tld',
    'two equal Host lines': 'Host: id.example\r\nHost: id.example',
    'a host list': 'Host: id.example, evil.tld',
    'userinfo in the host': 'Host: id.example@evil.tld',
    'a path in the host': 'Host: id.example/evil.tld',
    'an invalid port': 'Host: id.example:99999',
    'a port with letters': 'Host: id.example:80a',
    'a space in the host': 'Host: id.example evil.tld',
    'an empty host': 'Host:',
    'no host': 'X-No-Host: 1',
  }
  for (const [name, headers] of Object.entries(malformed)) {
    test(`HO-04 ${name} is answered with 400`, async () => {
      const answer = await server.send(`GET /.well-known/openid-configuration HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`)
      assert.equal(answer.status, 400, answer.text)
      assert.doesNotMatch(answer.text, /evil|issuer/)
    })
  }

  test('HO-04 a target in absolute form is answered for its path alone', async () => {
    // "a server MUST accept the absolute-form in requests": https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
    const answer = await server.send(
      'GET http://evil.tld/.well-known/openid-configuration HTTP/1.1\r\nHost: id.example\r\nConnection: close\r\n\r\n',
    )
    assert.equal(answer.status, 200)
    assert.doesNotMatch(answer.text, /evil/)
  })

  for (const target of ['evil.tld:443', '*', 'http://', 'http://u:p@', '\\\\evil.tld', 'evil.tld']) {
    test(`HO-04 the target ${target} is refused`, async () => {
      const answer = await server.send(`GET ${target} HTTP/1.1\r\nHost: id.example\r\nConnection: close\r\n\r\n`)
      assert.ok(answer.status === 400 || answer.status === 404, answer.text)
      assert.doesNotMatch(answer.text, /evil/)
    })
  }
})
