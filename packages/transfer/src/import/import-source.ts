// The sources of an import. A source can be read more than once, because a document with late ids is read twice.
import type { StorageObject } from '../object-storage.ts'

/** `v1` is an older format, which is converted. */
export type DocumentFormat = 'v1' | 'v2'

/** A document that can be read from its beginning any number of times. */
export interface DocumentSource {
  /** For people and the audit trail. Never credentials. */
  readonly description: string
  /** Distinguishes documents that are imported under the same id. */
  readonly identity: string
  read(signal: AbortSignal): AsyncIterable<Uint8Array>
}

/** The greatest size of an object in a bucket, and the longest silence of its storage. */
export interface StorageLimits {
  /** Bytes of an object. */
  readonly objectLimit: number
  /** Milliseconds without data. */
  readonly idleLimit: number
}

/** 16 GiB, and 30 seconds. */
export const usualStorageLimits: StorageLimits = { objectLimit: 16 * 1024 ** 3, idleLimit: 30_000 }

/**
 * The size of the slices in which a document in memory is read. Between two slices, waiting rows are written and the signal is checked.
 */
const memorySlice = 256 * 1024

/** The source cannot be read. The message is public. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

/**
 * @param identity distinguishes the bytes from others, e.g. their SHA-256
 * @returns the bytes as a source
 */
export function bytesSource(bytes: Uint8Array, description: string, identity: string): DocumentSource {
  return {
    description,
    identity,
    async *read(signal) {
      for (let start = 0; start < bytes.byteLength; start += memorySlice) {
        signal.throwIfAborted()
        yield bytes.subarray(start, start + memorySlice)
      }
    },
  }
}

/** A storage that stays silent, or sends without end, must not block the import. */
export function objectSource(object: StorageObject, description: string, { objectLimit, idleLimit }: StorageLimits): DocumentSource {
  return {
    description,
    identity: description,
    async *read(signal) {
      const idle = new AbortController()
      let timer: ReturnType<typeof setTimeout> | undefined
      const wind = (): void => {
        clearTimeout(timer)
        timer = setTimeout(
          () => idle.abort(new SourceError(`The object storage sent no data for ${idleLimit / 1000} seconds. Try again.`)),
          idleLimit,
        )
      }
      let bytes = 0
      try {
        wind()
        for await (const chunk of object.read(AbortSignal.any([signal, idle.signal]))) {
          clearTimeout(timer)
          bytes += chunk.byteLength
          if (bytes > objectLimit)
            throw new SourceError(`The object is larger than ${Math.floor(objectLimit / 1_048_576)} MiB. Split the document.`)
          yield chunk
          wind()
        }
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
