// Puts the pieces of a body together, up to a limit, and so that a large body is in memory once.
import { OAuthError } from '../errors/oauth-error.ts'

/** The body of the request exceeds the limit. */
export class BodyTooLarge extends OAuthError {
  override readonly name = 'BodyTooLarge'

  constructor() {
    super('invalid_request', 'The body is too large.')
  }
}

/** The client closed the connection, or sent a malformed body: an error of the client, and not of the provider. */
export class BodyBrokenOff extends OAuthError {
  override readonly name = 'BodyBrokenOff'

  constructor() {
    super('invalid_request', 'The body broke off.')
  }
}

/**
 * The length of the body, where the header says it: the connection delivers no more than that. A transfer coding would overrule it.
 * https://www.rfc-editor.org/rfc/rfc9112#section-6.3
 * @param header returns the value of a header field
 */
export function declaredLength(header: (name: string) => string | undefined): number | undefined {
  const length = header('content-length')
  return length !== undefined && /^[0-9]{1,15}$/.test(length) && header('transfer-encoding') === undefined ? Number(length) : undefined
}

/** Bytes from which on space is reserved for a body: a larger one would be in memory twice when its pieces are put together. */
const largeBody = 1024 * 1024

/** Bytes that are reserved for a large body of unknown length. The system provides memory for what is written, not for what is reserved. */
const usualReserve = 64 * 1024 * 1024

/** Collects the pieces of a body. */
export class BodyCollector {
  readonly #limit: number
  #bytes: Uint8Array | undefined
  #length = 0

  /**
   * @param limit bytes
   * @param declared the length of the body, if it is known
   * @throws BodyTooLarge
   */
  constructor(limit: number, declared: number | undefined) {
    if (declared !== undefined && declared > limit) throw new BodyTooLarge()
    this.#limit = limit
    if (declared !== undefined && declared > largeBody) this.#bytes = new Uint8Array(declared)
  }

  /**
   * @returns whether the piece was copied, so that its memory may be freed
   * @throws BodyTooLarge
   */
  add(piece: Uint8Array): boolean {
    const end = this.#length + piece.byteLength
    if (end > this.#limit) throw new BodyTooLarge()
    if (this.#bytes === undefined) {
      // Most bodies arrive in one piece, which needs no copy.
      this.#bytes = piece
      this.#length = end
      return false
    }
    if (end > this.#bytes.byteLength) {
      const larger = new Uint8Array(Math.min(this.#limit, Math.max(2 * end, end > largeBody ? usualReserve : 0)))
      larger.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = larger
    }
    this.#bytes.set(piece, this.#length)
    this.#length = end
    return true
  }

  /** @returns the body so far */
  bytes(): Uint8Array {
    if (this.#bytes === undefined) return new Uint8Array()
    return this.#bytes.byteLength === this.#length ? this.#bytes : this.#bytes.subarray(0, this.#length)
  }
}
