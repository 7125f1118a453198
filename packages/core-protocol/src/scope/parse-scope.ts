// Reads a scope parameter. https://www.rfc-editor.org/rfc/rfc6749#section-3.3
import { OAuthError } from '../errors/oauth-error.ts'

const countLimit = 50
const lengthLimit = 2048
/** scope-token = 1*( %x21 / %x23-5B / %x5D-7E ) */
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/**
 * @returns the distinct scopes in the order of the text
 * @throws OAuthError invalid_scope when it is malformed or too long
 */
export function parseScope(text: string): readonly string[] {
  if (text.length > lengthLimit) throw new OAuthError('invalid_scope', 'The scope is too long.')
  const scopes = text.split(' ').filter((scope) => scope !== '')
  if (scopes.length > countLimit) throw new OAuthError('invalid_scope', 'There are too many scopes.')
  if (!scopes.every((scope) => scopeToken.test(scope))) throw new OAuthError('invalid_scope', 'The scope is malformed.')
  return [...new Set(scopes)]
}
