// XI-09, SS-20: what requests to identity providers may reach, and how much of an answer is read.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { describe, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { guardedFetch, OutgoingRequestRefused } from '../src/index.ts'
import type { OutgoingOptions } from '../src/index.ts'

async function withServer(listener: RequestListener, run: (origin: string) => Promise<void>): Promise<void> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  try {
    await run(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

function recording(resolved: readonly string[], options: OutgoingOptions = {}) {
  const sent: string[] = []
  const fetch = guardedFetch({
    resolve: async () => resolved,
    fetch: async (url) => {
      sent.push(url)
      return Response.json({})
    },
    ...options,
  })
  return { sent, fetch }
}

describe('XI-09 requests to identity providers', () => {
  for (const url of [
    'http://login.example/',
    'http://127.0.0.1:1/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[::a00:1]/',
    'https://[4000::1]/',
    'https://[2600::5efe:a00:1]/',
    'https://[2600::200:5efe:a00:1]/',
    'ftp://login.example/',
    'file:///etc/passwd',
  ]) {
    test(`are not sent to ${url}`, async () => {
      const { sent, fetch } = recording(['8.8.8.8'])
      await assert.rejects(fetch(url, {}), OutgoingRequestRefused)
      assert.deepEqual(sent, [])
    })
  }

  test('are sent to a name only if all of its addresses are public', async () => {
    for (const [addresses, allowed] of [
      [['8.8.8.8'], true],
      [['8.8.8.8', '2606:4700::1111'], true],
      [['64:ff9b::8.8.8.8'], true],
      [['8.8.8.8', '10.0.0.1'], false],
      [['127.0.0.1'], false],
      [['::1'], false],
      [[], false],
    ] as const) {
      const { sent, fetch } = recording(addresses)
      if (allowed) await fetch('https://login.example/', {})
      else await assert.rejects(fetch('https://login.example/', {}), OutgoingRequestRefused)
      assert.equal(sent.length, allowed ? 1 : 0, addresses.join(' '))
    }
  })

  test('are sent inside the network only to the hosts that the operator lists', async () => {
    const { sent, fetch } = recording(['10.0.0.1'], { allowedHosts: ['IDP.internal', '10.0.0.2', '127.0.0.1'] })
    for (const url of ['https://idp.internal/', 'https://10.0.0.2/', 'http://127.0.0.1:8080/']) await fetch(url, {})
    assert.equal(sent.length, 3)
    for (const url of ['https://other.internal/', 'http://idp.internal/', 'http://10.0.0.2/']) {
      await assert.rejects(fetch(url, {}), OutgoingRequestRefused)
    }
  })

  test('do not follow a redirect', async () => {
    const seen: (string | undefined)[] = []
    await withServer(
      (request, response) => {
        seen.push(request.url)
        response.writeHead(302, { location: '/inward' }).end()
      },
      async (origin) => {
        const fetch = guardedFetch({ allowedHosts: ['127.0.0.1'] })
        const response = await fetch(`${origin}/start`, { redirect: 'follow' })
        assert.equal(response.ok, false)
        assert.deepEqual(seen, ['/start'])
      },
    )
  })

  test('end when an answer is larger than 256 KiB', async () => {
    let written = 0
    await withServer(
      (_request, response) => {
        const piece = new Uint8Array(64 * 1024)
        const write = (): void => {
          while (!response.destroyed && written < 50_000_000) {
            written += piece.length
            if (!response.write(piece)) return void response.once('drain', write)
          }
          response.end()
        }
        write()
      },
      async (origin) => {
        const fetch = guardedFetch({ allowedHosts: ['127.0.0.1'] })
        await assert.rejects(fetch(origin, {}), OutgoingRequestRefused)
      },
    )
    assert.ok(written < 50_000_000)
  })

  test('end when the caller gives up, and read an answer within the limit as it is', async () => {
    await withServer(
      (request, response) => {
        if (request.url === '/hangs') return void response.writeHead(200).write('{')
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}')
      },
      async (origin) => {
        const fetch = guardedFetch({ allowedHosts: ['127.0.0.1'] })
        assert.deepEqual(await (await fetch(origin, {})).json(), { a: 1 })
        const abort = new AbortController()
        const hanging = fetch(`${origin}/hangs`, { signal: abort.signal })
        abort.abort(new Error('given up'))
        await assert.rejects(hanging, /given up/)
      },
    )
  })

  test('end when an answer does not come, or does not end, in time', async () => {
    await withServer(
      (request, response) => {
        if (request.url === '/body') response.writeHead(200).write('{')
      },
      async (origin) => {
        const fetch = guardedFetch({ allowedHosts: ['127.0.0.1'], timeLimit: 20 })
        for (const path of ['/head', '/body']) await assert.rejects(fetch(origin + path, {}), { name: 'TimeoutError' })
      },
    )
  })
})

describe('SS-20 requests to hosts that others choose', () => {
  test('go to the ports 443 and 8443, or to those of the option, and to any port of a listed host', async () => {
    const { sent, fetch } = recording(['8.8.8.8'])
    for (const url of ['https://login.example/', 'https://login.example:443/', 'https://login.example:8443/']) await fetch(url, {})
    for (const port of [22, 25, 80, 6379, 8080, 9443])
      await assert.rejects(fetch(`https://login.example:${port}/`, {}), OutgoingRequestRefused)
    assert.equal(sent.length, 3)
    const other = recording(['8.8.8.8'], { ports: [9443], allowedHosts: ['idp.internal'] })
    for (const url of ['https://login.example:9443/', 'https://idp.internal:4711/']) await other.fetch(url, {})
    await assert.rejects(other.fetch('https://login.example/', {}), OutgoingRequestRefused)
  })

  test('have no user name in the address, and the refusal does not show it', async () => {
    const { sent, fetch } = recording(['8.8.8.8'])
    for (const url of ['https://user:secret@login.example/', 'https://user@login.example/'])
      await assert.rejects(fetch(url, {}), (error: Error) => error instanceof OutgoingRequestRefused && !/secret|user@/.test(error.message))
    assert.deepEqual(sent, [])
  })

  test('end in time when the resolver hangs, and when the caller gives up meanwhile', async () => {
    const hanging = async (): Promise<readonly string[]> => await new Promise(() => undefined)
    const { sent, fetch } = recording([], { resolve: hanging, timeLimit: 20 })
    await assert.rejects(fetch('https://login.example/', {}), { name: 'TimeoutError' })
    const patient = recording([], { resolve: hanging })
    await assert.rejects(patient.fetch('https://login.example/', { signal: AbortSignal.abort(new Error('given up')) }), /given up/)
    const abort = new AbortController()
    const waiting = patient.fetch('https://login.example/', { signal: abort.signal })
    abort.abort(new Error('given up later'))
    await assert.rejects(waiting, /given up later/)
    assert.deepEqual([sent, patient.sent], [[], []])
  })

  test('end at the size of the option', async () => {
    const fetch = guardedFetch({ resolve: async () => ['8.8.8.8'], fetch: async () => new Response('x'.repeat(11)), sizeLimit: 10 })
    await assert.rejects(fetch('https://login.example/', {}), /more than 10 bytes/)
    const larger = guardedFetch({ resolve: async () => ['8.8.8.8'], fetch: async () => new Response('x'.repeat(11)), sizeLimit: 11 })
    assert.equal((await (await larger('https://login.example/', {})).text()).length, 11)
  })

  test('decode a compressed answer up to the limit, ask for none, and refuse unknown encodings', async () => {
    const answers: Readonly<Record<string, readonly [encoding: string, body: Uint8Array]>> = {
      '/gzip': ['gzip', gzipSync('{"a":1}')],
      '/deflate': ['deflate', deflateSync('{"a":1}')],
      '/br': ['br', brotliCompressSync('{"a":1}')],
      '/bomb': ['gzip', gzipSync('x'.repeat(50_000_000))],
      '/twice': ['gzip, gzip', gzipSync(gzipSync('{"a":1}'))],
      '/other': ['zstd', new Uint8Array(9)],
      '/broken': ['gzip', gzipSync('{"a":1}').subarray(0, 12)],
      '/none': ['gzip', new TextEncoder().encode('{"a":1}')],
    }
    await withServer(
      (request, response) => {
        assert.equal(request.headers['accept-encoding'], 'identity')
        const [encoding, body] = answers[request.url ?? ''] ?? assert.fail(request.url)
        response.writeHead(200, { 'content-encoding': encoding }).end(body)
      },
      async (origin) => {
        const fetch = guardedFetch({ allowedHosts: ['127.0.0.1'] })
        for (const path of ['/gzip', '/deflate', '/br']) {
          const response = await fetch(origin + path, {})
          assert.deepEqual([await response.json(), response.headers.get('content-encoding')], [{ a: 1 }, null])
        }
        await assert.rejects(fetch(`${origin}/bomb`, {}), /more than 262144 bytes/)
        for (const path of ['/twice', '/other']) await assert.rejects(fetch(origin + path, {}), /unknown content encoding/)
        for (const path of ['/broken', '/none']) await assert.rejects(fetch(origin + path, {}), Error)
      },
    )
  })

  test('have no misspelt option', () => {
    assert.throws(() => guardedFetch({ allowedHost: ['idp.internal'] } as object), { code: 'unknown_option' })
  })
})

describe('a request that is sent', () => {
  test('has the method, the fields and the body of the caller, and its answer is complete', async () => {
    await withServer(
      (request, response) => {
        const pieces: Buffer[] = []
        request.on('data', (piece: Buffer) => pieces.push(piece))
        request.on('end', () => {
          const { 'content-type': type, 'content-length': length, authorization, 'transfer-encoding': encoding } = request.headers
          response.setHeader('set-cookie', ['a=1', 'b=2'])
          response.writeHead(201, 'Made', { 'content-type': 'application/json' })
          response.end(
            JSON.stringify({ method: request.method, type, length, authorization, encoding, body: Buffer.concat(pieces).toString() }),
          )
        })
      },
      async (origin) => {
        const fetch = guardedFetch({ allowedHosts: ['127.0.0.1'] })
        const body = new URLSearchParams({ grant_type: 'authorization_code', code: 'ä' })
        const response = await fetch(`${origin}/token`, { method: 'POST', headers: { authorization: 'Basic eA==' }, body })
        assert.deepEqual([response.status, response.statusText, response.headers.getSetCookie()], [201, '', ['a=1', 'b=2']])
        const text = body.toString()
        assert.deepEqual(await response.json(), {
          method: 'POST',
          type: 'application/x-www-form-urlencoded;charset=UTF-8',
          length: String(text.length),
          authorization: 'Basic eA==',
          body: text,
        })
        const { length } = (await (await fetch(origin, {})).json()) as { length?: string }
        assert.equal(length, undefined)
      },
    )
  })

  test('fails when its answer breaks off, and when there is none', async () => {
    await withServer(
      (request, response) => {
        if (request.url === '/none') return void request.socket.destroy()
        response.writeHead(200, { 'content-length': '10' }).write('12345')
        setTimeout(() => response.destroy(), 10)
      },
      async (origin) => {
        const fetch = guardedFetch({ allowedHosts: ['127.0.0.1'] })
        for (const path of ['/half', '/none']) await assert.rejects(fetch(origin + path, {}), Error)
      },
    )
  })

  test('may be answered without a body', async () => {
    await withServer(
      (request, response) => void response.writeHead(request.method === 'HEAD' ? 200 : 204).end(),
      async (origin) => {
        const fetch = guardedFetch({ allowedHosts: ['127.0.0.1'] })
        for (const method of ['GET', 'HEAD']) assert.equal(await (await fetch(origin, { method })).text(), '')
      },
    )
  })
})
