// Runs it: node scripts/run.mjs examples/own-protocol/main.ts
import { createServer } from 'node:http'
import { nodeHandler } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { startProvider } from './provider.ts'

const port = Number(process.env['PORT'] ?? 8080)
const issuer = `http://localhost:${port}`
const handle = nodeHandler(await startProvider(issuer, libsql({ url: ':memory:' })))

createServer((request, response) => handle(request, response, () => response.writeHead(404).end())).listen(port, 'localhost', () =>
  console.log(`The provider runs at ${issuer}. A device: curl ${issuer}/acme/device_authorization -d client_id=tv -d scope=openid`),
)
