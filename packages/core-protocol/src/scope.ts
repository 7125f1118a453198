// Scopes: parsing, the ones that are known here, and the reserved form that names an audience.
// https://www.rfc-editor.org/rfc/rfc6749#section-3.3
import { OAuthError } from './oauth-error.ts'

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

/** Whether the scope means something here: a composed part supports it, or it is of a reserved form. */
export function isKnownScope(scope: string, supported: readonly string[], vendor: string): boolean {
  return supported.includes(scope) || audienceOfScope(scope, vendor) !== undefined
}

/** What stands in the audience of tokens that may be used at our own administrative endpoints. No project id can look like it. */
export function apiAudience(vendor: string): string {
  return `urn:${vendor}:iam:api`
}

/** @returns what `urn:<vendor>:iam:org:project:id:<id>:aud` adds to the audience: the project id, and for the vendor's word our own API */
export function audienceOfScope(scope: string, vendor: string): string | undefined {
  const prefix = `urn:${vendor}:iam:org:project:id:`
  if (!scope.startsWith(prefix) || !scope.endsWith(':aud')) return undefined
  const id = scope.slice(prefix.length, -':aud'.length)
  if (id === vendor) return apiAudience(vendor)
  return id === '' || id.includes(':') ? undefined : id
}
