// XI-09: what requests to identity providers may reach, and how much of an answer is read.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { describe, test } from 'node:test'
import { guardedFetch, OutgoingRequestRefused } from '../src/client/guarded-fetch.ts'
import type { OutgoingOptions } from '../src/client/guarded-fetch.ts'

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
