// Traces: what surrounds a request and a call of a store, and which of them a log line belongs to. Parts do not see it.
import type { HttpRequest } from '../http/request.ts'
import type { Answer } from '../http/responses.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import type { LogFields } from './context.ts'

/** A request, as a trace sees it: without its query, its body and the values of its fields. */
export interface TracedRequest extends Pick<HttpRequest, 'method' | 'path' | 'header'> {
  /** The path as the endpoint declares it; undefined where no endpoint has it. */
  readonly route: string | undefined
  /** Whether the sender may say of which trace the request is a part: it is a proxy that the operator trusts. */
  readonly isTrusted: () => boolean
}

/** Surrounds work. What it is given, it calls once, and what that returns, it returns. */
export interface Tracing {
  request(request: TracedRequest, answer: () => Awaitable<Answer>): Awaitable<Answer>
  /** Surrounds a call of a store; absent where calls are not traced. */
  readonly storage?: (store: string, verb: string, call: () => unknown) => unknown
  /** What every log line of the work under way says: `trace_id` and `span_id`, or `request_id`. Empty outside of a request. */
  fields(): LogFields
}
