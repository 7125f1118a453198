// Assertions: JWTs that a client signs with a key that it registered, to authenticate or as an authorization grant.
// Both uses share this code, so that neither check is weaker than the other. https://www.rfc-editor.org/rfc/rfc7523#section-3
import { base64url, importJWK } from 'jose'
import type { CryptoKey } from 'jose'
import type { Context } from '../contract/context.ts'
import { digest } from '../crypto/digest.ts'
import type { Client, ClientKey } from '../ports/client.ts'
import type { OneTimeUse } from '../ports/issuance.ts'
import { parseStrictJsonObject } from './strict-json.ts'
import { InvalidJwt, longestJwt, verifyJwt } from './verify-jwt.ts'
import type { VerifiedJwt } from './verify-jwt.ts'

/**
 * The use of an assertion. An assertion that is typed for one use is refused for the others. A `subject` is a user about whom the client
 * makes a statement.
 */
export type AssertionPurpose = 'client' | 'grant' | 'subject'

/** Seconds. */
const longestAge = 3600
const clockSkew = 10

/** https://datatracker.ietf.org/doc/html/draft-ietf-oauth-rfc7523bis: explicit types, so that no JWT passes for another. */
const typesOf: Readonly<Record<AssertionPurpose, readonly (string | undefined)[]>> = {
  client: [undefined, 'jwt', 'client-authentication+jwt'],
  grant: [undefined, 'jwt', 'authorization-grant+jwt'],
  subject: [undefined, 'jwt'],
}

/** @returns who an assertion says it is from; nothing is proven by it */
export function assertionIssuer(assertion: string): string | undefined {
  // Read before anything is verified.
  if (assertion.length > longestJwt) return undefined
  try {
    const payload = new TextDecoder().decode(base64url.decode(assertion.split('.', 2)[1] ?? ''))
    const { iss } = parseStrictJsonObject(payload)
    return typeof iss === 'string' ? iss : undefined
  } catch {
    return undefined
  }
}

/** What a valid assertion says. */
export interface VerifiedAssertion {
  /** `sub`: the client itself, or the user that the assertion is about. */
  readonly subject: string
  /** The claim `scope` as the client wrote it, whatever type it has. */
  readonly scope: unknown
  /** Undefined for an assertion without `jti`, which may be used until it expires. */
  readonly use: OneTimeUse | undefined
}

/**
 * Verifies that the client signed the assertion for us, just now. Nothing is stored: a caller that accepts the assertion records its use, which
 * decides whether it was used before.
 * @throws InvalidJwt
 */
export async function verifyAssertion(
  assertion: string,
  client: Client,
  purpose: AssertionPurpose,
  context: Context<'clients'>,
): Promise<VerifiedAssertion> {
  const now = context.now()
  const keys = await context.stores.clients.listKeys(client.clientId, now)
  const { payload } = await verifyJwt(assertion, {
    types: typesOf[purpose],
    now,
    clockSkew,
    keys: async (kid, algorithm) => await importKeys(keys, kid, algorithm),
  })
  const subject = checkClaims(payload, client.clientId, purpose, now, context.registry.assertionAudiences)
  return { subject, scope: payload['scope'], use: useOf(payload, client.clientId, purpose) }
}

/** The digest of an id has the same form in every database; `exp` may have a fraction, a column may not. */
function useOf({ jti, exp }: VerifiedJwt['payload'], clientId: string, purpose: AssertionPurpose): OneTimeUse | undefined {
  if (typeof jti !== 'string') return undefined
  return { id: digest(JSON.stringify([purpose, clientId, jti])), expiresAt: Math.ceil((exp + clockSkew) * 1000) }
}

/** @returns `sub` @throws InvalidJwt */
function checkClaims(
  payload: VerifiedJwt['payload'],
  clientId: string,
  purpose: AssertionPurpose,
  now: number,
  audiences: readonly string[],
): string {
  const { iss, sub } = payload
  if (iss !== clientId) throw new InvalidJwt('iss must be the client id')
  if (sub === undefined) throw new InvalidJwt('sub is missing')
  if (typeof sub !== 'string') throw new InvalidJwt('malformed sub')
  if (purpose !== 'subject' && sub !== clientId) throw new InvalidJwt('sub must be the client id')
  // No other audience: a server that receives an assertion for several servers could act as the client at the others.
  const named = [payload['aud']].flat()
  const isOurs = (each: unknown): boolean => typeof each === 'string' && audiences.includes(each)
  if (named.length === 0 || !named.every(isOurs)) throw new InvalidJwt('not meant for this provider')
  const { iat, jti } = payload
  if (jti !== undefined && (typeof jti !== 'string' || jti.length > 256)) throw new InvalidJwt('malformed jti')
  const issuedAt = typeof iat === 'number' ? iat : undefined
  if (issuedAt !== undefined && now / 1000 - issuedAt > longestAge + clockSkew) throw new InvalidJwt('issued too long ago')
  // Bounds how long an id has to be remembered.
  if (payload.exp - now / 1000 > longestAge + clockSkew) throw new InvalidJwt('expires too far in the future')
  return sub
}

/** An Ed25519 key signs under two names, the older of which is that of the key here. https://www.rfc-editor.org/rfc/rfc9864#section-2.2 */
async function importKeys(
  keys: readonly ClientKey[],
  kid: string | undefined,
  algorithm: string,
): Promise<{ algorithm: string; key: CryptoKey }[]> {
  const registered = algorithm === 'Ed25519' ? 'EdDSA' : algorithm
  const candidates = keys.filter((key) => key.algorithm === registered && (kid === undefined || key.keyId === kid))
  return await Promise.all(
    candidates.map(async ({ jwk }) => {
      const key = await importJWK(jwk, algorithm)
      if (key instanceof Uint8Array) throw new InvalidJwt('symmetric key')
      return { algorithm, key }
    }),
  )
}
