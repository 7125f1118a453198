// The body of a request, read up to a limit and no further.
import { OAuthError } from '../oauth-error.ts'

/** @throws OAuthError invalid_request when the body is longer than `limit` bytes (`BodyTooLarge`), or breaks off */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
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

export class BodyTooLarge extends OAuthError {
  override readonly name = 'BodyTooLarge'

  constructor() {
    super('invalid_request', 'The body is too large.')
  }
}

/** The client hung up, or sent a body that the connection could not carry: its fault, and no failure of ours. */
function brokenOff(): never {
  throw new OAuthError('invalid_request', 'The body broke off.')
}
