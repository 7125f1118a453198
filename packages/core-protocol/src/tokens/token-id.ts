// The `jti` of tokens that we issue: access tokens, opaque or JWT, and ID tokens.
import type { Context } from '../part.ts'
import type { Authorization } from './authorization.ts'

/**
 * The token's id holds the id of its authorization, so that a JWT dies with it without having a row, and the millisecond of
 * its issue: the second that `iat` tells is too coarse to set it apart from tokens of a client that was made again under its id.
 */
export function tokenId(authorization: Authorization, issuedAt: number, context: Context): string {
  return `${authorization.id}.${issuedAt}.${context.randomToken()}`
}

/** @returns what the id of a token says about it; undefined when it is not of the form of ours */
export function readTokenId(tokenId: string): { readonly authorizationId: string, readonly issuedAt: number } | undefined {
  const [, authorizationId, issuedAt] = /^([^.]+)\.([0-9]{1,16})\.[^.]+$/.exec(tokenId) ?? []
  return authorizationId === undefined ? undefined : { authorizationId, issuedAt: Number(issuedAt) }
}
