// A server whose limits of connections are short, for whatever runtime runs it. It answers with the peer's address and what it was sent.
import { serve } from '@symbolon/server'

const served = await serve({
  hostname: '127.0.0.1',
  port: 0,
  connections: {
    handshakeTimeout: 1000,
    headersTimeout: 1500,
    requestTimeout: 2000,
    keepAliveTimeout: 1500,
    connectionsCheckingInterval: 200,
  },
  fetch: async (request, { remoteAddress }) => new Response(`${remoteAddress}: ${request.method === 'POST' ? await request.text() : ''}`),
})
process.once('SIGTERM', () => void served.drain(1000).then(() => process.exit(0)))
console.log(`port ${served.port}`)
