// Answers requests of Node's HTTP server: what `serve` listens with, and what `nodeHandler` hands to a provider.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fromIncoming } from './node-request.ts'
import type { Answering } from './served.ts'
import { writeAnswer } from './write-answer.ts'

interface How {
  /** The target of the request, where a router changed it. */
  readonly url?: string
  /** Whether the connection takes no further request; asked when the answer is there. Default: it does. */
  readonly isLast?: () => boolean
}

/** Answers one request. It never rejects. */
export async function answerIncoming(
  provider: Answering,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { url = incoming.url ?? '', isLast = () => false }: How,
): Promise<void> {
  // A client that has gone is no error.
  outgoing.on('error', () => undefined)
  const request = fromIncoming(incoming, url)
  try {
    const answer = await provider.answer(request, { remoteAddress: incoming.socket.remoteAddress })
    await writeAnswer(answer, outgoing, isLast())
  } catch {
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(500).end()
  } finally {
    request.dropRest()
  }
}
