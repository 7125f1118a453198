// Serves on Deno. https://docs.deno.com/api/deno/~/Deno.serve
import { lastAnswers } from './last-answers.ts'
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
  const answers = lastAnswers(fetch)
  const underWay = requestsUnderWay()
  try {
    const options = { hostname, port, onListen: () => undefined, ...tls }
    const server = deno.serve(options, async (request, { remoteAddr }) => (
      await underWay.answer(answers.fetch(request, { remoteAddress: remoteAddr.hostname }), request.body !== null)
    ))
    return {
      port: server.addr.port,
      async drain(limit) {
        const timer = setTimeout(underWay.giveUp, limit)
        await answers.announceEnd(limit)
        await underWay.bodiesRead()
        await server.shutdown()
        clearTimeout(timer)
      },
    }
  } catch (error) {
    const taken = error instanceof Error && error.name === 'AddrInUse'
    throw new ListenError(taken ? 'EADDRINUSE' : 'UNKNOWN', error instanceof Error ? error.message : String(error))
  }
}

interface RequestsUnderWay {
  answer(answer: Promise<Response>, hasBody: boolean): Promise<Response>
  /**
   * Resolves when no request with a body is under way: the shutdown of Deno 2.9 makes bodies that are still arriving unreadable.
   * https://github.com/denoland/deno/issues/36809
   */
  bodiesRead(): Promise<void>
  /** A server that is shutting down cannot be aborted any more: what is left at the limit is answered, so that it ends. */
  giveUp(): void
}

function requestsUnderWay(): RequestsUnderWay {
  const leave = new Set<() => void>()
  const withBody = new Set<Promise<Response>>()
  return {
    async answer(answer, hasBody) {
      const { promise, resolve, reject } = Promise.withResolvers<Response>()
      const unavailable = (): void => resolve(new Response(null, { status: 503 }))
      leave.add(unavailable)
      if (hasBody) withBody.add(promise)
      answer.then(resolve, reject)
      return await promise.finally(() => {
        leave.delete(unavailable)
        withBody.delete(promise)
      })
    },
    async bodiesRead() {
      while (withBody.size > 0) await Promise.allSettled(withBody)
    },
    giveUp() {
      for (const unavailable of leave) unavailable()
    },
  }
}
