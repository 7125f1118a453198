// Reads an object as a stream. A broken download resumes at the received length, if the object still has the same generation: the library leaves
// that to its callers, and checks the checksum only of a download without resumption.
import type { CRC32C } from '@google-cloud/storage'
import { connect } from './client.ts'
import { unavailable } from './failure.ts'
import type { ServiceAccount } from './service-account.ts'
import { openTransport } from './transport.ts'
import type { Place } from './transport.ts'

/** The maximum number of resumptions of one download. */
const resumptions = 3

interface Whole {
  readonly generation?: string
  /** Unknown, like the checksum, if the storage decompresses the object. */
  readonly length?: number
  /** CRC-32C in base64. */
  readonly sum?: string
}

/**
 * @returns the bytes of the object, whose CRC-32C is checked at the end
 * @throws ObjectStorageError
 */
export async function* download(place: Place, account: ServiceAccount, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const transport = openTransport(place, signal)
  let received = 0
  let whole: Whole | undefined
  try {
    const { bucket, newSum } = await connect(place.bucket, account, 'read_only', transport)
    const sum = newSum()
    for (let tries = 0; ; tries += 1) {
      const [start, status] = received === 0 ? [{}, 200] : [{ start: received }, 206]
      const file = bucket.file(place.path, whole?.generation === undefined ? {} : { generation: whole.generation })
      const stream = file.createReadStream({ ...start, validation: false, decompress: false })
      stream.once('response', ({ statusCode, headers }: Answer) => {
        if (statusCode === status) whole ??= wholeOf(headers)
        else stream.destroy(new Error('The storage sent another part of the object than requested. Try again.'))
      })
      try {
        const chunks: AsyncIterable<Parameters<CRC32C['update']>[0]> = stream
        for await (const chunk of chunks) {
          received += chunk.byteLength
          sum.update(chunk)
          yield chunk
        }
        if (received !== (whole?.length ?? received)) throw new Error('The connection to the storage broke. Try again.')
        break
      } catch (error) {
        // Without a generation, the rest could belong to another version of the object.
        const resumable = received === 0 || (whole?.generation !== undefined && whole.length !== undefined)
        if (signal.aborted || transport.failure() !== undefined || !resumable || tries === resumptions) throw error
      }
    }
    if (whole?.sum !== undefined && !sum.validate(whole.sum))
      throw new Error('The checksum of the received bytes differs from the checksum of the object. Try again.')
  } catch (error) {
    signal.throwIfAborted()
    throw transport.failure() ?? unavailable(error)
  } finally {
    transport.close()
  }
}

interface Answer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
}

function wholeOf(headers: Answer['headers']): Whole {
  const generation = headers['x-goog-generation']
  const length = headers['content-encoding'] === undefined ? headers['content-length'] : undefined
  const sums = headers['x-goog-stored-content-encoding'] === 'identity' ? headers['x-goog-hash'] : undefined
  const sum = /\bcrc32c=([\w+/=]+)/.exec(sums ?? '')?.[1]
  return {
    ...(generation === undefined ? {} : { generation }),
    ...(length === undefined ? {} : { length: Number(length) }),
    ...(sum === undefined ? {} : { sum }),
  }
}
