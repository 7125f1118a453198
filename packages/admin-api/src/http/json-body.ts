// JSON bodies of the administrative endpoints.
import { BodyTooLarge, OAuthError, readBody } from '@symbolon/core-protocol'
import { RestError } from '../rest-error.ts'

/** Bytes of an inline document. */
const documentLimit = 64 * 1024 * 1024

/** @throws RestError content_type, body_too_large, body_malformed */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new RestError('content_type', 'The content type must be application/json.')
  }
  let bytes: Uint8Array
  try {
    bytes = await readBody(request, documentLimit)
  } catch (error) {
    if (error instanceof BodyTooLarge) throw new RestError('body_too_large', 'The body is larger than 64 MiB.')
    if (error instanceof OAuthError) throw new RestError('body_malformed', error.description)
    throw error
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return value
  } catch {
    // The engine's own message quotes the text around the mistake, where a secret may stand.
    throw new RestError('body_malformed', 'The body is not valid JSON in UTF-8.')
  }
}
