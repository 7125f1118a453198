// An application of the runtimes that serve `fetch`: its own routes, and the provider below `/auth`.
import type { Provider } from '@symbolon/server'
import { createEmbeddedProvider } from './provider.ts'

/** Answers requests. @param remoteAddress of the connection; without it all senders share one rate limit */
export type Application = (request: Request, remoteAddress: string | undefined) => Promise<Response>

/** The application at an address. */
export async function createApplication(origin: string): Promise<Application> {
  const provider = await createEmbeddedProvider(`${origin}/auth`, `${origin}/callback`)
  return async (request, remoteAddress) => (await provider.tryFetch(request, { remoteAddress })) ?? (await ownRoutes(request, provider))
}

async function ownRoutes(request: Request, provider: Provider): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/') return new Response('The home page of the application.')
  if (pathname === '/echo') return Response.json(await request.json())
  if (pathname !== '/api/me') return new Response('Not found.', { status: 404 })
  const caller = await provider.protect(request, { scope: 'openid' })
  return caller instanceof Response ? caller : Response.json({ hello: caller.user.displayName })
}
