// Serves on Deno. https://docs.deno.com/api/deno/~/Deno.serve
import { ListenError } from './served.ts'
import type { Served, ServeOptions } from './served.ts'

/** The part of Deno's global that is used here. */
interface DenoRuntime {
  serve(
    options: { hostname: string, port: number, cert?: string, key?: string, onListen: () => void },
    handler: (request: Request, info: { readonly remoteAddr: { readonly hostname: string } }) => Promise<Response>,
  ): { readonly addr: { readonly port: number }, readonly finished: Promise<void>, shutdown(): Promise<void> }
}

/** @throws ListenError when the port is taken or the address is not this machine's */
export async function serveDeno({ fetch, hostname, port, tls }: ServeOptions): Promise<Served> {
  const { Deno: deno } = globalThis as unknown as { readonly Deno: DenoRuntime }
  const underWay = requestsUnderWay()
  try {
    const options = { hostname, port, onListen: () => undefined, ...tls }
    const server = deno.serve(options, async (request, { remoteAddr }) => (
      await underWay.answer(fetch(request, { remoteAddress: remoteAddr.hostname }))
    ))
    return {
      port: server.addr.port,
      async drain(limit) {
        const timer = setTimeout(underWay.giveUp, limit)
        await server.shutdown()
        clearTimeout(timer)
      },
    }
  } catch (error) {
    const taken = error instanceof Error && error.name === 'AddrInUse'
    throw new ListenError(taken ? 'EADDRINUSE' : 'UNKNOWN', error instanceof Error ? error.message : String(error))
  }
}

/** A server that is shutting down cannot be aborted any more: what is left at the limit is answered, so that it ends. */
function requestsUnderWay(): { answer(answer: Promise<Response>): Promise<Response>, giveUp(): void } {
  const leave = new Set<() => void>()
  return {
    answer: async (answer) => await new Promise((resolve, reject) => {
      const unavailable = (): void => resolve(new Response(null, { status: 503 }))
      leave.add(unavailable)
      answer.then(resolve, reject).finally(() => leave.delete(unavailable))
    }),
    giveUp() {
      for (const unavailable of leave) unavailable()
    },
  }
}
