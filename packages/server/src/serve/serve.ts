// Serves on Node, Bun and Deno, always by Node's server, which limits slow and idle connections. The servers of Bun and Deno have no such
// limits: a client that sends nothing would hold its connection for ever.
import { checkAnswering } from './served.ts'
import type { Answering, Served, ServeOptions } from './served.ts'

/**
 * Serves a provider over HTTP, or over HTTPS with `tls`.
 * ```ts
 * const served = await serve(provider, { hostname: 'localhost', port: 8080 })
 * ```
 * @throws CompositionError provider_missing
 * @throws ListenError when the port is taken or the address is not this machine's
 */
export async function serve(provider: Answering, options: ServeOptions): Promise<Served> {
  checkAnswering('serve', provider)
  const { serveNode } = await import('./node.ts')
  return await serveNode(provider, options)
}
