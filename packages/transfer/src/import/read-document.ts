// The document as one run of an import reads it. An object in a bucket can be replaced between two calls. A position is one of the document that
// was read before, so a run that continues compares what it reads.
import { equalDigests } from '@symbolon/core-protocol'
import { createHash } from 'node:crypto'

/** The part of a document that was read before something was settled. */
export interface ReadPart {
  readonly bytes: number
  /** SHA-256 of these bytes, as base64url. */
  readonly digest: string
}

/** The document differs from the one that an earlier run read. */
export class DocumentChanged extends Error {
  override readonly name = 'DocumentChanged'
}

/**
 * Bytes of a block. Every run reads the same blocks, whatever the chunks of the source: so what an earlier run had read when it settled something is
 * read by the time at which this run settles what follows.
 */
const blockSize = 16 * 1024

/** Reads a document, and remembers what was read. */
export class ReadDocument {
  readonly #earlier: ReadPart | undefined
  readonly #hash = createHash('sha256')
  #bytes = 0
  #isEarlier: boolean

  /** @param earlier what an earlier run had read at the position at which this run continues */
  constructor(earlier?: ReadPart) {
    this.#earlier = earlier
    this.#isEarlier = earlier === undefined
  }

  /** Whether the document is the one that the earlier run read: false until as much is read. */
  get isEarlier(): boolean {
    return this.#isEarlier
  }

  /** The part that is read so far. */
  get part(): ReadPart {
    return { bytes: this.#bytes, digest: this.#hash.copy().digest('base64url') }
  }

  /**
   * @returns the bytes of the source in blocks
   * @throws DocumentChanged as soon as the document differs from the earlier one
   */
  async *blocks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let block = new Uint8Array(blockSize)
    let filled = 0
    for await (const chunk of source) {
      for (let start = 0; start < chunk.length;) {
        const some = chunk.subarray(start, start + blockSize - filled)
        block.set(some, filled)
        filled += some.length
        start += some.length
        if (filled < blockSize) continue
        yield this.#read(block)
        // The reader may keep parts of the last one.
        block = new Uint8Array(blockSize)
        filled = 0
      }
    }
    if (filled > 0) yield this.#read(block.subarray(0, filled))
    if (!this.#isEarlier) throw new DocumentChanged('The document is shorter than before.')
  }

  #read(block: Uint8Array): Uint8Array {
    this.#hash.update(block)
    this.#bytes += block.length
    const earlier = this.#earlier
    if (!this.#isEarlier && earlier !== undefined && this.#bytes >= earlier.bytes) {
      if (this.#bytes !== earlier.bytes || !equalDigests(this.part.digest, earlier.digest))
        throw new DocumentChanged('The document differs.')
      this.#isEarlier = true
    }
    return block
  }
}
