// Traces by the API of OpenTelemetry. The SDK, which decides what is sent where, is the operator's: `node --import ./telemetry.mjs`. Without one
// nothing is recorded. Of this package, only this file knows the API. https://opentelemetry.io/docs/specs/semconv/http/http-spans/
import { context, isSpanContextValid, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Attributes, Context, Span, TextMapGetter } from '@opentelemetry/api'
import type { Answer, Awaitable, HttpRequest, TracedRequest, Tracing } from '@symbolon/core-protocol'
import { version } from './version.ts'

/** The attributes of spans other than those of the request. */
export interface OpenTelemetryOptions {
  readonly issuer: string
  /** https://opentelemetry.io/docs/specs/semconv/registry/attributes/db/#db-system-name */
  readonly databaseSystem: 'postgresql' | 'sqlite'
  /** Gives requests their ids where no span is active. */
  readonly otherwise: Tracing
}

/** https://opentelemetry.io/docs/specs/semconv/http/http-spans/#common-attributes: other methods are `_OTHER`. */
const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** @returns a span for each request, and one for each call of a store within it */
export function openTelemetry({ issuer, databaseSystem, otherwise }: OpenTelemetryOptions): Tracing {
  const tracer = trace.getTracer('symbolon', version)
  const { hostname, protocol } = new URL(issuer)

  return {
    async request(request, answer) {
      const method = knownMethods.has(request.method) ? request.method : '_OTHER'
      const { parent, links } = originOf(request)
      const attributes: Attributes = {
        'http.request.method': method,
        // Never the query: codes, hints and state stand there.
        'url.path': request.path,
        'url.scheme': protocol.slice(0, -1),
        'server.address': hostname,
        ...(request.route === undefined ? {} : { 'http.route': request.route }),
      }
      const name = `${method === '_OTHER' ? 'HTTP' : method}${request.route === undefined ? '' : ` ${request.route}`}`
      const options = { kind: SpanKind.SERVER, attributes, links }
      return await otherwise.request(
        request,
        async () => await tracer.startActiveSpan(name, options, parent, async (span) => await within(span, answer)),
      )
    },
    storage(store, verb, call) {
      // Work without a request, such as a sweep, has no trace.
      if (trace.getActiveSpan()?.isRecording() !== true) return call()
      const attributes: Attributes = { 'db.system.name': databaseSystem, 'db.operation.name': verb, 'db.collection.name': store }
      return tracer.startActiveSpan(`${verb} ${store}`, { kind: SpanKind.CLIENT, attributes }, (span) => surround(span, call))
    },
    fields() {
      const active = trace.getSpanContext(context.active())
      return active !== undefined && isSpanContextValid(active) ? { trace_id: active.traceId, span_id: active.spanId } : otherwise.fields()
    },
  }
}

/**
 * A trace that a client names is linked. Were it the parent, any client could add to foreign traces, and switch recording on for every
 * request. https://www.w3.org/TR/trace-context/#security-considerations
 */
function originOf({ header, isTrusted }: TracedRequest): {
  readonly parent: Context
  readonly links: { context: NonNullable<SpanContext> }[]
} {
  const extracted = propagation.extract(ROOT_CONTEXT, header, headerGetter)
  const named = trace.getSpanContext(extracted)
  if (named === undefined || !isSpanContextValid(named)) return { parent: ROOT_CONTEXT, links: [] }
  return isTrusted() ? { parent: extracted, links: [] } : { parent: ROOT_CONTEXT, links: [{ context: named }] }
}

type SpanContext = ReturnType<typeof trace.getSpanContext>

const headerGetter: TextMapGetter<HttpRequest['header']> = { keys: () => [], get: (header, name) => header(name.toLowerCase()) }

async function within(span: Span, answer: () => Awaitable<Answer>): Promise<Answer> {
  try {
    const given = await answer()
    span.setAttribute('http.response.status_code', given.status)
    if (given.status >= 500) fail(span, String(given.status))
    return given
  } catch (error) {
    fail(span, typeOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** Ends the span with the result of the call; a result that is a stream ends it at once. */
function surround(span: Span, call: () => unknown): unknown {
  let result: unknown
  try {
    result = call()
  } catch (error) {
    fail(span, typeOf(error))
    span.end()
    throw error
  }
  if (!(result instanceof Promise)) {
    span.end()
    return result
  }
  // The caller handles the rejection.
  result.then(
    () => span.end(),
    (error: unknown) => {
      fail(span, typeOf(error))
      span.end()
    },
  )
  return result
}

/** The type alone: a message may hold what was looked for. */
function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

function typeOf(error: unknown): string {
  return error instanceof Error ? error.name : '_OTHER'
}
