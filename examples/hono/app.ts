// A provider inside of a Hono application, on Node. On another runtime only the address of the connection comes from elsewhere.
import type { HttpBindings } from '@hono/node-server'
import { createEmbeddedProvider } from '@symbolon/example-embedded'
import { Hono } from 'hono'

interface Environment {
  readonly Bindings: HttpBindings
}

/** The application at an address, with the provider below `/auth`. */
export async function createApp(origin: string): Promise<Hono<Environment>> {
  const provider = await createEmbeddedProvider(`${origin}/auth`, `${origin}/callback`)
  const app = new Hono<Environment>()
  // Not by `app.mount('/auth', …)`, which takes the prefix off.
  app.use(async (c, next) => {
    const { remoteAddress } = c.env.incoming.socket
    return (await provider.tryFetch(c.req.raw, { remoteAddress })) ?? (await next())
  })
  app.get('/', (c) => c.text('The home page of the application.'))
  app.post('/echo', async (c) => c.json(await c.req.json()))
  app.get('/api/me', async (c) => {
    const caller = await provider.protect(c.req.raw, { scope: 'openid' })
    return caller instanceof Response ? caller : c.json({ hello: caller.user.displayName })
  })
  return app
}
