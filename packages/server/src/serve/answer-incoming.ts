// Answers requests of Node's HTTP server: what `serve` listens with, and what `nodeHandler` hands to a provider.
import { whenKnown, whenSettled } from '@symbolon/core-protocol'
import type { Answer, Awaitable } from '@symbolon/core-protocol'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fromIncoming } from './node-request.ts'
import type { Answering } from './served.ts'
import { writeAnswer } from './write-answer.ts'

interface How {
  /** The target of the request, where a router changed it. */
  readonly url?: string
  /** Whether the connection takes no further request; asked when the answer is there. Default: it does. */
  readonly isLast?: () => boolean
  /** The end of the turn in which a request arrived, see `turnEnds`. */
  readonly turnEnd: () => Promise<void>
}

/** Taken once: a host that replaces timers in its tests would wait for ever. */
const atEndOfTurn = setImmediate

/**
 * Gathers the requests of one turn of the event loop, so that they are decided together at its end. The same code then runs for one request
 * after the other while it is in the caches of the processor, and their answers leave together. Under load a request takes half the processor
 * time. A single request waits for the rest of the turn.
 * @returns a function that returns the end of the present turn. Each caller that awaits it keeps its own asynchronous context.
 */
export function turnEnds(): () => Promise<void> {
  let end: Promise<void> | undefined
  return () =>
    (end ??= new Promise((resolve) =>
      atEndOfTurn(() => {
        end = undefined
        resolve()
      }),
    ))
}

/** Answers one request. It never throws. */
export function answerIncoming(
  provider: Answering,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { url = incoming.url ?? '', isLast, turnEnd }: How,
): void {
  // A closed connection is not an error.
  outgoing.on('error', ignore)
  const request = fromIncoming(incoming, url, turnEnd)
  const write = (given: Answer): Awaitable<void> => writeAnswer(given, outgoing, isLast?.() === true)
  const end = (): void => request.body.dropRest()
  const fail = (): void => {
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(500).end()
    end()
  }
  try {
    // Read at once: the client may have closed the connection at the end of the turn.
    const { remoteAddress } = incoming.socket
    // A body is read as it arrives, and handed over at the end of a turn.
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const given = isRead ? turnEnd().then(() => provider.answer(request, { remoteAddress })) : provider.answer(request, { remoteAddress })
    void whenSettled(whenKnown(given, write), end, fail)
  } catch {
    fail()
  }
}

function ignore(): void {}
