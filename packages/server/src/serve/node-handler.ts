// The handler that a host mounts in Express, Fastify or its server.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerIncoming, turnEnds } from './answer-incoming.ts'
import { checkAnswering } from './served.ts'
import type { Mounted } from './served.ts'

/** What a handler looks at of an `IncomingMessage` of Node. A host that has no types of Node can read the types of this package. */
export interface Incoming {
  readonly url?: string | undefined
  readonly method?: string | undefined
  readonly readableDidRead: boolean
}

/** What a handler looks at of a `ServerResponse` of Node. */
export interface Outgoing {
  readonly headersSent: boolean
}

/** A listener of Node's server, or middleware of Express. */
export type NodeHandler = (incoming: Incoming, outgoing: Outgoing, next?: (error?: unknown) => void) => void

/**
 * Responds to requests for paths of the provider, with the address of the connection, and passes all others to `next`. A prefix that a router of Express took
 * off the `url` counts: the whole path is read from `originalUrl`.
 *
 * Mount it before body parsers. A request whose body was read is an error (`next`, or 500), because the provider could not see the body.
 * @throws CompositionError provider_missing
 * @example
 * app.use(nodeHandler(provider)) // Express
 * createServer((request, response) => handler(request, response, () => hostAnswers(request, response)))
 */
export function nodeHandler(provider: Mounted): NodeHandler {
  checkAnswering('nodeHandler', provider)
  const turnEnd = turnEnds()
  return (given, givenOutgoing, next) => {
    // What frameworks pass is made by Node.
    const [incoming, outgoing] = [given as IncomingMessage, givenOutgoing as ServerResponse]
    const url = 'originalUrl' in incoming && typeof incoming.originalUrl === 'string' ? incoming.originalUrl : (incoming.url ?? '')
    if (next !== undefined && !provider.owns({ url })) return next()
    if (incoming.readableDidRead) {
      const error = new TypeError(
        `The body of ${incoming.method} ${url} was read before the provider. Mount the provider before body parsers.`,
      )
      if (next !== undefined) return next(error)
      return void outgoing.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(error.message)
    }
    answerIncoming(provider, incoming, outgoing, { url, turnEnd })
  }
}
