// The body of an export or import request: strict JSON, read slice by slice so that other requests run in between. The document of an
// import may be most of the body. Its bytes are located and not copied, and a document in a JSON string is unescaped in place, so that the
// body is in memory once.
import { BodyTooLarge, OAuthError } from '@symbolon/core-protocol'
import type { HttpRequest } from '@symbolon/core-protocol'
import { createJsonReader, createValueBuilder, JsonInputError, slices, textInPlace } from '@symbolon/json-stream'
import type { JsonErrorCode, TextInPlace } from '@symbolon/json-stream'
import { requireJson, RestError } from '@symbolon/rest'

/** The body of an export or import request. */
export interface RequestBody {
  /** The members other than the documents. */
  readonly members: Readonly<Record<string, unknown>>
  /** The documents by member: the bytes of the value, or of the string if the value is one. */
  readonly documents: ReadonlyMap<string, Uint8Array>
}

/** How a body is read. */
export interface ReadOptions {
  /** Bytes. */
  readonly limit: number
  /** Members that hold documents. */
  readonly documents: readonly string[]
}

/** Bytes outside the document: enough for thousands of ids. They become values, which take many times as much memory. */
const limitOutside = 4 * 1024 * 1024

/** @throws RestError content_type, content_encoding, body_too_large, body_malformed */
export async function readRequest(request: HttpRequest, options: ReadOptions): Promise<RequestBody> {
  requireJson(request)
  const encoding = request.header('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw new RestError('content_encoding', 'The body must not be compressed.')
  const length = Number(request.header('content-length') ?? 0)
  if (length > options.limit) throw tooLarge('The body is', options.limit)
  try {
    return await scan(await request.body.bytes(options.limit), options)
  } catch (error) {
    if (error instanceof BodyTooLarge) throw tooLarge('The body is', options.limit)
    if (error instanceof OAuthError) throw new RestError('body_malformed', error.description)
    if (error instanceof JsonInputError) throw new RestError('body_malformed', `The body is malformed. ${error.message}`)
    throw error
  }
}

function tooLarge(what: string, limit: number): RestError {
  return new RestError('body_too_large', `${what} larger than ${Math.floor(limit / 1_048_576)} MiB.`)
}

/** Reads the JSON once. Text that is too deep, holds a member twice or is not JSON is found before any work begins. */
async function scan(body: Uint8Array, { documents: names }: ReadOptions): Promise<RequestBody> {
  const documents = new Map<string, Uint8Array>()
  const members = new Map<string, unknown>()
  const seen = new Set<string>()
  const builder = createValueBuilder(fail)
  let depth = 0
  let name = ''
  /** The start of the document that is being skipped. */
  let start: number | undefined
  /** Whether the first document comes next. A second one is refused. */
  let awaited = false
  let text: TextInPlace | undefined
  let outside = 0

  function fail(code: JsonErrorCode, offset: number, problem: string): never {
    throw new JsonInputError(code, { path: name === '' ? [] : [name], offset }, problem)
  }
  const isDocument = (): boolean => names.includes(name)
  function begin(offset: number, build: () => void): void {
    depth += 1
    if (depth === 1) return
    if (isDocument()) start ??= offset
    else build()
  }
  function end(offset: number): void {
    depth -= 1
    if (depth === 0) return
    if (start !== undefined) {
      if (depth === 1) take(offset + 1)
    } else if (builder.endContainer()) {
      members.set(name, builder.value)
    }
  }
  function take(offset: number): void {
    documents.set(name, body.subarray(start, offset))
    start = undefined
  }

  const reader = createJsonReader({
    beginObject: (offset) => begin(offset, builder.beginObject),
    beginArray(offset) {
      if (depth === 0) fail('wrong_type', offset, 'must be an object')
      begin(offset, builder.beginArray)
    },
    endObject: end,
    endArray: end,
    key(key, offset) {
      if (depth > 1) return start === undefined ? builder.key(key, offset) : undefined
      name = key
      if (seen.has(key)) fail('duplicate_member', offset, 'occurs twice; keep one of them')
      seen.add(key)
      awaited = isDocument() && documents.size === 0
      return undefined
    },
    scalar(value, offset) {
      if (depth === 0) fail('wrong_type', offset, 'must be an object')
      if (start !== undefined) return
      if (depth > 1) return builder.scalar(value)
      if (!isDocument() || typeof value !== 'string') return void members.set(name, value)
      documents.set(name, text?.bytes ?? new TextEncoder().encode(value))
    },
    fail,
  })

  /** @returns the position up to which it has read */
  function read(from: number, end: number): number {
    if (text !== undefined) return readText(text, from, end)
    if (start !== undefined) return readJson(from, end)
    if (awaited) {
      const value = afterBlanks(body, from, end)
      awaited = value === end || body[value] === colon
      if (body[value] === quotationMark && value < end) {
        text = textInPlace(body, value + 1, fail)
        return readJson(from, value + 1)
      }
    }
    // Stops at a colon, because a document may follow.
    const mark = body.subarray(from, end).indexOf(colon)
    const next = mark === -1 ? end : from + mark + 1
    outside += next - from
    if (outside > limitOutside) throw tooLarge('The body without the document is', limitOutside)
    return readJson(from, next)
  }
  function readJson(from: number, end: number): number {
    reader.write(body.subarray(from, end))
    return end
  }
  function readText(open: TextInPlace, from: number, end: number): number {
    const next = open.read(end)
    reader.skip(next - from)
    if (!open.ended) return next
    readJson(next, next + 1)
    text = undefined
    return next + 1
  }

  for await (const slice of slices([body])) {
    let position = slice.byteOffset - body.byteOffset
    for (const end = position + slice.byteLength; position < end;) position = read(position, end)
  }
  reader.end()
  return { members: Object.fromEntries(members), documents }
}

const colon = 0x3a
const quotationMark = 0x22
const blanks: readonly number[] = [0x20, 0x09, 0x0a, 0x0d]

function afterBlanks(body: Uint8Array, from: number, end: number): number {
  let position = from
  while (position < end && blanks.includes(body[position] ?? 0)) position += 1
  return position
}
