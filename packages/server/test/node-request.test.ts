// What Node's server hands on as plain data, and what it makes of an answer. The requests are written byte by byte.
import { BodyBrokenOff, BodyTooLarge } from '@symbolon/core-protocol'
import type { Answer, HttpRequest } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { nodeHandler, serve } from '../src/index.ts'
import type { Answering, Served } from '../src/index.ts'
import { turnEnds } from '../src/serve/answer-incoming.ts'

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

describe("requests and answers of Node's server", () => {
  let answer: Answering['answer'] = async () => ({ status: 204, fields: {}, body: null })
  let served: Served
  before(async () => {
    served = await serve({ answer: (request, peer) => answer(request, peer) }, { hostname: '127.0.0.1', port: 0 })
  })
  after(async () => await served.drain(0))

  /** Sends the bytes, and returns everything that came back before the server closed the connection. */
  async function send(message: string, { hangUp = false }: { readonly hangUp?: boolean } = {}): Promise<string> {
    return await new Promise((resolve) => {
      let text = ''
      const socket = connect(served.port, '127.0.0.1', () => {
        socket.write(message, 'latin1')
        if (hangUp) setImmediate(() => socket.destroy())
      })
      socket.setEncoding('latin1')
      socket.on('data', (chunk: string) => void (text += chunk))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(text))
    })
  }
  const get = (target: string, lines = ''): string => `GET ${target} HTTP/1.1\r\nHost: id.example\r\nConnection: close\r\n${lines}\r\n`

  async function received(message: string): Promise<HttpRequest> {
    const taken = Promise.withResolvers<HttpRequest>()
    answer = async (request) => {
      taken.resolve(request)
      return { status: 204, fields: {}, body: null }
    }
    await send(message)
    return await taken.promise
  }

  const targets: readonly [target: string, path: string, query: string][] = [
    ['/', '/', ''],
    ['/oauth/v2/token', '/oauth/v2/token', ''],
    ['/.well-known/openid-configuration?', '/.well-known/openid-configuration', ''],
    ['/ui/login?request=a%20b&x=?y', '/ui/login', 'request=a%20b&x=?y'],
    ['/a/../b', '', ''],
    ['/a/./b?c', '', ''],
    ['/a/%2e%2e/b', '', ''],
    ['/a/.%2E', '', ''],
    ['http://other.example/a/../b', '', ''],
    ['/a/..b/.c?../d', '/a/..b/.c', '../d'],
    ['/o%61uth/%2f%C3%A9%?%61', '/oauth/%2f%C3%A9%', '%61'],
    ['//evil.example/a', '//evil.example/a', ''],
    ['http://other.example/a?b', '/a', 'b'],
    ['/a b'.replace(' ', '%20'), '/a%20b', ''],
    ['/a\\..\\b', '', ''],
    ['/a?b\\c', '/a', 'b\\c'],
  ]
  for (const [target, path, query] of targets) {
    test(`HO-17 the target ${target} has the path ${path || '(malformed)'} and the query ${query || '(none)'}`, async () => {
      const request = await received(get(target))
      assert.equal(request.path, path)
      assert.equal(request.query, query)
    })
  }

  test('a target that is not a path gets 400', async () => {
    // Some runtimes refuse it before they call the server.
    answer = async ({ path }) => ({ status: path === '' ? 400 : 200, fields: {}, body: null })
    assert.match(await send(get('*')), /^HTTP\/1\.1 400 /)
  })

  test('a request without a Host header has no path', async () => {
    answer = async ({ path }) => ({ status: path === '' ? 400 : 200, fields: {}, body: null })
    assert.match(await send('GET /a HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 400 /)
  })

  test('repeated header fields are joined, so that none passes unnoticed', async () => {
    const lines = 'AUTHORIZATION: Bearer a\r\nauthorization: Bearer b\r\nCookie: a=1\r\nCookie: b=2\r\nOrigin: https://a.example\r\n'
    const { header } = await received(get('/', lines))
    assert.equal(header('authorization'), 'Bearer a, Bearer b')
    assert.equal(header('cookie'), 'a=1; b=2')
    assert.equal(header('origin'), 'https://a.example')
    assert.equal(header('accept'), undefined)
  })

  test('a body can be read twice, whether or not its length is declared', async () => {
    const bodies: string[] = []
    answer = async ({ body }) => {
      assert.equal(body.used, false)
      bodies.push(decode(await body.bytes(100)), decode(await body.bytes(50)))
      assert.equal(body.used, true)
      return { status: 204, fields: {}, body: null }
    }
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n'
    await send(`${head}Content-Length: 5\r\n\r\nfirst`)
    await send(`${head}Transfer-Encoding: chunked\r\n\r\n3\r\nsec\r\n3\r\nond\r\n0\r\n\r\n`)
    await send(`${head}Content-Length: 0\r\n\r\n`)
    assert.deepEqual(bodies, ['first', 'first', 'second', 'second', '', ''])
  })

  test('a body over the limit is refused, and the client sees the answer although it goes on sending', async () => {
    answer = async ({ body }) => {
      await assert.rejects(body.bytes(10), BodyTooLarge)
      await assert.rejects(body.bytes(1000), BodyTooLarge)
      return { status: 413, fields: {}, body: 'too large' }
    }
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n'
    const text = 'x'.repeat(1_000_000)
    assert.match(await send(`${head}Content-Length: ${text.length}\r\n\r\n${text}`), /^HTTP\/1\.1 413 [^]*too large$/)
    const chunk = `${text.length.toString(16)}\r\n${text}\r\n`
    assert.match(await send(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`), /^HTTP\/1\.1 413 [^]*too large$/)
  })

  test('a body that nothing has read, or only a part of it, does not hold up the next request of the connection', async () => {
    const ways: Readonly<Record<string, (request: HttpRequest) => Promise<unknown>>> = {
      '/unread': async () => undefined,
      '/opened': async ({ body }) => body.stream(),
      '/first': async ({ body }) => await body.stream()?.getReader().read(),
      '/cancelled': async ({ body }) => {
        const reader = body.stream()?.getReader()
        await reader?.read()
        await reader?.cancel()
      },
      '/refused': async ({ body }) => await body.bytes(10).catch(() => undefined),
    }
    answer = async (request) => {
      await ways[request.path]?.(request)
      return { status: 200, fields: {}, body: request.path }
    }
    const text = 'x'.repeat(300_000)
    for (const path of Object.keys(ways)) {
      const posts = [`Content-Length: ${text.length}\r\n\r\n${text}`, `Transfer-Encoding: chunked\r\n\r\n493e0\r\n${text}\r\n0\r\n\r\n`]
      for (const post of posts) {
        const answered = await send(`POST ${path} HTTP/1.1\r\nHost: a\r\n${post}${get('/next')}`)
        assert.match(answered, new RegExp(`^HTTP/1\\.1 200 [^]*${path}HTTP/1\\.1 200 [^]*/next$`), path)
      }
    }
  })

  test('a streamed body arrives whole, and one that breaks off fails', async () => {
    const ended = Promise.withResolvers<unknown>()
    answer = async ({ path, body }) => {
      assert.equal(body.used, false)
      const reader = body.stream()?.getReader()
      let length = 0
      try {
        for (;;) {
          const read = await reader?.read()
          if (read?.value === undefined) break
          length += read.value.byteLength
        }
      } catch (error) {
        if (path === '/broken') ended.resolve(error)
      }
      return { status: 200, fields: {}, body: String(length) }
    }
    const text = 'x'.repeat(300_000)
    const head = 'HTTP/1.1\r\nHost: a\r\nConnection: close\r\n'
    assert.match(await send(`POST / ${head}Content-Length: ${text.length}\r\n\r\n${text}`), /300000$/)
    await send('POST /broken HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\nhalf', { hangUp: true })
    assert.ok((await ended.promise) instanceof BodyBrokenOff)
  })

  test('a client that hangs up in the middle of its body is distinguished from one that sends too much', async () => {
    const ended = Promise.withResolvers<unknown>()
    answer = async ({ body }) => {
      ended.resolve(await body.bytes(100).catch((error: unknown) => error))
      return { status: 400, fields: {}, body: 'not read' }
    }
    await send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\nhalf', { hangUp: true })
    assert.ok((await ended.promise) instanceof BodyBrokenOff)
  })

  test('a request is answered although its client closes the connection as soon as it is sent', async () => {
    for (const [message, content] of [
      ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nwhole', 'whole'],
      ['GET / HTTP/1.1\r\nHost: a\r\n\r\n', ''],
    ] as const) {
      const taken = Promise.withResolvers<string>()
      answer = async ({ body }) => {
        taken.resolve(content === '' ? '' : decode(await body.bytes(100)))
        return { status: 200, fields: {}, body: 'not read' }
      }
      const socket = connect(served.port, '127.0.0.1', () => socket.end(message))
      socket.on('error', () => undefined)
      assert.equal(await taken.promise, content)
      socket.destroy()
    }
  })

  test('requests that are decided together keep the asynchronous context of each, and the address of its client', async (t) => {
    const context = new AsyncLocalStorage<string>()
    const seen = new Map<string, string | undefined>()
    const handler = nodeHandler({
      owns: () => true,
      answer: async ({ method, path, body }, { remoteAddress }) => {
        if (method === 'POST') await body.bytes(100)
        seen.set(`${method} ${path}`, `${context.getStore()} ${remoteAddress}`)
        return { status: 204, fields: {}, body: null }
      },
    })
    const server = createServer((incoming, outgoing) =>
      context.run(`${incoming.method} ${incoming.url}`, () => handler(incoming, outgoing)),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => server.close())
    const address = server.address()
    const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const paths = Array.from({ length: 20 }, (_, number) => `/${number}`)
    await Promise.all(
      paths.flatMap((path) => [fetch(base + path), fetch(base + path, { method: 'POST', body: 'a', headers: { connection: 'close' } })]),
    )
    assert.equal(seen.size, 40)
    for (const [request, known] of seen) assert.equal(known, `${request} 127.0.0.1`)
  })

  test('the end of a turn is one for all that ask in it', async () => {
    const turnEnd = turnEnds()
    const first = turnEnd()
    assert.equal(turnEnd(), first)
    await first
    assert.notEqual(turnEnd(), first)
  })

  test('an answer is framed by its length, an answer to HEAD has no body, and each cookie has its line', async () => {
    const given: Answer = { status: 200, fields: { 'content-type': 'text/plain' }, cookies: ['a=1', 'b=2'], body: 'grün' }
    answer = async () => given
    const text = await send(get('/'))
    assert.match(text, /^content-length: 5\r$/im)
    assert.match(text, /^set-cookie: a=1\r\nset-cookie: b=2\r$/im)
    assert.ok(text.endsWith(Buffer.from('grün').toString('latin1')))
    const head = await send(get('/').replace('GET', 'HEAD'))
    assert.match(head, /^content-length: 5\r$/im)
    assert.ok(head.endsWith('\r\n\r\n'))
  })

  test('a field that HTTP cannot carry is a 500, and the server goes on', async () => {
    answer = async () => ({ status: 303, fields: { location: '/a\r\nset-cookie: b=1' }, body: null })
    const text = await send(get('/'))
    assert.match(text, /^HTTP\/1\.1 500 /)
    assert.doesNotMatch(text, /set-cookie/)
    answer = async () => await Promise.reject(new Error('inside'))
    assert.match(await send(get('/')), /^HTTP\/1\.1 500 /)
    assert.equal((await received(get('/a'))).path, '/a')
  })

  test('a stream that fails breaks the connection off, and one whose client has gone is cancelled', async () => {
    const failing = (): ReadableStream<Uint8Array> => {
      let chunks = 0
      return new ReadableStream({
        pull(controller) {
          chunks += 1
          if (chunks < 3) controller.enqueue(new TextEncoder().encode('part'))
          else controller.error(new Error('away'))
        },
      })
    }
    answer = async () => ({ status: 200, fields: {}, body: failing() })
    assert.doesNotMatch(await send(get('/')), /\r\n0\r\n\r\n$/)

    const cancelled = Promise.withResolvers<void>()
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel: () => cancelled.resolve(),
    })
    answer = async () => ({ status: 200, fields: {}, body: endless })
    await send(get('/'), { hangUp: true })
    await cancelled.promise
  })
})
