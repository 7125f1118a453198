// What a provider can be asked.
import type { Answer, Awaitable, Caller, CallerDemand, DocumentOptions, HttpRequest } from '@symbolon/core-protocol'
import type { Readiness } from './readiness.ts'
import type { Peer } from './serve/served.ts'

/** A provider that answers requests. */
export interface Provider {
  /** The issuer identifier, as it was given. */
  readonly issuer: string
  /**
   * Responds to a request that is plain data, for `serve`. It rejects only if the error page fails; `serve` then
   * responds with 500.
   * @param peer who sent the request, as far as the runtime knows
   */
  answer(request: HttpRequest, peer?: Peer): Awaitable<Answer>
  /** The same for hosts that speak `fetch`: frameworks, and the runtimes' own servers. */
  fetch(request: Request, peer?: Peer): Promise<Response>
  /** The same for the paths of the provider. @returns undefined for any other path, which the host answers */
  tryFetch(request: Request, peer?: Peer): Promise<Response | undefined>
  /**
   * Whether the path of the request is one of the provider: below the issuer, or a well-known location of its host. The path `/` is the
   * host's. A request of Node (`IncomingMessage`) will do, as it is in Express and Fastify, unless a router took a prefix off its `url`.
   */
  owns(request: { readonly url?: string | undefined }): boolean
  /** The paths of the provider, for routers that want a list; a segment that begins with a colon stands for any one, e.g. `/ui/assets/:name`. */
  readonly paths: readonly string[]
  /**
   * Authenticates the caller of an API of the host by the access token in the request, without an HTTP request. It returns what introspection
   * would; `protect` also returns the reason of a refusal.
   * @returns undefined when the token is missing, invalid, for another audience, or lacks a scope
   * @throws TypeError without a composed grant that issues access tokens, and an endpoint that introspects or revokes them
   */
  authenticate(request: CallerRequest, demand?: CallerDemand): Promise<Caller | undefined>
  /**
   * The same, with the answer to a caller who is refused: 401 or 403 with `WWW-Authenticate`. https://www.rfc-editor.org/rfc/rfc6750#section-3
   * @returns who calls, or the answer to return
   * @throws TypeError without a composed grant that issues access tokens, and an endpoint that introspects or revokes them
   */
  protect(request: CallerRequest, demand?: CallerDemand): Promise<Caller | Response>
  /**
   * Does the background work that is due: removes expired rows, rotates keys, runs repeated tasks. For runtimes without timers between
   * requests, which call it once a minute (see the option `timers`). Errors are logged.
   */
  tick(): Promise<void>
  /**
   * Reads whether requests can be answered: there are signing keys, the database answers reads and accepts writes (as far as the storage
   * reports it), and its clock differs by less than 5 seconds. The result is cached for a second. It never rejects.
   */
  readiness(): Promise<Readiness>
  /** Resolves when the database is lost while it is served, e.g. because its file was deleted. From then on every request gets 503. */
  readonly lost?: Promise<Error>
  /** Closes the database. Requests under way must have ended: the serve adapters see to it. */
  close(): Promise<void>
}

/** What a provider with the option `documents` offers in addition. `R` is the report of the part that applies documents. */
export interface AppliesDocuments<R> {
  /**
   * Brings the instance to what a document says, with every right, as the command `apply` does. What the document does not mention stays.
   * @param document in the format of organization exports, as an object
   * @returns what was done, row by row; generated secrets stand there once
   * @throws DocumentError for a malformed document; errors within a document are rows of the report
   */
  apply(document: unknown, options?: DocumentOptions): Promise<R>
}

/** A request to an API of the host: a `Request`, or one of Node, Express or Fastify. */
export interface CallerRequest {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}
