// Bodies of requests and answers.
import { BodyTooLarge, OAuthError } from '@symbolon/core-protocol'
import type { HttpRequest, Answer } from '@symbolon/core-protocol'
import { RestError } from './rest-error.ts'

/** The largest JSON body, in bytes: that of an inline document. */
const documentLimit = 64 * 1024 * 1024

/** @throws RestError content_type */
export function requireJson(request: HttpRequest): void {
  if (!/^application\/json\s*(;|$)/i.test(request.header('content-type') ?? '')) {
    throw new RestError('content_type', 'The content type must be application/json.')
  }
}

/** @throws RestError content_type, body_too_large, body_malformed */
export async function readJsonBody(request: HttpRequest): Promise<unknown> {
  requireJson(request)
  let bytes: Uint8Array
  try {
    bytes = await request.body.bytes(documentLimit)
  } catch (error) {
    if (error instanceof BodyTooLarge) throw new RestError('body_too_large', 'The body is larger than 64 MiB. Send a smaller one.')
    if (error instanceof OAuthError) throw new RestError('body_malformed', error.description)
    throw error
  }
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // The error message of the engine quotes the text around the mistake, which may hold a secret.
    throw new RestError('body_malformed', 'The body is not valid JSON in UTF-8.')
  }
  // The parser has no limit, and whatever reads the value by recursion would run out of stack. https://www.rfc-editor.org/rfc/rfc8259#section-9
  if (isDeeperThan(mostLevels, value)) throw new RestError('body_malformed', `The body has more than ${mostLevels} levels.`)
  return value
}

/** Ten times as many as a document has. */
const mostLevels = 100

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || (Array.isArray(value) ? value : Object.values(value)).some((each: unknown) => isDeeperThan(levels - 1, each))
}

/** The header fields of a streamed answer, and the callbacks for its end. */
export interface StreamedOptions {
  readonly fields?: Readonly<Record<string, string>>
  /** The client closed the connection, or the chunks failed. */
  readonly brokenOff?: (error: unknown) => Promise<void>
  readonly ended?: () => Promise<void>
}

/**
 * A response that is written while it is produced. An error before the first chunk gets an error response. A later error breaks the
 * connection, so that a client cannot mistake a part for the whole.
 */
export async function streamed(chunks: AsyncIterable<Uint8Array>, { fields = {}, brokenOff, ended }: StreamedOptions): Promise<Answer> {
  const iterator = chunks[Symbol.asyncIterator]()
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    try {
      return await iterator.next()
    } catch (error) {
      await brokenOff?.(error)
      throw error
    }
  }
  let waiting: IteratorResult<Uint8Array> | undefined = await next()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const result = waiting ?? (await next())
          waiting = undefined
          if (result.done !== true) return controller.enqueue(result.value)
          await ended?.()
          controller.close()
        } catch (error) {
          controller.error(error)
        }
      },
      async cancel(reason) {
        await iterator.return?.()
        await brokenOff?.(reason)
      },
    },
    { highWaterMark: 0 },
  )
  return {
    status: 200,
    fields: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'x-content-type-options': 'nosniff',
      ...fields,
    },
    body,
  }
}

/** Joins small texts, so that an answer does not consist of thousands of tiny chunks. */
export async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let waiting = ''
  for await (const text of texts) {
    waiting += text
    if (waiting.length < 65_536) continue
    yield encoder.encode(waiting)
    waiting = ''
  }
  if (waiting !== '') yield encoder.encode(waiting)
}
