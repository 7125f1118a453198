// An object from a stream, by a resumable upload: chunk after chunk goes out, and the object appears with the last one. A chunk that gets
// lost is sent again from where the storage says it stopped. https://cloud.google.com/storage/docs/performing-resumable-uploads
import type { TokenSource } from './access-token.ts'
import { failureOf, isPassing, Refusal, sentElsewhere, unavailable } from './failure.ts'
import { pause, send } from './send.ts'
import type { Place } from './send.ts'

/** Bytes; a multiple of 256 KiB. */
const chunkSize = 8 * 1024 * 1024
const mostTries = 4

export async function upload(place: Place, tokenOf: TokenSource, chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  const session = await openSession(place, tokenOf, signal)
  try {
    let offset = 0
    for await (const { bytes, last } of cut(chunks)) {
      signal.throwIfAborted()
      await sendChunk({ session, offset, bytes, last }, tokenOf, signal)
      offset += bytes.byteLength
    }
  } catch (error) {
    await giveUp(session, tokenOf)
    throw error
  }
}

async function openSession({ endpoint, bucket, path }: Place, tokenOf: TokenSource, signal: AbortSignal): Promise<URL> {
  const query = new URLSearchParams({ uploadType: 'resumable', name: path })
  const url = new URL(`${endpoint}/upload/storage/v1/b/${bucket}/o?${query.toString()}`)
  const headers = { 'content-type': 'application/json', 'x-upload-content-type': 'application/json' }
  const response = await patiently(async () => {
    const answer = await send(url, { method: 'POST', headers, body: '{}' }, tokenOf, signal)
    await answer.body?.cancel()
    if (answer.status !== 200) throw new Refusal(answer.status)
    return answer
  }, signal)
  const session = URL.parse(response.headers.get('location') ?? '', url)
  if (session === null) throw unavailable(new Error('The storage opened no session.'))
  if (session.origin !== url.origin) throw sentElsewhere()
  return session
}

interface Chunk {
  readonly session: URL
  /** Where in the object it begins. */
  readonly offset: number
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly last: boolean
}

async function sendChunk({ session, offset, bytes, last }: Chunk, tokenOf: TokenSource, signal: AbortSignal): Promise<void> {
  const end = offset + bytes.byteLength
  const total = last ? String(end) : '*'
  let sent = false
  await patiently(async () => {
    const from = sent ? await storedUntil(session, total, tokenOf, signal) : offset
    if (from === 'complete' || (from === end && !last)) return
    sent = true
    const headers = { 'content-range': `bytes ${from === end ? '*' : `${from}-${end - 1}`}/${total}` }
    const answer = await send(session, { method: 'PUT', headers, body: bytes.subarray(from - offset) }, tokenOf, signal)
    await answer.body?.cancel()
    if (last ? !isComplete(answer) : answer.status !== 308) throw new Refusal(answer.status)
    if (!last && nextOf(answer) !== end) throw new Error('The storage kept a part of what it was sent.')
  }, signal)
}

async function storedUntil(session: URL, total: string, tokenOf: TokenSource, signal: AbortSignal): Promise<number | 'complete'> {
  const answer = await send(session, { method: 'PUT', headers: { 'content-range': `bytes */${total}` } }, tokenOf, signal)
  await answer.body?.cancel()
  if (isComplete(answer)) return 'complete'
  if (answer.status !== 308) throw new Refusal(answer.status)
  return nextOf(answer)
}

function isComplete({ status }: Response): boolean {
  return status === 200 || status === 201
}

function nextOf(answer: Response): number {
  const last = /^bytes=0-(\d+)$/.exec(answer.headers.get('range') ?? '')?.[1]
  return last === undefined ? 0 : Number(last) + 1
}

async function patiently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (!isPassing(error) || tries + 1 === mostTries) throw failureOf(error, 'bucket_missing')
      await pause(tries, signal)
    }
  }
}

/** Chunks of the one size; the last one may be shorter, and empty only when all is. */
async function* cut(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Pick<Chunk, 'bytes' | 'last'>> {
  let bytes = new Uint8Array(chunkSize)
  let length = 0
  for await (const chunk of chunks) {
    for (let taken = 0; taken < chunk.byteLength;) {
      if (length === chunkSize) {
        yield { bytes, last: false }
        bytes = new Uint8Array(chunkSize)
        length = 0
      }
      const some = chunk.subarray(taken, taken + chunkSize - length)
      bytes.set(some, length)
      length += some.byteLength
      taken += some.byteLength
    }
  }
  yield { bytes: bytes.subarray(0, length), last: true }
}

/**
 * Else the storage would keep what it has of it for a week.
 * https://cloud.google.com/storage/docs/performing-resumable-uploads#cancel-upload
 */
async function giveUp(session: URL, tokenOf: TokenSource): Promise<void> {
  try {
    const answer = await send(session, { method: 'DELETE' }, tokenOf, AbortSignal.timeout(5000))
    await answer.body?.cancel()
  } catch {
    // Nothing is under the object's name either way.
  }
}
