// The headers of every answer, from a crawl over all routes, methods and outcomes.
import { alice, createUserAgent, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertSecurityHeaders } from '../../support/security-headers.ts'
import { authorizationUrl, authorize } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { routes, unknownPaths } from '../../support/routes.ts'

const cacheable = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/oauth/v2/keys']

describe('security headers', () => {
  let provider: TestProvider

  before(async () => {
    provider = await startTestProvider()
  })
  after(async () => await provider.close())

  test('HO-09 every route, method and outcome has them', async () => {
    for (const path of [...routes.map((route) => route.path), ...unknownPaths]) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE']) {
        for (const query of ['', '?request=AAAAAAAAAAAAAAAAAAAAAA&a=%ff']) {
          const response = await provider.fetch(new Request(provider.issuer + path + query, { method }))
          assertSecurityHeaders(response, `${method} ${path}${query}`)
          const mayCache = (cacheable.includes(path) || path.includes('/assets/')) && response.status === 200
          assert.match(response.headers.get('cache-control') ?? '', mayCache ? /^public, max-age=\d+/ : /^no-store$/, `${method} ${path}`)
        }
      }
    }
  })

  test('HO-09 every answer on the way of a sign-in has them', async () => {
    const seen: string[] = []
    const userAgent = createUserAgent(async (request) => {
      const response = await provider.fetch(request)
      assertSecurityHeaders(response, request.url)
      assert.equal(response.headers.get('cache-control'), 'no-store', request.url)
      seen.push(`${request.method} ${new URL(request.url).pathname}`)
      return response
    })
    for (const mode of ['query', 'fragment', 'form_post']) {
      const page = await signIn(userAgent, await userAgent.get(authorizationUrl(provider, { prompt: 'login', response_mode: mode })), alice)
      assert.ok(page.redirectedTo !== undefined || page.text.includes('form'), mode)
    }
    for (const step of ['GET /ui/login', 'POST /ui/login/login-name', 'POST /ui/login/password', 'GET /oauth/v2/authorize/resume'])
      assert.ok(seen.includes(step), step)
  })

  test('HO-11 every page forbids to be framed, by both headers, errors included', async () => {
    const userAgent = provider.newUserAgent()
    const pages = [
      await userAgent.get(authorizationUrl(provider)),
      await userAgent.get(authorizationUrl(provider, { redirect_uri: 'https://evil.example/' })),
      await userAgent.get(`${provider.issuer}/ui/login?request=x`),
      await userAgent.get(`${provider.issuer}/oauth/v2/authorize/resume?request=x`),
      await userAgent.post(`${provider.issuer}/ui/login/password`, {}),
    ]
    for (const page of pages) {
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
      assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
      assert.equal(page.headers.get('x-frame-options'), 'DENY')
    }
  })

  test('HO-09 http on loopback promises no https', async () => {
    const local = await startTestProvider({ issuer: 'http://localhost:8080' })
    const response = await local.fetch(new Request('http://localhost:8080/'))
    assert.equal(response.headers.get('strict-transport-security'), null)
    await local.close()
  })
})

test('a sign-in in a popup window keeps its opener: no page and no redirect on the way cuts it off', async () => {
  const popup = await startTestProvider()
  const userAgent = popup.newUserAgent()
  const sentToLogin = await userAgent.get(authorizationUrl(popup, { display: 'popup' }), { follow: false })
  const loginPage = await userAgent.get(new URL(sentToLogin.headers.get('location') ?? '', popup.issuer))
  for (const { headers } of [sentToLogin, loginPage, await authorize(popup)]) {
    assert.equal(headers.get('cross-origin-opener-policy'), 'unsafe-none')
  }
  await popup.close()
})
