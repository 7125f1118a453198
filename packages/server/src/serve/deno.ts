// Serves on Deno. https://docs.deno.com/api/deno/~/Deno.serve
import { ListenError } from './served.ts'
import type { Served, ServeOptions } from './served.ts'

/** The part of Deno's global that is used here. */
interface DenoRuntime {
  serve(
    options: { hostname: string, port: number, cert?: string, key?: string, signal: AbortSignal, onListen: () => void },
    handler: (request: Request) => Promise<Response>,
  ): { readonly addr: { readonly port: number }, readonly finished: Promise<void>, shutdown(): Promise<void> }
}

/** @throws ListenError when the port is taken or the address is not this machine's */
export async function serveDeno({ fetch, hostname, port, tls }: ServeOptions): Promise<Served> {
  const { Deno: deno } = globalThis as unknown as { readonly Deno: DenoRuntime }
  const connections = new AbortController()
  try {
    const server = deno.serve({ hostname, port, signal: connections.signal, onListen: () => undefined, ...tls }, fetch)
    return {
      port: server.addr.port,
      async drain(limit) {
        const timer = setTimeout(() => connections.abort(), limit)
        await server.shutdown()
        clearTimeout(timer)
      },
    }
  } catch (error) {
    const taken = error instanceof Error && error.name === 'AddrInUse'
    throw new ListenError(taken ? 'EADDRINUSE' : 'UNKNOWN', error instanceof Error ? error.message : String(error))
  }
}
