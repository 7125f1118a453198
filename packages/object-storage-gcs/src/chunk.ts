// Corrects the chunks of a resumable upload where @google-cloud/storage 8 departs from the protocol.
// https://cloud.google.com/storage/docs/performing-resumable-uploads
import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import * as v from 'valibot'

const metadata = v.object({ size: v.pipe(v.string(), v.digits()) })

/** The content range of a request for the stored size of the object. */
const question = 'bytes */*'

/** @returns the request with its body as bytes of known length: some runtimes' `fetch` cannot send a Node stream, and none sends its length */
export async function chunkOf({ method, headers, body }: RequestInit): Promise<RequestInit> {
  const bytes = isReadable(body) ? await buffer(body) : undefined
  const sent = new Headers(headers)
  sent.delete('content-length')
  // The library writes an empty range as `0--1`.
  if (bytes?.byteLength === 0) sent.set('content-range', rangeOf(sent).replace(/^bytes .*\//, 'bytes */'))
  return { method: method ?? 'PUT', headers: sent, body: bytes ?? null }
}

/** @returns the response, or a replacement that the library handles correctly */
export async function answerToChunk(answer: Response, sent: Headers): Promise<Response> {
  const range = rangeOf(sent)
  if (range === question && answer.ok) {
    // The object is complete and only the response was lost. The library would begin again. With the stored size, it requests the end instead.
    const { success, output } = v.safeParse(metadata, await answer.json().catch(() => undefined))
    const size = success ? Number(output.size) : 0
    return new Response(null, { status: 308, headers: size === 0 ? {} : { range: `bytes=0-${size - 1}` } })
  }
  const isWhole = !range.endsWith('/*')
  if (range !== question && answer.status === 308 && !answer.headers.has('location') && (isWhole || !answer.headers.has('range'))) {
    // Part of the chunk was lost, and the library would give up. After a 503 it asks how much is stored.
    await answer.body?.cancel()
    return new Response(null, { status: 503 })
  }
  return answer
}

function rangeOf(headers: Headers): string {
  return headers.get('content-range') ?? ''
}

function isReadable(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}
