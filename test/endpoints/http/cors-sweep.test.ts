// Which browser origins may read which answers, swept over all routes. https://fetch.spec.whatwg.org/#http-cors-protocol
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { routes, unknownPaths } from '../../support/routes.ts'

const open = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/oauth/v2/keys']
const forRegistered = ['/oauth/v2/token', '/oauth/v2/revoke', '/oidc/v1/userinfo']
const registered = 'https://app.example'
const strangers = [
  'https://evil.example',
  'null',
  'https://sub.app.example',
  'https://app.example.evil.example',
  'http://app.example',
  'https://app.example:8443',
  'https://id.example',
  'https://evilapp.example',
  'https://app.example/',
  'HTTPS://APP.EXAMPLE',
  '*',
  'https://app.example, https://evil.example',
  "https://app.example'--",
  `https://${'a'.repeat(400)}.example`,
]

describe('CORS', () => {
  let provider: TestProvider

  before(async () => {
    provider = await startTestProvider()
  })
  after(async () => await provider.close())

  const send = async (path: string, method: string, origin: string, headers: Record<string, string> = {}): Promise<Response> =>
    await provider.fetch(new Request(provider.issuer + path, { method, headers: { origin, ...headers } }))

  test('HO-10 the sweep knows every route that shares its answers', () => {
    const shared = routes.filter(({ cors }) => cors !== 'none').map(({ path }) => path)
    assert.deepEqual(shared.toSorted(), [...open, ...forRegistered].toSorted())
  })

  test('HO-10 discovery and key set are open to all, never with credentials', async () => {
    for (const path of open) {
      for (const origin of [registered, ...strangers]) {
        const response = await send(path, 'GET', origin, { cookie: '__Host-symbolon-session=x' })
        assert.equal(response.headers.get('access-control-allow-origin'), '*')
        assert.equal(response.headers.get('access-control-allow-credentials'), null)
      }
    }
  })

  test('HO-10 an unregistered origin may read no other response, by request or by preflight, and caches keep origins apart', async () => {
    for (const path of [...routes.map((route) => route.path), ...unknownPaths].filter((each) => !open.includes(each))) {
      for (const origin of strangers) {
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          const { headers } = await send(path, method, origin, {
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization',
          })
          for (const name of headers.keys()) assert.doesNotMatch(name, /^access-control-/, `${method} ${path} ${origin}`)
          if (forRegistered.includes(path) && method !== 'GET') assert.match(headers.get('vary') ?? '', /origin/i, `${method} ${path}`)
        }
      }
    }
  })

  test('HO-10 a registered origin reads answers about tokens and userinfo, and nothing else, never with credentials', async () => {
    for (const path of [...routes.map((route) => route.path), ...unknownPaths].filter((each) => !open.includes(each))) {
      const { headers } = await send(path, 'POST', registered)
      assert.equal(headers.get('access-control-allow-origin'), forRegistered.includes(path) ? registered : null, path)
      assert.equal(headers.get('access-control-allow-credentials'), null, path)
    }
  })

  test('HO-10 the preflight of a registered origin allows the methods of the route and every header', async () => {
    for (const path of forRegistered) {
      const response = await send(path, 'OPTIONS', registered, { 'access-control-request-method': 'POST' })
      // A browser that traces requests, and names that are not names.
      const asked = [
        'traceparent, X-Datadog-Trace-Id,x-requested-with, authorization',
        'authorization, content-type, traceparent, x-datadog-trace-id, x-requested-with',
      ] as const
      for (const [names, allowed] of [
        asked,
        ['a b, ü, \t,x:y', 'authorization, content-type'],
        ['x,'.repeat(4097), 'authorization, content-type'],
      ] as const) {
        const traced = await send(path, 'OPTIONS', registered, {
          'access-control-request-method': 'POST',
          'access-control-request-headers': names,
        })
        assert.equal(traced.headers.get('access-control-allow-headers'), allowed)
      }
      assert.equal(response.status, 204)
      assert.equal(response.headers.get('access-control-allow-origin'), registered)
      assert.equal(response.headers.get('access-control-allow-headers'), 'authorization, content-type')
      assert.match(response.headers.get('access-control-allow-methods') ?? '', /POST/)
      assert.equal(response.headers.get('access-control-allow-credentials'), null)
      assert.match(response.headers.get('vary') ?? '', /origin/i)
    }
  })
})
