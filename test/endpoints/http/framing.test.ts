// Messages whose end two servers could see in different places, and messages too large to be honest: refused on the socket.
import { redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { authorizationUrl } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { serveRaw } from '../../support/raw-http.ts'
import type { RawServer } from '../../support/raw-http.ts'

const smuggled = 'GET /.well-known/openid-configuration HTTP/1.1\r\nHost: id.example\r\n\r\n'
const post = 'POST /oauth/v2/token HTTP/1.1\r\nHost: id.example\r\nContent-Type: application/x-www-form-urlencoded\r\n'

/** https://www.rfc-editor.org/rfc/rfc9112#section-6.1, #section-5.2, #section-7.1 */
const ambiguous: Readonly<Record<string, string>> = {
  'Content-Length before Transfer-Encoding': `${post}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  'Transfer-Encoding before Content-Length': `${post}Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${smuggled}`,
  'two lengths': `${post}Content-Length: 0\r\nContent-Length: 70\r\n\r\n${smuggled}`,
  'a list of lengths': `${post}Content-Length: 0, 70\r\n\r\n${smuggled}`,
  'a signed length': `${post}Content-Length: +0\r\n\r\n${smuggled}`,
  'a hexadecimal length': `${post}Content-Length: 0x0\r\n\r\n${smuggled}`,
  'a negative length': `${post}Content-Length: -1\r\n\r\n${smuggled}`,
  'a space before the colon': `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  'chunked that is not the last encoding': `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
  'an unknown encoding': `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
  'a folded header line': `${post}X-Folded: a\r\n Content-Length: 70\r\n\r\n${smuggled}`,
  'bare line feeds': `${post}Content-Length: 0\n\n${smuggled}`,
  'a bare carriage return in a header': `${post}X-A: b\rContent-Length: 70\r\n\r\n${smuggled}`,
  'a NUL in a header': `${post}X-A: b\0c\r\nContent-Length: 0\r\n\r\n${smuggled}`,
  'a chunk size that is not a number': `${post}Transfer-Encoding: chunked\r\n\r\n0x\r\n\r\n${smuggled}`,
  'a header name with a space': `${post}Content Length: 70\r\n\r\n${smuggled}`,
}

describe('messages on the socket', () => {
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

  for (const [name, message] of Object.entries(ambiguous)) {
    test(`HO-08 ${name}: 400, nothing behind it is answered, and the connection is closed`, async () => {
      const answer = await server.send(message)
      assert.doesNotMatch(answer.text, /"issuer"/)
      assert.match(answer.text, /HTTP\/1\.1 400 [^]*$/)
      assert.equal(answer.closed, true)
    })
  }

  test('HO-08 a chunk extension is skipped, and cannot hide a request', async () => {
    const answer = await server.send(`${post}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n4;a="\r\n0\r\n\r\n${smuggled}`)
    assert.doesNotMatch(answer.text, /"issuer"/)
  })

  test('HO-08 two requests on one connection get two answers, so the rows above can fail', async () => {
    const answer = await server.send(`${post}Content-Length: 0\r\n\r\n${smuggled}`)
    assert.equal(answer.count, 2)
    assert.match(answer.text, /"issuer"/)
  })

  test('HO-07 line breaks in parameters make no header', async () => {
    const payload = 'x\r\nSet-Cookie: evil=1\r\nX-Evil: 1\r\n\r\nevil'
    const names = [
      'state',
      'nonce',
      'login_hint',
      'ui_locales',
      'display',
      'acr_values',
      'response_mode',
      'prompt',
      'scope',
      'client_id',
      'redirect_uri',
    ]
    for (const name of names) {
      for (const prompt of [{}, { prompt: 'none' }]) {
        const target = authorizationUrl(provider, { ...prompt, [name]: payload }).slice(provider.issuer.length)
        const answer = await server.send(`GET ${target} HTTP/1.1\r\nHost: id.example\r\nConnection: close\r\n\r\n`)
        assert.ok(answer.status === 303 || answer.status === 400, `${name}: ${answer.text}`)
        assert.equal(answer.headers.get('x-evil'), null, name)
        assert.doesNotMatch(answer.headers.get('set-cookie') ?? '', /evil=1/, name)
        assert.equal(answer.count, 1, name)
      }
    }
  })

  test('HO-07 a state with line breaks is invalid: the error says so at the registered redirect URI', async () => {
    const target = authorizationUrl(provider, { prompt: 'none', state: 'a\r\nb: c' }).slice(provider.issuer.length)
    const answer = await server.send(`GET ${target} HTTP/1.1\r\nHost: id.example\r\nConnection: close\r\n\r\n`)
    const location = new URL(answer.headers.get('location') ?? '')
    assert.equal(location.href.startsWith(`${redirectUri}?`), true)
    assert.equal(location.searchParams.get('error'), 'invalid_request')
    assert.equal(location.searchParams.get('state'), null)
  })

  test('HO-07 line breaks in a path, a fragment of headers in a request line, are refused', async () => {
    for (const target of [
      '/%0d%0aX-Evil:%201',
      '/oauth/v2/authorize/resume?request=%0d%0aX-Evil:%201',
      '/ui/login?request=%0d%0aX-Evil:%201',
    ]) {
      const answer = await server.send(`GET ${target} HTTP/1.1\r\nHost: id.example\r\nConnection: close\r\n\r\n`)
      assert.ok(answer.status === 400 || answer.status === 404, answer.text)
      assert.equal(answer.headers.get('x-evil'), null)
    }
  })

  test('DS-02 a cookie of 100 KiB is answered with 431 or 400 and the connection is closed', async () => {
    const answer = await server.send(`GET / HTTP/1.1\r\nHost: id.example\r\nCookie: a=${'x'.repeat(100 * 1024)}\r\n\r\n`)
    // The reset may outrun the answer.
    assert.ok([431, 400, 0].includes(answer.status), answer.text)
    assert.equal(answer.closed, true)
    assert.equal(provider.logged.filter(({ fields }) => JSON.stringify(fields).includes('xxxx')).length, 0)
  })

  test('DS-02 header lines beyond 16 KiB in sum are answered with 431 or 400', async () => {
    const lines = Array.from({ length: 2000 }, (_, index) => `X-Header-${index}: ${index}\r\n`).join('')
    const answer = await server.send(`GET / HTTP/1.1\r\nHost: id.example\r\n${lines}\r\n`)
    assert.ok(answer.status === 431 || answer.status === 400, answer.text)
    assert.equal(answer.closed, true)
  })

  test('DS-02 200 short header lines are harmless: answered or refused, never a failure', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => `X-${index}: ${index}\r\n`).join('')
    const answer = await server.send(
      `GET /.well-known/openid-configuration HTTP/1.1\r\nHost: id.example\r\nConnection: close\r\n${lines}\r\n`,
    )
    assert.ok([200, 400, 431].includes(answer.status), answer.text)
  })

  test('DS-02 a path of 20 KiB is refused', async () => {
    const answer = await server.send(`GET /${'a'.repeat(20 * 1024)} HTTP/1.1\r\nHost: id.example\r\n\r\n`)
    assert.ok(answer.status === 431 || answer.status === 414 || answer.status === 400, answer.text)
  })

  test('a client that hangs up in the middle of its form leaves no failure behind', async () => {
    const before = provider.logged.length
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { port, close } = await serveRaw({
      async answer(request) {
        begun.resolve()
        try {
          return await provider.answer(request)
        } finally {
          ended.resolve()
        }
      },
    })
    const socket = connect(port, '127.0.0.1', () => void socket.write(`${post}Content-Length: 1000\r\n\r\ngrant_type=`))
    await begun.promise
    socket.destroy()
    await ended.promise
    await close()
    assert.ok(provider.logged.length > before)
    assert.deepEqual(
      provider.logged.slice(before).filter(({ level }) => level === 'error'),
      [],
    )
  })
})
