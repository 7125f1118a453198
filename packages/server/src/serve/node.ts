// Serves on Node.
import { createAdaptorServer } from '@hono/node-server'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Server } from 'node:http'
import { lastAnswers } from './last-answers.ts'
import { ListenError } from './served.ts'
import type { Served, ServeOptions } from './served.ts'

/** Milliseconds. */
export interface ConnectionLimits {
  /** A client that greets, sends its head, or sends all of its request slower than this is cut off. */
  readonly handshakeTimeout: number
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  /** How late that may be noticed. */
  readonly connectionsCheckingInterval: number
}

/** Nobody holds a connection for more than 30 seconds without having sent a whole request. */
export const connectionLimits: ConnectionLimits = {
  handshakeTimeout: 10_000, headersTimeout: 15_000, requestTimeout: 25_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5000,
}

/** Bytes. */
const maxHeaderSize = 16 * 1024

/** @throws ListenError when the port is taken or the address is not this machine's */
export async function serveNode({ fetch, hostname, port, tls }: ServeOptions, limits: ConnectionLimits = connectionLimits): Promise<Served> {
  const answers = lastAnswers(fetch)
  const answer: Answer = (request, { incoming }) => answers.fetch(request, { remoteAddress: incoming.socket.remoteAddress })
  const server = createServerFor(answer, tls, { ...limits, maxHeaderSize })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error)))
    server.listen(port, hostname, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async drain(limit) {
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
