// Serves by Node's HTTP server, which Bun and Deno have as well.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { RequestListener, Server } from 'node:http'
import { keepListening } from './keep-listening.ts'
import { answerIncoming, turnEnds } from './answer-incoming.ts'
import { ListenError } from './served.ts'
import type { Answering, ConnectionLimits, Served, ServeOptions } from './served.ts'

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

/**
 * Milliseconds in which connections in use see one more answer before the server closes them. Otherwise a client that keeps connections
 * alive, such as a proxy, sends its next request into a connection that is being closed, and loses it.
 */
const notice = 100

/** @throws ListenError when the port is taken or the address is not this machine's */
export async function serveNode(provider: Answering, { hostname, port, tls, connections }: ServeOptions): Promise<Served> {
  let ending = false
  const isLast = (): boolean => ending
  const how = { isLast, turnEnd: turnEnds() }
  const listener: RequestListener = (incoming, outgoing) => answerIncoming(provider, incoming, outgoing, how)
  const server = createServerFor(listener, tls, { ...connectionLimits, ...connections, maxHeaderSize })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error)))
    server.listen(port, hostname, resolve)
  })
  // An error on one connection, or while one is accepted, ends neither other connections nor the process.
  server.on('error', ignore)
  const address = server.address()
  const taken = typeof address === 'object' && address !== null ? address.port : port
  const stopListening = 'Deno' in globalThis ? keepListening(server, taken, hostname) : ignore
  return {
    port: taken,
    async drain(limit) {
      stopListening()
      const timer = setTimeout(() => server.closeAllConnections(), limit)
      ending = true
      await new Promise((resolve) => setTimeout(resolve, Math.min(notice, limit)))
      await close(server)
      clearTimeout(timer)
    },
  }
}

function ignore(): void {}

function createServerFor(
  listener: RequestListener,
  tls: ServeOptions['tls'],
  limits: ConnectionLimits & { readonly maxHeaderSize: number },
): Server {
  if (tls === undefined) return createServer(limits, listener)
  try {
    // Deno accepts a certificate with a key that does not belong to it, and then every handshake fails.
    if (!new X509Certificate(tls.cert).checkPrivateKey(createPrivateKey(tls.key)))
      throw new Error('the private key does not belong to the certificate')
    return createTlsServer({ ...limits, ...tls }, listener)
  } catch (error) {
    // The certificate or its key is malformed, or they do not belong together.
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
