// The sources of an import. A source can be read more than once, because a document whose organizations have their ids late is read twice.
import type { StorageObject } from '../object-storage.ts'

/** `v1` is the format of the first generation, which is converted. */
export type DocumentFormat = 'v1' | 'v2'

/** A document that can be read from its beginning any number of times. */
export interface DocumentSource {
  /** For people and the audit trail: never credentials. */
  readonly description: string
  /** Tells one document from another under the same import id. */
  readonly identity: string
  read(signal: AbortSignal): AsyncIterable<Uint8Array>
}

/** How much is read of an object in a bucket, and how long its storage may be silent. */
export interface StorageLimits {
  /** Bytes of an object. */
  readonly objectLimit: number
  /** Milliseconds without a byte. */
  readonly idleLimit: number
}

/** 16 GiB, and 30 seconds. */
export const usualStorageLimits: StorageLimits = { objectLimit: 16 * 1024 ** 3, idleLimit: 30_000 }

/** Bytes of a document in memory that are given at once: between two of them, what waits is written and the signal is asked. */
const memorySlice = 256 * 1024

/** The source does not give the document. The message is public. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

/**
 * @param identity tells the bytes from others, as their SHA-256 does
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

/** A storage that gives nothing for a while, or does not stop giving, must not hold the import. */
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
