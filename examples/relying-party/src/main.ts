// Serves the relying party on localhost, with settings from the environment.
import { serve } from '@hono/node-server'
import { createRelyingParty } from './relying-party.ts'

const port = Number(process.env['RP_PORT'] ?? '8081')
const clientId = process.env['RP_CLIENT_ID']
const clientSecret = process.env['RP_CLIENT_SECRET']

if (clientId === undefined || !Number.isInteger(port)) {
  console.error('Set RP_CLIENT_ID to the client id registered at the provider; RP_ISSUER, RP_CLIENT_SECRET and RP_PORT are optional.')
  process.exit(1)
}

const origin = `http://localhost:${port}`
const relyingParty = createRelyingParty({
  issuer: process.env['RP_ISSUER'] ?? 'http://localhost:8080',
  clientId,
  ...(clientSecret === undefined ? {} : { clientSecret }),
  origin,
})

const server = serve({ fetch: (request) => relyingParty.fetch(request), hostname: 'localhost', port }, () => {
  console.log(`Relying party: ${origin}`)
})
server.on('error', (error) => {
  console.error(`The relying party cannot listen on ${origin}: ${error.message}`)
  process.exitCode = 1
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close())
