// An object as a stream. A connection that breaks is taken up again where it broke, as long as the object is the same generation.
// https://cloud.google.com/storage/docs/json_api/v1/objects/get
import type { TokenSource } from './access-token.ts'
import { failureOf, isPassing, Refusal } from './failure.ts'
import { pause, send } from './send.ts'
import type { Place } from './send.ts'

const mostTries = 4

interface Whole {
  readonly generation: string | null
  /** Absent where the storage inflates what it stores. */
  readonly length: number | undefined
}

export async function* download({ endpoint, bucket, path }: Place, tokenOf: TokenSource, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const url = new URL(`${endpoint}/storage/v1/b/${bucket}/o/${encodeURIComponent(path)}?alt=media`)
  let received = 0
  let whole: Whole | undefined
  for (let tries = 0; ; tries += 1) {
    try {
      if (whole?.generation != null) url.searchParams.set('generation', whole.generation)
      const headers = { 'accept-encoding': 'identity', ...(received === 0 ? {} : { range: `bytes=${received}-` }) }
      const response = await send(url, { headers }, tokenOf, signal)
      if (response.status !== (received === 0 ? 200 : 206)) {
        await response.body?.cancel()
        throw new Refusal(response.status)
      }
      whole ??= { generation: response.headers.get('x-goog-generation'), length: lengthOf(response) }
      for await (const chunk of response.body ?? []) {
        received += chunk.byteLength
        yield chunk
      }
      if (whole.length === undefined || received === whole.length) return
      throw new Error('The storage broke off.')
    } catch (error) {
      signal.throwIfAborted()
      // Without a generation nobody knows whether what would follow belongs to what came before.
      const resumable = received === 0 || (whole?.generation != null && whole.length !== undefined)
      if (!resumable || !isPassing(error) || tries + 1 === mostTries) throw failureOf(error, 'object_missing')
      await pause(tries, signal)
    }
  }
}

function lengthOf({ headers }: Response): number | undefined {
  const length = headers.get('content-length')
  return length === null || headers.has('content-encoding') ? undefined : Number(length)
}
