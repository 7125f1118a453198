// An issuer with a path: what is put before the paths of answers, and what is not.
import { redirect } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endpoint, text, withProvider } from './parts.ts'

const origin = 'https://example.com'
const issuer = `${origin}/auth`
const html = { 'content-type': 'text/html; charset=utf-8' }

/** A page, and links of all kinds: to the provider, to its host, to elsewhere; and values that are not links. */
const page = `<!doctype html>
<meta http-equiv="refresh" content="0;url=/ui/things/a?b=c&amp;d">
<link rel="stylesheet" href="/ui/style.css"><img src="/ui/style.css#x" alt=""><a href="/ui/things/a">own</a><a href="/">home</a>
<a href="/privacy">of the host</a><a href="/auth/ui/style.css">whole</a><a href="//evil.example/ui/style.css">elsewhere</a><a href="?next">next</a>
<a href="https://example.com/ui/style.css">absolute</a><a href="/.well-known/of-the-host">well-known</a>
<form action="/ui/things/a" method="post"><input name="returnTo" value="/ui/things/a"><button formaction="/ui/style.css">go</button></form>
<p>href=&quot;/ui/style.css&quot; and /ui/style.css</p>`

const below = page
  .replace('url=/ui/things', 'url=/auth/ui/things')
  .replace('href="/ui/style.css"><img src="/ui/', 'href="/auth/ui/style.css"><img src="/auth/ui/')
  .replace('<a href="/ui/things/a">own</a><a href="/">', '<a href="/auth/ui/things/a">own</a><a href="/auth/">')
  .replace('action="/ui/things/a" m', 'action="/auth/ui/things/a" m')
  .replace('formaction="/ui/', 'formaction="/auth/ui/')

const targets: Readonly<Record<string, string>> = {
  '/ui/things/a?b=/ui/style.css': '/auth/ui/things/a?b=/ui/style.css',
  '/': '/auth/',
  '/privacy': '/privacy',
  'https://app.example/ui/style.css': 'https://app.example/ui/style.css',
  '//evil.example/ui/style.css': '//evil.example/ui/style.css',
}

const endpoints = [
  endpoint({ path: '/ui/style.css', handle: async () => text(page, 200, html) }),
  endpoint({ path: '/ui/code', handle: async () => text(page) }),
  endpoint({ path: '/ui/things/:name', handle: async ({ path, query }) => text(`${path} ${query}`) }),
  endpoint({ path: '/go', handle: async ({ query }) => redirect(decodeURIComponent(query)) }),
  endpoint({ path: '/.well-known/of-the-host', beginsAt: 'host' }),
]

describe('an issuer with a path', () => {
  test('endpoints see paths from the root of the provider, and answer below the issuer alone', async () => {
    await withProvider({ issuer, endpoints }, async ({ fetch, owns, paths }) => {
      assert.equal(await (await fetch(new Request(`${issuer}/ui/things/a?b`))).text(), '/ui/things/a b')
      for (const [path, status] of Object.entries({
        '/ui/things/a': 404,
        '/auth/.well-known/of-the-host': 404,
        '/.well-known/of-the-host': 200,
      })) {
        assert.equal((await fetch(new Request(origin + path))).status, status, path)
        assert.equal(owns({ url: path }), status === 200, path)
      }
      assert.ok(
        ['/auth', '/auth/', '/auth/ui/things/:name', '/.well-known/of-the-host'].every((path) => paths.includes(path)),
        paths.join(),
      )
      for (const path of ['/auth', '/auth/', '/auth/ui/things/a']) assert.equal(owns({ url: path }), true, path)
      for (const path of ['/', '/authority', '/auth/elsewhere']) assert.equal(owns({ url: path }), false, path)
    })
  })

  test('a page leads to own paths below the issuer; other links, hidden values and texts stay what they are', async () => {
    assert.notEqual(below, page)
    await withProvider({ issuer, endpoints }, async ({ fetch }) => {
      assert.equal(await (await fetch(new Request(`${issuer}/ui/style.css`))).text(), below)
      assert.equal(await (await fetch(new Request(`${issuer}/ui/code`))).text(), page, 'other content')
    })
    await withProvider({ issuer: origin, endpoints }, async ({ fetch }) => {
      assert.equal(await (await fetch(new Request(`${origin}/ui/style.css`))).text(), page, 'without a path')
    })
  })

  test('a redirect leads to an own path below the issuer, and elsewhere as it stands', async () => {
    await withProvider({ issuer, endpoints }, async ({ fetch }) => {
      for (const [target, expected] of Object.entries(targets)) {
        const answer = await fetch(new Request(`${issuer}/go?${encodeURIComponent(target)}`))
        assert.equal(answer.headers.get('location'), expected)
      }
    })
  })
})
