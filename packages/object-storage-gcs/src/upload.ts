// An object from a stream, by a resumable upload: chunk after chunk goes out, and the object appears with the last one.
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
 * Writes the object in chunks of 4 MiB; it appears with the last one.
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
    // Either may be the other's consequence: the storage hears nothing of the source, which hears of the storage.
    throw broken?.error ?? transport.failure() ?? unavailable(error)
  } finally {
    transport.close()
  }
}

/**
 * Else the storage would keep what it has of it for a week; the library leaves it there.
 * https://cloud.google.com/storage/docs/performing-resumable-uploads#cancel-upload
 */
async function cancel(session: string, credentials: Client['credentials']): Promise<void> {
  try {
    await credentials.request({ method: 'DELETE', url: session })
  } catch {
    // Nothing is under the object's name either way.
  }
}
