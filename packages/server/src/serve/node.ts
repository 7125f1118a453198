// Serves on Node.
import { createAdaptorServer } from '@hono/node-server'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Server } from 'node:http'
import { lastAnswers } from './last-answers.ts'
import { ListenError } from './served.ts'
import type { Served, ServeOptions } from './served.ts'

/** A client that sends its head or its body slower than this is cut off (milliseconds). */
const limits = { headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5000, maxHeaderSize: 16 * 1024 }

/** @throws ListenError when the port is taken or the address is not this machine's */
export async function serveNode({ fetch, hostname, port, tls }: ServeOptions): Promise<Served> {
  const answers = lastAnswers(fetch)
  const answer = async (request: Request, { incoming }: HttpBindings | Http2Bindings): Promise<Response> => (
    await answers.fetch(request, { remoteAddress: incoming.socket.remoteAddress })
  )
  const server = tls === undefined
    ? createAdaptorServer({ fetch: answer, createServer, serverOptions: limits })
    : createAdaptorServer({ fetch: answer, createServer: createTlsServer, serverOptions: { ...limits, ...tls } })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new ListenError(error.code ?? 'UNKNOWN', error.message)))
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

/** Takes no new connections, and waits until those in use have ended. */
async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // Connections that are kept alive without a request would hold the server open.
  server.closeIdleConnections()
  await closed
}
