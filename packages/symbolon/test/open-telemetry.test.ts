// Traces by the real SDK: spans of requests and of calls of stores, what they never say, and who may name their parent.
// Own process: it registers the SDK for all of it.
import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { define, StorageUnavailable } from '@symbolon/core-protocol'
import type { Context, Log, LogFields, Tracing } from '@symbolon/core-protocol'
import { createProvider } from '@symbolon/server'
import type { Provider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { openTelemetry } from '../src/open-telemetry.ts'
import { requestIds } from '../src/request-ids.ts'

const exporter = new InMemorySpanExporter()
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
propagation.setGlobalPropagator(new W3CTraceContextPropagator())
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))
after(() => {
  trace.disable()
  context.disable()
  propagation.disable()
})
beforeEach(() => exporter.reset())

const issuer = 'https://id.example'
const foreign = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

interface Traced {
  readonly provider: Provider
  readonly lines: { readonly event: string; readonly fields: LogFields }[]
  fetch(path: string, headers?: Readonly<Record<string, string>>, from?: string): Promise<Response>
}

async function start(tracing: Tracing): Promise<Traced> {
  const lines: Traced['lines'] = []
  const record: Log['info'] = (event, fields = {}) => void lines.push({ event, fields })
  const provider = await createProvider({
    issuer,
    masterKey: new Uint8Array(32).fill(7),
    storage: libsql({ url: ':memory:' }),
    log: { info: record, warn: record, error: record },
    trustedProxies: ['10.0.0.1'],
    tracing,
    endpoints: [
      define({
        kind: 'endpoint',
        takes: 'nothing',
        name: 'lookup',
        stores: ['clients'],
        path: '/lookup/:id',
        methods: ['GET'],
        cors: 'none',
        async handle({ path }, { stores, log }: Context<'clients'>) {
          if (path.endsWith('broken')) throw new StorageUnavailable('no secret-value')
          // Across awaits: the context goes along.
          await new Promise((resolve) => setTimeout(resolve, 1))
          await stores.clients.find('secret-value')
          log.info('looked_up')
          return { status: 200, fields: {}, body: 'found' }
        },
      }),
    ],
  })
  const fetch: Traced['fetch'] = async (path, headers = {}, from = '192.0.2.1') =>
    await provider.fetch(new Request(issuer + path, { headers }), { remoteAddress: from })
  return { provider, lines, fetch }
}

const traced = (): Tracing => openTelemetry({ issuer, databaseSystem: 'sqlite', otherwise: requestIds() })

function spans(): { readonly server: ReadableSpan; readonly calls: readonly ReadableSpan[] } {
  const finished = exporter.getFinishedSpans()
  const server = finished.find(({ name }) => name.startsWith('GET') || name.startsWith('HTTP'))
  assert.ok(server !== undefined)
  return { server, calls: finished.filter((span) => span !== server) }
}

test('LK-05 a request is a span with the route, and a call of a store is a child of it', async (t) => {
  const { provider, fetch } = await start(traced())
  t.after(async () => await provider.close())
  exporter.reset()
  await fetch('/lookup/7?code=secret-query', { authorization: 'Bearer secret-header' })
  const { server, calls } = spans()
  assert.equal(server.name, 'GET /lookup/:id')
  assert.deepEqual(server.attributes, {
    'http.request.method': 'GET',
    'url.path': '/lookup/7',
    'url.scheme': 'https',
    'server.address': 'id.example',
    'http.route': '/lookup/:id',
    'http.response.status_code': 200,
  })
  const call = calls.find(({ name }) => name === 'find clients')
  assert.deepEqual(call?.attributes, { 'db.system.name': 'sqlite', 'db.operation.name': 'find', 'db.collection.name': 'clients' })
  assert.equal(call.parentSpanContext?.spanId, server.spanContext().spanId)
  const recorded = JSON.stringify(
    exporter.getFinishedSpans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
  )
  assert.doesNotMatch(recorded, /secret/)
})

test('LK-05 the trace that a stranger names is linked, and that of a trusted proxy is the parent', async (t) => {
  const { provider, fetch } = await start(traced())
  t.after(async () => await provider.close())
  for (const [from, isTrusted] of [
    ['192.0.2.1', false],
    ['10.0.0.1', true],
  ] as const) {
    exporter.reset()
    await fetch('/lookup/7', { traceparent: foreign }, from)
    const { server } = spans()
    assert.equal(server.spanContext().traceId === '0af7651916cd43dd8448eb211c80319c', isTrusted)
    assert.equal(server.parentSpanContext?.spanId, isTrusted ? 'b7ad6b7169203331' : undefined)
    assert.deepEqual(
      server.links.map((link) => link.context.spanId),
      isTrusted ? [] : ['b7ad6b7169203331'],
    )
  }
})

test('an unknown path and an unknown method add no names of spans', async (t) => {
  const { provider, fetch } = await start(traced())
  t.after(async () => await provider.close())
  exporter.reset()
  await fetch('/nowhere/made-up')
  assert.equal(spans().server.name, 'GET')
  exporter.reset()
  await provider.fetch(new Request(`${issuer}/lookup/7`, { method: 'BREW' }))
  assert.equal(spans().server.name, 'HTTP /lookup/:id')
  assert.equal(spans().server.attributes['http.request.method'], '_OTHER')
})

test('log lines carry the ids of the span, and an answer of 500 or above names the trace', async (t) => {
  const { provider, lines, fetch } = await start(traced())
  t.after(async () => await provider.close())
  exporter.reset()
  lines.length = 0
  const found = await fetch('/lookup/7')
  assert.equal(found.headers.get('x-request-id'), null)
  const { traceId, spanId } = spans().server.spanContext()
  assert.deepEqual(
    lines.map(({ event, fields }) => [event, fields['trace_id'], fields['span_id']]),
    [
      ['looked_up', traceId, spanId],
      ['request', traceId, spanId],
    ],
  )
  exporter.reset()
  const broken = await fetch('/lookup/broken')
  const { server } = spans()
  assert.equal(broken.headers.get('x-request-id'), server.spanContext().traceId)
  assert.equal(server.attributes['error.type'], '503')
  assert.equal(server.status.message, undefined)
})

test('without a span, log lines and answers of 500 or above carry an id of the request, each its own', async (t) => {
  const { provider, lines, fetch } = await start(requestIds())
  t.after(async () => await provider.close())
  lines.length = 0
  await Promise.all([fetch('/lookup/1'), fetch('/lookup/2', { 'x-request-id': 'chosen' })])
  const ids = lines.map(({ fields }) => fields['request_id'])
  assert.equal(new Set(ids).size, 2)
  assert.ok(ids.every((id) => /^[\w-]{16}$/.test(String(id))))
  // Every id is on both lines of its request.
  assert.deepEqual(
    [...new Set(ids)].map((id) => lines.filter(({ fields }) => fields['request_id'] === id).map(({ event }) => event)),
    [
      ['looked_up', 'request'],
      ['looked_up', 'request'],
    ],
  )
  lines.length = 0
  const broken = await fetch('/lookup/broken')
  assert.equal(broken.headers.get('x-request-id'), lines[0]?.fields['request_id'])
})
