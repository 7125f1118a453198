// A server whose limits of connections are short, for whatever runtime runs it. It answers with the peer's address and what it was sent.
import { serve } from '@symbolon/server'

const options = {
  hostname: '127.0.0.1',
  port: 0,
  connections: {
    handshakeTimeout: 1000,
    headersTimeout: 1500,
    requestTimeout: 2000,
    keepAliveTimeout: 1500,
    connectionsCheckingInterval: 200,
  },
}
const served = await serve(
  {
    answer: async ({ body }, { remoteAddress }) => ({
      status: 200,
      fields: { 'content-type': 'text/plain' },
      body: `${remoteAddress}: ${new TextDecoder().decode(await body.bytes(1_000_000))}`,
    }),
  },
  options,
)
process.once('SIGTERM', () => void served.drain(1000).then(() => process.exit(0)))
console.log(`port ${served.port}`)
