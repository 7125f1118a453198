// Bearer tokens in the Authorization header. https://www.rfc-editor.org/rfc/rfc6750#section-2.1
import { OAuthError } from '../errors/oauth-error.ts'
import type { HttpRequest } from './request.ts'

/**
 * @returns the token; undefined when the header is absent or of another scheme
 * @throws OAuthError invalid_token when the header is malformed
 */
export function bearerToken(request: Pick<HttpRequest, 'header'>): string | undefined {
  const header = request.header('authorization')
  if (header === undefined || !/^bearer( |$)/i.test(header)) return undefined
  const token = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(header)?.[1]
  if (token === undefined) throw new OAuthError('invalid_token', 'The Authorization header is malformed.')
  return token
}
