// The identifiers of token types, and whether each may be a subject, an actor or a requested token.
// https://www.rfc-editor.org/rfc/rfc8693#section-3
import { OAuthError } from '@symbolon/core-protocol'
import type { RequestedToken } from '@symbolon/core-protocol'

/** The types that a subject token may have. */
export type SubjectTokenType = 'access_token' | 'id_token' | 'jwt' | 'user_id'
/** The types that an actor token may have. */
export type ActorTokenType = 'access_token' | 'id_token'

const ietf = 'urn:ietf:params:oauth:token-type:'

/** Refresh tokens have no role here. Only the client that they were issued to may use them, at the refresh token grant. */
const subjectTypes: Readonly<Record<string, SubjectTokenType>> = {
  [`${ietf}access_token`]: 'access_token',
  [`${ietf}id_token`]: 'id_token',
  [`${ietf}jwt`]: 'jwt',
}
const actorTypes: Readonly<Record<string, ActorTokenType>> = {
  [`${ietf}access_token`]: 'access_token',
  [`${ietf}id_token`]: 'id_token',
}
const requestedFormats: Readonly<Record<string, RequestedToken['format']>> = {
  [`${ietf}access_token`]: 'opaque',
  [`${ietf}id_token`]: 'id_token',
  [`${ietf}jwt`]: 'jwt',
}

/**
 * The product names in the token type of user ids: that of Symbolon, that of the product whose clients migrate here, and a neutral one.
 */
function vendorsOf(vendor: string): readonly string[] {
  return [vendor, 'zitadel', 'service']
}

/** @throws OAuthError invalid_request */
export function readSubjectTokenType(type: string, vendor: string): SubjectTokenType {
  if (vendorsOf(vendor).some((each) => type === `urn:${each}:params:oauth:token-type:user_id`)) return 'user_id'
  const known = find(subjectTypes, type)
  if (known === undefined) throw new OAuthError('invalid_request', 'The subject_token_type is not supported.')
  return known
}

/** @throws OAuthError invalid_request */
export function readActorTokenType(type: string): ActorTokenType {
  const known = find(actorTypes, type)
  if (known === undefined) throw new OAuthError('invalid_request', 'The actor_token_type is not supported.')
  return known
}

/** @throws OAuthError invalid_request */
export function readRequestedTokenType(type: string = `${ietf}access_token`): RequestedToken {
  const format = find(requestedFormats, type)
  if (format === undefined) throw new OAuthError('invalid_request', 'The requested_token_type is not supported.')
  return { format, type }
}

/** Looks up own members only, so that `constructor` is not a type. */
function find<T>(types: Readonly<Record<string, T>>, type: string): T | undefined {
  return Object.hasOwn(types, type) ? types[type] : undefined
}
