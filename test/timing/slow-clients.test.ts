// Clients that hold connections by sending next to nothing: they are cut off, and the others are served meanwhile.
// The limits are shortened. That they hold on every runtime: test/security/held-connections.test.ts.
import { define, errorAnswer, json, OAuthError, readForm } from '@symbolon/core-protocol'
import { createProvider } from '@symbolon/server'
import type { Provider, Served } from '@symbolon/server'
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { connectionLimits, serveNode } from '../../packages/server/src/serve/node.ts'
import { issuer, options, recordingLog } from '../../packages/server/test/parts.ts'

const shortened = {
  handshakeTimeout: 500,
  headersTimeout: 1000,
  requestTimeout: 1500,
  keepAliveTimeout: 1000,
  connectionsCheckingInterval: 100,
}
const sockets = 200

const readsForm = define({
  kind: 'endpoint',
  takes: 'nothing',
  name: 'form',
  stores: [],
  path: '/form',
  methods: ['GET', 'POST'],
  cors: 'none',
  async handle(each, context) {
    try {
      return json(200, each.method === 'POST' ? (await readForm(each)).parameters : 'form')
    } catch (error) {
      if (error instanceof OAuthError) return errorAnswer(error, each, context.issuer)
      throw error
    }
  },
})

const head = `Host: ${new URL(issuer).host}\r\nContent-Type: application/x-www-form-urlencoded\r\n`

/** What a slow client says at once; then it goes on with one byte at a time. */
const beginnings = [
  '',
  'G',
  `GET /form HTTP/1.1\r\n${head}X-Slow: `,
  `POST /form HTTP/1.1\r\n${head}Content-Length: 60000\r\n\r\na=`,
  `POST /form HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n`,
]

describe('slow clients', () => {
  const { log, lines } = recordingLog()
  const agent = new Agent({ keepAlive: true })
  let provider: Provider
  let served: Served
  before(async () => {
    provider = await createProvider(options({ endpoints: [readsForm], log }))
    served = await serveNode(provider, { hostname: '127.0.0.1', port: 0, connections: shortened })
  })
  after(async () => {
    agent.destroy()
    await served.drain(0)
    await provider.close()
  })

  /** @returns when the connection stands, and milliseconds until the server hung up */
  function dribble(beginning: string): { readonly connected: Promise<void>; readonly held: Promise<number> } {
    const started = performance.now()
    const connected = Promise.withResolvers<void>()
    const held = new Promise<number>((resolve) => {
      const socket: Socket = connect(served.port, '127.0.0.1', () => {
        if (beginning !== '') socket.write(beginning)
        connected.resolve()
      })
      // A silent one stays silent, and a byte that is not a chunk would be an end with 400.
      const goesOn = beginning !== '' && !beginning.includes('chunked')
      const timer = setInterval(() => void (goesOn && socket.write('x')), 200)
      socket.on('data', () => undefined)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clearInterval(timer)
        resolve(performance.now() - started)
      })
    })
    return { connected: connected.promise, held }
  }

  async function serveGood(count: number): Promise<number> {
    const times: number[] = []
    for (let index = 0; index < count; index++) {
      const started = performance.now()
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const sent = request(
          {
            port: served.port,
            host: '127.0.0.1',
            path: '/form',
            method: 'POST',
            agent,
            headers: {
              host: new URL(issuer).host,
              'content-type': 'application/x-www-form-urlencoded',
            },
          },
          (response) => response.resume().on('end', () => resolve(response.statusCode)),
        )
        sent.on('error', reject).end('a=1')
      })
      assert.equal(status, 200)
      times.push(performance.now() - started)
    }
    return times.toSorted((a, b) => a - b)[Math.floor(count * 0.99)] ?? 0
  }

  test(
    `DS-01 ${sockets} sockets that send a byte now and then are cut off, and good clients are served meanwhile`,
    { timeout: 120_000 },
    async (t) => {
      await serveGood(100)
      const base = await serveGood(300)
      const slow = Array.from({ length: sockets }, (_, index) => dribble(beginnings[index % beginnings.length] ?? ''))
      // Connecting two hundred sockets is additional work, of this process as well.
      await Promise.all(slow.map(async ({ connected }) => await connected))
      const meanwhile = await serveGood(300)
      const held = Math.max(...(await Promise.all(slow.map(async (each) => await each.held))))
      t.diagnostic(`p99 ${base.toFixed(1)} ms, meanwhile ${meanwhile.toFixed(1)} ms; the longest held its connection ${held.toFixed(0)} ms`)
      assert.ok(held < 5 * (shortened.requestTimeout + shortened.connectionsCheckingInterval), `${held} ms`)
      assert.ok(meanwhile < Math.max(5 * base, 250), `${meanwhile} ms instead of ${base} ms`)
      assert.deepEqual(
        lines.filter(({ level }) => level === 'error'),
        [],
      )
    },
  )

  test('DS-01 as it is shipped, no client holds a connection for more than 30 seconds without a whole request', async () => {
    const { handshakeTimeout, headersTimeout, requestTimeout, connectionsCheckingInterval } = connectionLimits
    assert.ok(requestTimeout + connectionsCheckingInterval <= 30_000)
    assert.ok(headersTimeout <= requestTimeout)
    assert.ok(handshakeTimeout <= 30_000)
  })
})
