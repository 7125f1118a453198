// Several processes of the service on one Postgres database, behind a proxy that sends each request to the next of them.
import type { OrgDocument } from '@symbolon/schema-v2'
import { createUserAgent } from '@symbolon/test-kit'
import { once } from 'node:events'
import { createServer, request as requestOf } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions, Server } from 'node:http'
import type { Reachable } from './code-flow.ts'
import { startTestService } from './service.ts'
import type { TestService } from './service.ts'

export interface Instances extends Reachable {
  /** The processes, in their order. */
  readonly services: TestService[]
  /** How many requests each of them was sent. */
  readonly sent: readonly number[]
  /** One of them: the proxy sends it all requests. */
  at(index: number): Reachable
  /** Moves all clocks on. @returns their time, in milliseconds since the epoch */
  advance(seconds: number): Promise<number>
  /** Starts the process again, with the clock of the others. The old one has ended. */
  restart(index: number): Promise<void>
  stop(): Promise<void>
}

/** Names the instance to the proxy, which does not pass it on. */
const chosen = 'x-instance'

/**
 * Starts the processes at the same time.
 * @param document each of them applies it
 * @param more settings of all of them
 */
export async function startInstances(
  databaseUrl: string,
  document: OrgDocument,
  { count = 3, more = {} }: { readonly count?: number; readonly more?: Readonly<Record<string, string>> } = {},
): Promise<Instances> {
  const masterKey = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
  const services: TestService[] = []
  const sent = Array.from({ length: count }, () => 0)
  const proxy = createServer((incoming, outgoing) => {
    passOn(incoming, services, sent).then(
      ({ status, headers, body }) => outgoing.writeHead(status, headers).end(body),
      () => outgoing.writeHead(502).end(),
    )
  })
  // A test that waits for a process must not find its connections closed.
  proxy.keepAliveTimeout = 0
  const issuer = `http://localhost:${await listen(proxy)}`
  const start = async (): Promise<TestService> =>
    await startTestService({
      tls: false,
      heldClock: true,
      document,
      settings: {
        SYMBOLON_ISSUER: issuer,
        SYMBOLON_DATABASE_URL: databaseUrl,
        SYMBOLON_MASTER_KEY: masterKey,
        SYMBOLON_RATE_LIMIT: 'off',
        ...more,
      },
    })
  services.push(...(await Promise.all(sent.map(start))))

  async function alignClocks(): Promise<number> {
    const times = await Promise.all(services.map(async (service) => await service.advance(0)))
    const latest = Math.max(...times)
    await Promise.all(services.map(async (service, index) => await service.advance((latest - (times[index] ?? latest)) / 1000)))
    return latest
  }
  await alignClocks()

  const through = (index?: number): Reachable => {
    const fetch = async (request: Request): Promise<Response> => {
      const headers = new Headers(request.headers)
      if (index !== undefined) headers.set(chosen, String(index))
      return await globalThis.fetch(new Request(request, { headers, redirect: 'manual' }))
    }
    return { issuer, fetch, newUserAgent: () => createUserAgent(fetch) }
  }
  return {
    ...through(),
    services,
    sent,
    at: through,
    async advance(seconds) {
      const times = await Promise.all(services.map(async (service) => await service.advance(seconds)))
      return Math.max(...times)
    },
    async restart(index) {
      services[index] = await start()
      await alignClocks()
    },
    async stop() {
      proxy.closeAllConnections()
      proxy.close()
      await Promise.all(services.map(async (service) => await service.stop()))
    },
  }
}

interface Passed {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** If an instance does not listen, the request goes to the next one, as with any load balancer. */
async function passOn(incoming: IncomingMessage, services: readonly TestService[], sent: number[]): Promise<Passed> {
  const body = await read(incoming)
  const { [chosen]: index, ...headers } = incoming.headers
  const first = index === undefined ? sent.reduce((sum, each) => sum + each, 0) : Number(index)
  for (let tries = 0; ; tries += 1) {
    const place = (first + tries) % services.length
    sent[place] = (sent[place] ?? 0) + 1
    const { method, url: path } = incoming
    try {
      return await ask({ host: 'localhost', port: services[place]?.port, method, path, headers, agent: false }, body)
    } catch (error) {
      const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
      if (!isRefused || index !== undefined || tries === services.length) throw error
    }
  }
}

async function ask(options: RequestOptions, body: Buffer): Promise<Passed> {
  const outgoing = requestOf(options)
  const answered = once(outgoing, 'response')
  outgoing.end(body)
  const [answer] = (await answered) as [IncomingMessage]
  const { 'transfer-encoding': _, connection: __, ...headers } = answer.headers
  return { status: answer.statusCode ?? 0, headers, body: await read(answer) }
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function listen(server: Server): Promise<number> {
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  return address === null || typeof address === 'string' ? 0 : address.port
}
