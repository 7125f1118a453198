// A provider inside of an Express application.
import { createEmbeddedProvider } from '@symbolon/example-embedded'
import { nodeHandler } from '@symbolon/server'
import express from 'express'
import type { Express } from 'express'

/** The application at an address, with the provider below `/auth`. */
export async function createApp(origin: string): Promise<Express> {
  const provider = await createEmbeddedProvider(`${origin}/auth`, `${origin}/callback`)
  const app = express()
  // First: the provider reads bodies itself. What is not the provider's goes on.
  app.use(nodeHandler(provider))
  app.use(express.json(), express.urlencoded())
  app.get('/', (_request, response) => void response.send('The home page of the application.'))
  app.post('/echo', (request, response) => void response.json(request.body))
  app.get('/api/me', async (request, response) => {
    const caller = await provider.protect(request, { scope: 'openid' })
    if (!(caller instanceof Response)) return void response.json({ hello: caller.user.displayName })
    response
      .status(caller.status)
      .setHeaders(caller.headers)
      .send(await caller.text())
  })
  return app
}
