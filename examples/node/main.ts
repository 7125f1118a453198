// A provider inside of a server of Node.
import { createEmbeddedProvider } from '@symbolon/example-embedded'
import { nodeHandler } from '@symbolon/server'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'

const port = Number(process.env['PORT'] ?? 8080)
const origin = `http://localhost:${port}`
const provider = await createEmbeddedProvider(`${origin}/auth`, `${origin}/callback`)
const answer = nodeHandler(provider)

/** The routes of the application. */
async function ownRoutes(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: string): void => void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  if (request.url === '/') response.end('The home page of the application.')
  else if (request.url === '/echo') send(200, JSON.stringify(await json(request)))
  else if (request.url !== '/api/me') send(404, '{}')
  else {
    const caller = await provider.protect(request, { scope: 'openid' })
    if (!(caller instanceof Response)) return send(200, JSON.stringify({ hello: caller.user.displayName }))
    response
      .setHeaders(caller.headers)
      .writeHead(caller.status)
      .end(await caller.text())
  }
}

const server = createServer((request, response) => {
  answer(request, response, () => {
    ownRoutes(request, response).catch(() => response.destroy())
  })
})
server.listen(port, 'localhost', () => console.log(`${origin}, with a provider at ${origin}/auth`))
