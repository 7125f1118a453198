// The `jti` of tokens that we issue: access tokens, opaque or JWT, and ID tokens.
import type { Context } from '../contract/context.ts'
import type { Authorization } from '../ports/authorization.ts'
import type { Issued } from './holders.ts'

export interface TokenIdFacts extends Issued {
  readonly authorizationId: string
}

/**
 * The token's id holds the id of its authorization and its validity, so that a JWT dies with them without having a row, and the
 * millisecond of its issue.
 */
export function tokenId({ id, validity }: Authorization, issuedAt: number, context: Context): string {
  return [id, issuedAt, ...(validity === undefined ? [] : [validity]), context.randomToken()].join('.')
}

/** @returns what the id of a token says about it; undefined when it is not of the form of ours */
export function readTokenId(tokenId: string): TokenIdFacts | undefined {
  const [, authorizationId, issuedAt, validity] = /^([^.]+)\.([0-9]{1,16})\.(?:([^.]+)\.)?[^.]+$/.exec(tokenId) ?? []
  return authorizationId === undefined ? undefined : { authorizationId, issuedAt: Number(issuedAt), validity }
}
