// Which requests reach an endpoint: its own path, its own methods, and no other spelling that would mean something else.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { routes, unknownPaths } from '../../support/routes.ts'

describe('routing', () => {
  let provider: TestProvider

  before(async () => {
    provider = await startTestProvider()
  })
  after(async () => await provider.close())

  const send = async (path: string, init: RequestInit = {}): Promise<Response> =>
    await provider.fetch(new Request(provider.issuer + path, init))

  test('every endpoint that discovery publishes is among the routes, at the issuer', async () => {
    const metadata = (await (await send('/.well-known/openid-configuration')).json()) as Record<string, unknown>
    const published = Object.entries(metadata)
      .filter(([name]) => name.endsWith('_endpoint') || name === 'jwks_uri')
      .map(([, value]) => String(value))
    assert.ok(published.length >= 4)
    const known = routes.map(({ path }) => provider.issuer + path)
    for (const url of published) assert.ok(known.includes(url), url)
  })

  test('an unknown path is answered with 404 for every method', async () => {
    for (const path of unknownPaths) {
      for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS', 'DELETE', 'PUT']) {
        const response = await send(path, { method })
        assert.equal(response.status, 404, `${method} ${path}`)
        assert.doesNotMatch(await response.text(), /[<{]/)
      }
    }
  })

  test('405 names the methods that the path has', async () => {
    for (const { path, methods, cors } of routes) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'get']) {
        const sent = new Request('https://id.example/', { method }).method
        if (methods.some((each) => each === sent) || (sent === 'OPTIONS' && cors !== 'none')) continue
        const response = await send(path, { method })
        assert.equal(response.status, 405, `${method} ${path}`)
        // https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6
        assert.equal(response.headers.get('allow'), methods.join(', '), `${method} ${path}`)
        assert.equal(await response.text(), '')
      }
    }
  })

  test('HEAD says what GET says, without the body', async () => {
    for (const path of ['/.well-known/openid-configuration', '/oauth/v2/keys']) {
      const [get, head] = [await send(path), await send(path, { method: 'HEAD' })]
      assert.equal(head.status, 200)
      assert.deepEqual([...head.headers], [...get.headers])
      assert.equal(await head.text(), '')
    }
  })

  test('HO-05 no variant of a path reaches an endpoint in any other way than the path does', async () => {
    const variants = (path: string): readonly string[] => [
      `/${path}`,
      `${path}/`,
      `${path}//`,
      path.replaceAll('/', '//'),
      path.replaceAll('/', '%2f').replace('%2f', '/'),
      path.replace(/\/([^/]*)$/, '%2F$1'),
      `${path};x`,
      `${path};jsessionid=1`,
      `${path}%00`,
      `${path}%20`,
      `${path}.json`,
      `${path}%3fa=b`,
      `${path}%23`,
      path.toUpperCase(),
      `${path}/..;/x`,
      `/x/..;${path}`,
      `${path}%0a`,
      `${path}\u200b`,
      `${path}/%2e%2e%2f`,
      `${path}%ff`,
      `${path}%`,
      `${path}%zz`,
    ]
    for (const { path, methods } of routes) {
      for (const variant of variants(path)) {
        for (const method of methods) {
          const response = await send(variant, { method })
          assert.equal(response.status, 404, `${method} ${variant}`)
        }
      }
    }
  })

  test('HO-05 spellings that the URL standard makes equal are equal: same endpoint, same refusals', async () => {
    for (const variant of ['/./oauth/v2/token', '/x/../oauth/v2/token', '/oauth/v2/%74oken', '/oauth/%2e/v2/token']) {
      const response = await send(variant, { method: 'POST', body: new URLSearchParams({ grant_type: 'authorization_code', code: 'x' }) })
      assert.ok(response.status === 401 || response.status === 404, `${variant} ${response.status}`)
    }
  })

  test('HO-06 no header and no parameter stands in for the method', async () => {
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      assert.equal((await send('/oauth/v2/token', { headers: { [name]: 'POST' } })).status, 405, name)
    }
    assert.equal((await send('/oauth/v2/token?_method=POST')).status, 405)
    const answered = await send('/.well-known/openid-configuration', { method: 'POST', body: new URLSearchParams({ _method: 'GET' }) })
    assert.equal(answered.status, 405)
  })

  test('HO-15 no path leads to a file that is not an asset of the pages', async () => {
    // A theme is not a file: its style sheet is generated from its name.
    const assets = routes.filter(({ path }) => path.includes('/assets/') && !path.includes(':')).map(({ path }) => path)
    assert.ok(assets.length > 0)
    for (const path of assets) assert.equal((await send(path)).status, 200)
    const tries = [
      '../package.json',
      '..%2fpackage.json',
      '%2e%2e%2fpackage.json',
      '%2e%2e/%2e%2e/package.json',
      '..\\package.json',
      '..%5cpackage.json',
      '....//package.json',
      '%252e%252e%252fpackage.json',
      '/etc/passwd',
      '%2fetc%2fpasswd',
      'style.css%00.html',
      '.',
      '',
      'constructor',
      '__proto__',
      'C:\\',
    ]
    for (const each of tries) {
      const response = await send(`/ui/login/assets/${each}`)
      assert.equal(response.status, 404, each)
    }
  })
})
