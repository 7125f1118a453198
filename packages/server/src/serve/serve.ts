// Serves on whatever runtime this is. All of them have Node's server, and with it the same limits for slow and idle connections, which
// the servers of Bun and Deno do not have: there a client that sends nothing, or a byte now and then, holds its connection for ever.
import type { Served, ServeOptions } from './served.ts'

/** @throws ListenError when the port is taken or the address is not this machine's */
export async function serve(options: ServeOptions): Promise<Served> {
  const { serveNode } = await import('./node.ts')
  return await serveNode(options)
}
