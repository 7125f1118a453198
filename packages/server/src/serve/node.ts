// Serves by Node's HTTP server, which Bun and Deno have as well.
import { createAdaptorServer } from '@hono/node-server'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Server } from 'node:http'
import { keepListening } from './keep-listening.ts'
import { lastAnswers } from './last-answers.ts'
import { ListenError } from './served.ts'
import type { ConnectionLimits, Served, ServeOptions } from './served.ts'

/** A client cannot hold a connection for more than 30 seconds without having sent a complete request. */
export const connectionLimits: ConnectionLimits = {
  handshakeTimeout: 10_000,
  headersTimeout: 15_000,
  requestTimeout: 25_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5000,
}

/** Bytes. */
const maxHeaderSize = 16 * 1024

/** @throws ListenError when the port is taken or the address is not this machine's */
export async function serveNode({ fetch, hostname, port, tls, connections }: ServeOptions): Promise<Served> {
  const answers = lastAnswers(fetch)
  const answer: Answer = (request, { incoming }) => answers.fetch(request, { remoteAddress: incoming.socket.remoteAddress })
  const server = createServerFor(answer, tls, { ...connectionLimits, ...connections, maxHeaderSize })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error)))
    server.listen(port, hostname, resolve)
  })
  // What goes wrong with one connection, or with taking it, ends neither the others nor the process.
  server.on('error', () => undefined)
  const address = server.address()
  const taken = typeof address === 'object' && address !== null ? address.port : port
  const stopListening = 'Deno' in globalThis ? keepListening(server as Server, taken, hostname) : () => undefined
  return {
    port: taken,
    async drain(limit) {
      stopListening()
      const timer = setTimeout(() => (server as Server).closeAllConnections(), limit)
      await answers.announceEnd(limit)
      await close(server as Server)
      clearTimeout(timer)
    },
  }
}

type Answer = (request: Request, bindings: HttpBindings | Http2Bindings) => Promise<Response>

function createServerFor(
  fetch: Answer,
  tls: ServeOptions['tls'],
  limits: ConnectionLimits & { readonly maxHeaderSize: number },
): ReturnType<typeof createAdaptorServer> {
  if (tls === undefined) return createAdaptorServer({ fetch, createServer, serverOptions: limits })
  try {
    // Deno would take any certificate with any key, and fail at each handshake.
    if (!new X509Certificate(tls.cert).checkPrivateKey(createPrivateKey(tls.key))) throw new Error('the key is not that of the certificate')
    return createAdaptorServer({ fetch, createServer: createTlsServer, serverOptions: { ...limits, ...tls } })
  } catch (error) {
    // The certificate or its key is not what it should be.
    throw listenError(error)
  }
}

function listenError(error: unknown): ListenError {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN'
  return new ListenError(code, error instanceof Error ? error.message : String(error))
}

/** Takes no new connections, and waits until those in use have ended. */
async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // Connections that are kept alive without a request would hold the server open.
  server.closeIdleConnections()
  await closed
}
