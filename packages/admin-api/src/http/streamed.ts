// An answer that is written while it is made. What fails before its first chunk still gets an answer of its own; what fails later breaks
// the connection off, so that nobody takes a part for the whole.

export interface StreamedOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** The client has hung up, or the chunks have failed. */
  readonly brokenOff?: (error: unknown) => Promise<void>
  readonly ended?: () => Promise<void>
}

export async function streamed(chunks: AsyncIterable<Uint8Array>, { headers = {}, brokenOff, ended }: StreamedOptions): Promise<Response> {
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
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const result = waiting ?? await next()
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
  }, { highWaterMark: 0 })
  return new Response(body, {
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  })
}

/** Small texts are joined, so that an answer is not a thousand chunks of a few bytes. */
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
