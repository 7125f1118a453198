// Serves on Bun. https://bun.sh/docs/api/http
import { ListenError } from './served.ts'
import type { Served, ServeOptions } from './served.ts'

/** The part of Bun's global that is used here. */
interface BunRuntime {
  serve(options: {
    fetch: (request: Request) => Promise<Response>
    hostname: string
    port: number
    idleTimeout: number
    development: false
    tls?: { cert: string, key: string }
  }): { readonly port: number, stop(closeActiveConnections?: boolean): Promise<void> }
}

/** @throws ListenError when the port is taken or the address is not this machine's */
export async function serveBun({ fetch, hostname, port, tls }: ServeOptions): Promise<Served> {
  const { Bun: bun } = globalThis as unknown as { readonly Bun: BunRuntime }
  try {
    const server = bun.serve({ fetch, hostname, port, idleTimeout: 30, development: false, ...(tls === undefined ? {} : { tls }) })
    return {
      port: server.port,
      async drain(limit) {
        const timer = setTimeout(() => void server.stop(true), limit)
        await server.stop()
        clearTimeout(timer)
      },
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN'
    throw new ListenError(code, error instanceof Error ? error.message : String(error))
  }
}
