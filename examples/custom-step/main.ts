// Runs it: node scripts/run.mjs examples/custom-step/main.ts
import { createServer } from 'node:http'
import { nodeHandler } from '@symbolon/server'
import { openAcceptances } from './acceptances.ts'
import { startProvider } from './provider.ts'

const port = Number(process.env['PORT'] ?? 8080)
const issuer = `http://localhost:${port}`
const handle = nodeHandler(await startProvider(issuer, openAcceptances(':memory:'), 2))

createServer((request, response) =>
  handle(request, response, () => {
    const isTerms = request.url === '/terms/2'
    response.writeHead(isTerms ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8' }).end(isTerms ? 'Be kind.' : 'Not found')
  }),
).listen(port, 'localhost', () => console.log(`The provider runs at ${issuer}`))
