// The body of a request, read up to a limit and no further.
import { OAuthError } from '../oauth-error.ts'

/** @throws OAuthError invalid_request when the body is longer than `limit` bytes (`BodyTooLarge`), or breaks off */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const declared = declaredLength(request)
  return declared === undefined ? await readPieces(request, limit) : await readWhole(request, declared, limit)
}

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

/** A body from which on it is read into the place that is kept for it: in one piece it would be in memory twice. */
const largeBody = 1024 * 1024

/** In one piece: a stream costs several times what it takes to read a form. */
async function readWhole(request: Request, declared: number, limit: number): Promise<Uint8Array> {
  if (declared > limit) throw new BodyTooLarge()
  if (declared > largeBody) return await readInto(new Uint8Array(declared), request)
  const bytes = new Uint8Array(await request.arrayBuffer().catch(brokenOff))
  // A request that did not come over a connection may declare what it likes.
  if (bytes.byteLength > limit) throw new BodyTooLarge()
  return bytes
}

/** @throws BodyTooLarge when more comes than was declared, which no connection brings */
async function readInto(bytes: Uint8Array, request: Request): Promise<Uint8Array> {
  let length = 0
  const reader = request.body?.getReader()
  while (reader !== undefined) {
    const { done, value } = await reader.read().catch(brokenOff)
    if (done) break
    if (length + value.byteLength > bytes.byteLength) {
      await reader.cancel()
      throw new BodyTooLarge()
    }
    bytes.set(value, length)
    length += value.byteLength
  }
  return bytes.subarray(0, length)
}

async function readPieces(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  if (request.body !== null) {
    const reader = request.body.getReader()
    for (;;) {
      const { done, value } = await reader.read().catch(brokenOff)
      if (done) break
      length += value.byteLength
      if (length > limit) {
        await reader.cancel()
        throw new BodyTooLarge()
      }
      chunks.push(value)
    }
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

/** The client hung up, or sent a body that the connection could not carry: its fault, and no failure of ours. */
function brokenOff(): never {
  throw new OAuthError('invalid_request', 'The body broke off.')
}
