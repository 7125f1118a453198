// Writes an object from a stream by a resumable upload, chunk by chunk. The object appears with the last chunk.
// https://cloud.google.com/storage/docs/performing-resumable-uploads
import { pipeline } from 'node:stream/promises'
import { connect } from './client.ts'
import type { Client } from './client.ts'
import { unavailable } from './failure.ts'
import type { ServiceAccount } from './service-account.ts'
import { openTransport } from './transport.ts'
import type { Place } from './transport.ts'

/** Bytes; a multiple of 256 KiB. The library holds several of them at a time. */
const chunkSize = 4 * 1024 * 1024

/**
 * Writes the object in chunks of 4 MiB; it appears with the last chunk.
 * @throws ObjectStorageError
 */
export async function upload(place: Place, account: ServiceAccount, chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const transport = openTransport(place, signal)
  let broken: { readonly error: unknown } | undefined
  let giveUp = async (): Promise<void> => {}
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks
    } catch (error) {
      broken = { error }
      throw error
    }
  }
  try {
    const { bucket, credentials } = await connect(place.bucket, account, 'read_write', transport)
    const target = bucket.file(place.path).createWriteStream({ resumable: true, chunkSize, contentType: 'application/json' })
    target.once('uri', (session: string) => {
      giveUp = async () => await cancel(session, credentials)
    })
    await pipeline(watched, target, { signal })
  } catch (error) {
    transport.close()
    await giveUp()
    signal.throwIfAborted()
    // A failed source ends the request, and a failed request ends the source. The error of the source takes precedence.
    throw broken?.error ?? transport.failure() ?? unavailable(error)
  } finally {
    transport.close()
  }
}

/**
 * Cancels the upload. Otherwise the storage would keep the received part for a week; the library does not cancel.
 * https://cloud.google.com/storage/docs/performing-resumable-uploads#cancel-upload
 */
async function cancel(session: string, credentials: Client['credentials']): Promise<void> {
  try {
    await credentials.request({ method: 'DELETE', url: session })
  } catch {
    // The object does not exist either way.
  }
}
