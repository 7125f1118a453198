// Answers requests of Node's HTTP server: what `serve` listens with, and what `nodeHandler` hands to a provider.
import { mended, whenKnown } from '@symbolon/core-protocol'
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

/** Answers one request. It never throws. */
export function answerIncoming(
  provider: Answering,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { url = incoming.url ?? '', isLast }: How,
): void {
  // A client that has gone is no error.
  outgoing.on('error', ignore)
  const request = fromIncoming(incoming, url)
  const written = mended(
    () =>
      whenKnown(provider.answer(request, { remoteAddress: incoming.socket.remoteAddress }), (answer) =>
        writeAnswer(answer, outgoing, isLast?.() === true),
      ),
    () => void (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(500).end()),
  )
  void whenKnown(written, () => request.dropRest())
}

function ignore(): void {}
