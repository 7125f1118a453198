// Reads the body of a request up to a limit.
import { OAuthError } from '../errors/oauth-error.ts'

/** @throws OAuthError invalid_request when the body is longer than `limit` bytes (`BodyTooLarge`), or breaks off */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const declared = declaredLength(request)
  return declared === undefined ? await readPieces(request, limit) : await readWhole(request, declared, limit)
}

/** The body of the request exceeds the limit. */
export class BodyTooLarge extends OAuthError {
  override readonly name = 'BodyTooLarge'

  constructor() {
    super('invalid_request', 'The body is too large.')
  }
}

/**
 * How long the body is, where that frames it: no connection brings more. A transfer coding would overrule it.
 * https://www.rfc-editor.org/rfc/rfc9112#section-6.3
 */
function declaredLength({ headers }: Request): number | undefined {
  const length = headers.get('content-length')
  return length !== null && /^[0-9]{1,15}$/.test(length) && !headers.has('transfer-encoding') ? Number(length) : undefined
}

/** Bytes from which on a body is read into the place that is kept for it: in one piece it would be in memory twice. */
const largeBody = 1024 * 1024

/** Bytes that are kept for a large body of unknown length. A system gives memory to what is written, not to what is kept. */
const usualReserve = 64 * 1024 * 1024

/** In one piece: a stream costs several times what it takes to read a form. */
async function readWhole(request: Request, declared: number, limit: number): Promise<Uint8Array> {
  if (declared > limit) throw new BodyTooLarge()
  // A request that did not come over a connection may declare what it likes.
  if (declared > largeBody) return await readInto(new Uint8Array(declared), request, declared)
  const bytes = new Uint8Array(await request.arrayBuffer().catch(brokenOff))
  if (bytes.byteLength > limit) throw new BodyTooLarge()
  return bytes
}

async function readPieces(request: Request, limit: number): Promise<Uint8Array> {
  return await readInto(new Uint8Array(Math.min(limit, 16 * 1024)), request, limit)
}

/** @param place for the body; a larger one takes over what does not fit into it */
async function readInto(place: Uint8Array, request: Request, limit: number): Promise<Uint8Array> {
  let bytes = place
  let length = 0
  const reader = request.body?.getReader()
  while (reader !== undefined) {
    const { done, value } = await reader.read().catch(brokenOff)
    if (done) break
    const end = length + value.byteLength
    if (end > limit) {
      await reader.cancel()
      throw new BodyTooLarge()
    }
    if (end > bytes.byteLength) {
      const larger = new Uint8Array(Math.min(limit, Math.max(2 * end, end > largeBody ? usualReserve : 0)))
      larger.set(bytes.subarray(0, length))
      bytes = larger
    }
    bytes.set(value, length)
    length = end
  }
  return bytes.subarray(0, length)
}

/** The client closed the connection or sent a malformed body: its error, not one of the provider. */
function brokenOff(): never {
  throw new OAuthError('invalid_request', 'The body broke off.')
}
