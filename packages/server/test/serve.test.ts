// Serving on whatever runtime runs this file: Node, Bun and Deno keep the same promises.
import type { Answer } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { ListenError, createProvider, serve } from '../src/index.ts'
import type { Answering, Served } from '../src/index.ts'
import { endpoint, options } from './parts.ts'

/** Milliseconds: a drain that waits for what it should not wait for takes longer. */
const timeout = 120_000

const started: Served[] = []
async function start(answer: Answering['answer']): Promise<Served & { readonly url: string }> {
  // Within the time of a test no limit closes a connection that is kept alive.
  const served = await serve({ answer }, { hostname: '127.0.0.1', port: 0, connections: { keepAliveTimeout: 600_000 } })
  started.push(served)
  return { ...served, url: `http://127.0.0.1:${served.port}` }
}
after(async () => {
  await Promise.all(started.map(async (served) => await served.drain(0)))
})

/** Resolves when the server takes no connection any more. */
async function untilRefused(port: number): Promise<void> {
  while ((await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')).text !== '') await new Promise((resolve) => setTimeout(resolve, 10))
}

function plainText(body: string): Answer {
  return { status: 200, fields: { 'content-type': 'text/plain' }, body }
}

/** One byte stream to the server, as text: what it says, and whether it hung up. */
async function exchange(port: number, message: string): Promise<{ readonly text: string; readonly connected: boolean }> {
  return await new Promise((resolve) => {
    let text = ''
    let connected = false
    const socket = connect(port, '127.0.0.1', () => {
      connected = true
      socket.write(message)
    })
    socket.on('data', (chunk) => void (text += String(chunk)))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve({ text, connected }))
  })
}

describe('serve', () => {
  test('takes a free port and answers', async () => {
    const { url, port } = await start(async ({ method, path, query }) => plainText(`${method} ${path} ${query}`))
    assert.ok(port > 0)
    assert.equal(await (await fetch(`${url}/a/b?c`)).text(), 'GET /a/b c')
    const posted = await fetch(url, { method: 'POST', body: new URLSearchParams({ a: '1' }) })
    assert.equal(await posted.text(), 'POST / ')
  })

  test('a port in use: ListenError EADDRINUSE, and the first server goes on', async () => {
    const { url, port } = await start(async () => plainText('first'))
    await assert.rejects(serve({ answer: async () => plainText('') }, { hostname: '127.0.0.1', port }), (error) => {
      assert.ok(error instanceof ListenError)
      assert.equal(error.code, 'EADDRINUSE')
      return true
    })
    assert.equal(await (await fetch(url)).text(), 'first')
  })

  test('an address that is not this machine: ListenError', async () => {
    await assert.rejects(serve({ answer: async () => plainText('') }, { hostname: '192.0.2.1', port: 0 }), ListenError)
  })

  test('draining waits for a request under way, which is answered in full, and refuses new connections', { timeout }, async () => {
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { url, port, drain } = await start(async (request) => {
      if (request.path === '/slow') {
        begun.resolve()
        await goOn.promise
      }
      return plainText('whole')
    })
    const slow = fetch(`${url}/slow`)
    await begun.promise
    let isDrained = false
    const drained = drain(600_000).then(() => {
      isDrained = true
    })
    await untilRefused(port)
    assert.equal(isDrained, false)
    goOn.resolve()
    const response = await slow
    assert.equal(response.status, 200)
    assert.equal(await response.text(), 'whole')
    // It does not wait for the connection of that request, which has nothing more to say.
    await drained
  })

  test('draining waits for a body that is still arriving, and hands all of it over', { timeout }, async () => {
    const begun = Promise.withResolvers<void>()
    const { port, drain } = await start(async (request) => {
      begun.resolve()
      return plainText(new TextDecoder().decode(await request.body.bytes(1000)))
    })
    const answer = Promise.withResolvers<string>()
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n\r\nfirst '))
    socket.on('data', (chunk) => void (text += String(chunk)))
    socket.on('close', () => answer.resolve(text))
    await begun.promise
    const drained = drain(600_000)
    await untilRefused(port)
    socket.write('second')
    assert.match(await answer.promise, /^HTTP\/1\.1 200 [^]*first second$/)
    await drained
  })

  test('a connection in use hears that it ends before it is closed: no request is sent into it', { timeout }, async () => {
    const message = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
    const losesRequest = async (): Promise<boolean> => {
      const { port, drain } = await start(async () => plainText('kept'))
      return await new Promise<boolean>((resolve) => {
        let waiting = true
        const socket = connect(port, '127.0.0.1', () => socket.write(message))
        socket.once('data', () => void drain(600_000))
        socket.on('data', (chunk) => {
          waiting = !/^connection: close\r$/im.test(String(chunk))
          if (waiting) socket.write(message)
        })
        socket.on('error', () => undefined)
        socket.on('close', () => resolve(waiting))
      })
    }
    // A process that stands still for a tenth of a second gives its connections no time to hear of it; it does not stand still each time.
    for (let tries = 1; await losesRequest(); tries += 1) assert.ok(tries < 10)
  })

  test('draining does not wait for connections that are kept alive without a request', { timeout }, async () => {
    const { url, drain } = await start(async () => plainText('kept'))
    await (await fetch(url)).text()
    await drain(600_000)
  })

  test('draining gives up at its limit', { timeout }, async () => {
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { url, drain } = await start(async () => {
      begun.resolve()
      await goOn.promise
      return plainText('late')
    })
    const slow = fetch(url).then(
      async (response) => await response.text(),
      () => 'cut off',
    )
    await begun.promise
    await drain(200)
    assert.equal(await slow, 'cut off')
    goOn.resolve()
  })

  test('a malformed Host header is answered with 400 and no stack, whatever the runtime makes of it', async () => {
    const provider = await createProvider(options({ endpoints: [endpoint()] }))
    const { port } = await start(provider.answer)
    for (const host of ['u:p@evil.tld', 'a.example:99999', 'a.example/evil', 'a, b', 'a.example\r\nHost: b.example']) {
      const { text: answered } = await exchange(port, `GET /here HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      assert.match(answered, /^HTTP\/1\.1 400 /, `${host}: ${answered.slice(0, 200)}`)
      assert.doesNotMatch(answered, /evil|\bat |<html/i)
    }
    const { text: answered } = await exchange(port, 'GET /here HTTP/1.1\r\nHost: id.example\r\nConnection: close\r\n\r\n')
    assert.match(answered, /^HTTP\/1\.1 200 [^]*here/)
    await provider.close()
  })

  test('headers beyond what any browser sends are refused', async () => {
    const { port } = await start(async () => plainText('read'))
    const { text: answered } = await exchange(
      port,
      `GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nCookie: ${'x'.repeat(1024 * 1024)}\r\n\r\n`,
    )
    assert.doesNotMatch(answered, /^HTTP\/1\.1 2/)
  })
})
