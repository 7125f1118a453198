// A provider inside of a Fastify application.
import { createEmbeddedProvider } from '@symbolon/example-embedded'
import { nodeHandler } from '@symbolon/server'
import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'

/** The application at an address, with the provider next to its own routes. */
export async function createApp(origin: string): Promise<FastifyInstance> {
  const provider = await createEmbeddedProvider(origin, `${origin}/callback`)
  const answer = nodeHandler(provider)
  const app = fastify()
  // Before routing and body parsers: the provider reads bodies itself.
  app.addHook('onRequest', (request, reply, done) => {
    if (!provider.owns(request.raw)) return done()
    reply.hijack()
    answer(request.raw, reply.raw)
  })
  app.get('/', async () => 'The home page of the application.')
  app.post('/echo', async (request) => request.body)
  app.get('/api/me', async (request, reply) => {
    const caller = await provider.protect(request, { scope: 'openid' })
    return caller instanceof Response ? await reply.send(caller) : { hello: caller.user.displayName }
  })
  app.addHook('onClose', async () => await provider.close())
  return app
}
