// Claims that access tokens and ID tokens share: `jti`, `auth_time`, `acr`, `amr`, `act`, and the private claim about the tokens that a token
// was derived from. https://openid.net/specs/openid-connect-core-1_0.html#IDToken, https://www.rfc-editor.org/rfc/rfc9068#section-2.2,
// https://www.rfc-editor.org/rfc/rfc8693#section-4.1
import type { Context } from '../contract/context.ts'
import { isObject } from '../jwt/strict-json.ts'
import type { Authorization } from '../ports/authorization.ts'
import type { Actor, AuthorizationOrigin } from '../ports/authorized.ts'
import type { Issued } from './validity.ts'

/** The content of the `jti` of a token. */
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

/** @returns the content of a token id; undefined when it does not have the form of this provider */
export function readTokenId(tokenId: string): TokenIdFacts | undefined {
  const [, authorizationId, issuedAt, validity] = /^([^.]+)\.([0-9]{1,16})\.(?:([^.]+)\.)?[^.]+$/.exec(tokenId) ?? []
  return authorizationId === undefined ? undefined : { authorizationId, issuedAt: Number(issuedAt), validity }
}

type Authentication = NonNullable<Authorization['authentication']>

/** The claims about an authentication. */
export interface AuthenticationClaims {
  readonly auth_time?: number
  readonly acr?: string
  readonly amr?: readonly string[]
}

/** @returns the claims; none without an authentication */
export function authenticationClaims(authentication: Authentication | undefined): AuthenticationClaims {
  if (authentication === undefined) return {}
  const { at, acr, amr } = authentication
  return { auth_time: Math.floor(at / 1000), acr, ...(amr.length === 0 ? {} : { amr }) }
}

/** @returns what the claims of a verified token say; undefined without an authentication */
export function readAuthentication(payload: Readonly<Record<string, unknown>>): Omit<Authentication, 'sessionId'> | undefined {
  const { auth_time: time, amr, acr } = payload
  if (typeof time !== 'number' || typeof acr !== 'string') return undefined
  return { at: time * 1000, amr: Array.isArray(amr) ? amr.filter((each) => typeof each === 'string') : [], acr }
}

/** @returns what the claim of a verified token says */
export function readActor(claim: unknown): Actor | undefined {
  if (!isObject(claim)) return undefined
  const { iss, sub, act } = claim
  if (typeof sub !== 'string') return undefined
  const before = readActor(act)
  return { ...(typeof iss === 'string' ? { iss } : {}), sub, ...(before === undefined ? {} : { act: before }) }
}

/** The private claim of JWTs that were derived from others. */
function originMember(vendor: string): string {
  return `urn:${vendor}:iam:exchanged_from`
}

/** @returns the claim, without its empty lists; no claim for a token that was not derived from others */
export function originClaim(origin: AuthorizationOrigin | undefined, vendor: string): Readonly<Record<string, unknown>> {
  if (origin === undefined) return {}
  return { [originMember(vendor)]: Object.fromEntries(Object.entries(origin).filter(([, ids]) => ids.length > 0)) }
}

/** @returns the record in the claims of a verified token */
export function readOrigin(payload: Readonly<Record<string, unknown>>, vendor: string): AuthorizationOrigin | undefined {
  const claim = payload[originMember(vendor)]
  if (!isObject(claim)) return undefined
  return Object.fromEntries(Object.entries(claim).map(([name, ids]) => [name, texts(ids)]))
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
