// Serves on whatever runtime this is.
import { serveBun } from './bun.ts'
import { serveDeno } from './deno.ts'
import type { Served, ServeOptions } from './served.ts'

/** @throws ListenError when the port is taken or the address is not this machine's */
export async function serve(options: ServeOptions): Promise<Served> {
  // By global, not by version: Bun and Deno both claim to be some version of Node.
  if ('Bun' in globalThis) return await serveBun(options)
  if ('Deno' in globalThis) return await serveDeno(options)
  const { serveNode } = await import('./node.ts')
  return await serveNode(options)
}
