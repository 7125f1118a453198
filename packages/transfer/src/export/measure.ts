// The bytes of an export with their number and their SHA-256, by which a receiver checks that they are complete.
import { slices } from '@symbolon/json-stream'
import { createHash } from 'node:crypto'

/** Bytes that are measured while they are read. */
export interface Measured {
  readonly chunks: AsyncIterable<Uint8Array>
  /** Of all chunks that were read so far. */
  measure(): { readonly bytes: number; readonly sha256: string }
}

/** The number of characters in a chunk. */
const usualChunk = 65_536

/** @returns the texts as chunks of about 64 KiB, with their length and SHA-256 */
export function measured(texts: AsyncIterable<string>): Measured {
  const hash = createHash('sha256')
  const encoder = new TextEncoder()
  let bytes = 0
  function encode(text: string): Uint8Array {
    const chunk = encoder.encode(text)
    hash.update(chunk)
    bytes += chunk.byteLength
    return chunk
  }
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let waiting = ''
    for await (const text of texts) {
      waiting += text
      if (waiting.length < usualChunk) continue
      yield encode(waiting)
      waiting = ''
    }
    if (waiting !== '') yield encode(waiting)
  }
  return { chunks: chunks(), measure: () => ({ bytes, sha256: hash.copy().digest('hex') }) }
}

/**
 * The SHA-256 of a document in memory, computed in slices. WebCrypto would copy all of it, and a single call would block the event loop.
 */
export async function sha256Of(document: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for await (const slice of slices([document])) hash.update(slice)
  return hash.digest('hex')
}
