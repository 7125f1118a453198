// Serves on Bun. https://bun.sh/docs/api/http
import { lastAnswers } from './last-answers.ts'
import { ListenError } from './served.ts'
import type { Served, ServeOptions } from './served.ts'

/** The part of Bun's global that is used here. */
interface BunRuntime {
  serve(options: {
    fetch: (request: Request, server: { requestIP(request: Request): { readonly address: string } | null }) => Promise<Response>
    hostname: string
    port: number
    idleTimeout: number
    development: false
    reusePort: false
    tls?: { cert: string, key: string }
  }): { readonly port: number, stop(closeActiveConnections?: boolean): Promise<void> }
}

/**
 * `development` would show a stack to whoever causes an exception. Without it Bun shares the port with every other program that asks
 * for it, so that a port in use would not be noticed.
 */
const production = { development: false, reusePort: false } as const

/** @throws ListenError when the port is taken or the address is not this machine's */
export async function serveBun({ fetch, hostname, port, tls }: ServeOptions): Promise<Served> {
  const { Bun: bun } = globalThis as unknown as { readonly Bun: BunRuntime }
  const answers = lastAnswers(fetch)
  try {
    const server = bun.serve({
      fetch: async (request, self) => await answers.fetch(request, { remoteAddress: self.requestIP(request)?.address }),
      hostname,
      port,
      idleTimeout: 30,
      ...production,
      ...(tls === undefined ? {} : { tls }),
    })
    return {
      port: server.port,
      async drain(limit) {
        const timer = setTimeout(() => void server.stop(true), limit)
        await answers.announceEnd(limit)
        await server.stop()
        clearTimeout(timer)
      },
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN'
    throw new ListenError(code, error instanceof Error ? error.message : String(error))
  }
}
