// Reads and writes one object of a bucket as a stream. Everything that the library would read from its environment (credentials, endpoint,
// region) is set, so that no request uses the configuration of the machine.
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { S3Object, StorageObject } from '@symbolon/transfer'
import { Readable } from 'node:stream'
import { failure, failureOf, isPassing } from './failure.ts'

/** Milliseconds to connect, and without any data. */
const [connectionTimeout, socketTimeout] = [10_000, 30_000]
/** Bytes: with 10,000 parts, objects of 80 GB. */
const partSize = 8 * 1024 * 1024
/** The maximum number of resumptions of a broken download. */
const resumptions = 3

/** @returns one object, read and written with the credentials of the reference */
export function openObject(reference: S3Object, endpoint: string): StorageObject {
  const { bucket: Bucket, path: Key, accessKeyId, secretAccessKey } = reference
  const connect = (): S3Client =>
    new S3Client({
      endpoint,
      ignoreConfiguredEndpointUrls: true,
      region: reference.region ?? regionOf(endpoint),
      followRegionRedirects: false,
      // The name of a bucket never becomes part of a host.
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
      requestHandler: { connectionTimeout, socketTimeout },
      // Many storages do not support checksums in trailers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })

  return {
    async *read(signal) {
      const client = connect()
      try {
        yield* download(client, { Bucket, Key }, signal)
      } finally {
        client.destroy()
      }
    },
    async write(chunks, signal) {
      signal.throwIfAborted()
      const client = connect()
      const abortController = new AbortController()
      const abort = (): void => abortController.abort()
      signal.addEventListener('abort', abort, { once: true })
      const source = watched(chunks)
      try {
        const params = { Bucket, Key, Body: Readable.from(source.chunks), ContentType: 'application/json' }
        // A single part or the completion of a multipart upload: either makes the object appear as a whole.
        await new Upload({ client, params, partSize, queueSize: 2, abortController }).done()
      } catch (error) {
        signal.throwIfAborted()
        // The library reports a failed source as its own abort error, so throw the error of the source.
        if (source.failure !== undefined) throw source.failure.error
        throw failureOf(error)
      } finally {
        signal.removeEventListener('abort', abort)
        client.destroy()
      }
    },
  }
}

/** `s3.REGION.amazonaws.com`; other storages get the region that all of them accept. */
function regionOf(endpoint: string): string {
  return /^https?:\/\/s3[.-]([a-z0-9-]+)\.amazonaws\.com$/.exec(endpoint)?.[1] ?? 'us-east-1'
}

/** Resumes a broken download at the received length, if the object is still the same. */
async function* download(
  client: S3Client,
  object: { readonly Bucket: string; readonly Key: string },
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let received = 0
  let whole: { readonly etag: string | undefined; readonly length: number | undefined } | undefined
  for (let tries = 0; ; tries += 1) {
    try {
      const answer: GetObjectCommandOutput = await client.send(
        new GetObjectCommand({
          ...object,
          ...(whole?.etag === undefined ? {} : { IfMatch: whole.etag, Range: `bytes=${received}-` }),
        }),
        { abortSignal: signal },
      )
      whole ??= { etag: answer.ETag, length: answer.ContentLength }
      for await (const chunk of bodyOf(answer, signal)) {
        received += chunk.byteLength
        yield chunk
      }
      if (whole.length === undefined || received === whole.length) return
      throw failure('storage_unavailable', 'The connection to the storage broke. Try again.')
    } catch (error) {
      signal.throwIfAborted()
      // Without an ETag, the rest could belong to another version of the object. The library itself retries a request without any received byte.
      if (tries === resumptions || received === 0 || whole?.etag === undefined || !isPassing(error)) throw failureOf(error)
    }
  }
}

/** The library heeds the signal only until the headers of the response arrive. */
async function* bodyOf({ Body }: GetObjectCommandOutput, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (!(Body instanceof Readable)) throw new TypeError('The S3 client returned no stream.')
  const stop = (): void => void Body.destroy(new Error('aborted'))
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    yield* Body
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

interface Watched {
  readonly chunks: AsyncIterable<Uint8Array>
  /** The error that the source threw. */
  failure?: { readonly error: unknown }
}

function watched(chunks: AsyncIterable<Uint8Array>): Watched {
  async function* each(): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks
    } catch (error) {
      source.failure = { error }
      throw error
    }
  }
  const source: Watched = { chunks: each() }
  return source
}
