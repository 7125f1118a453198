// Verifies JWTs; no other file does. jose checks signatures. The rules that it leaves to options, or does not have, are here: algorithm, type,
// issuer, single audience, times, size, canonical encoding, repeated members. https://www.rfc-editor.org/rfc/rfc8725
import { base64url, compactVerify } from 'jose'
import type { CryptoKey } from 'jose'
import type { ProviderKeys } from '../keys/provider-keys.ts'
import { isObject, parseStrictJsonObject } from './strict-json.ts'

/** The requirements for a JWT in addition to a valid signature. */
export interface JwtRules {
  /** The accepted values of `typ`; undefined accepts its absence. https://www.rfc-editor.org/rfc/rfc8725#section-3.11 */
  readonly types: readonly (string | undefined)[]
  /** Finds the keys that may have signed, each with the one algorithm that it is for. */
  readonly keys: (kid: string | undefined, algorithm: string) => Promise<readonly { readonly algorithm: string; readonly key: CryptoKey }[]>
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Seconds of clock skew that are forgiven. */
  readonly clockSkew?: number
  /** Whether `exp` is looked at. It must be there in any case. */
  readonly expiry?: 'enforced' | 'ignored'
}

/** A JWT whose signature and times are valid. */
export interface VerifiedJwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>> & { readonly exp: number }
}

/** The JWT is not valid. The message is for the log. */
export class InvalidJwt extends Error {
  override readonly name = 'InvalidJwt'
}

/** Characters of a compact JWS. */
export const longestJwt: number = 16 * 1024
const kidLimit = 256
/** The end of the year 9999: later than any plausible token. */
const latestTime = 253_402_300_799

/**
 * Verifies a compact JWS whose payload is a claims set.
 * @throws InvalidJwt if any check fails
 */
export async function verifyJwt(jwt: string, rules: JwtRules): Promise<VerifiedJwt> {
  if (jwt.length > longestJwt) throw new InvalidJwt('too large')
  const parts = jwt.split('.', 4)
  const [encodedHeader, encodedPayload, encodedSignature] = parts
  if (parts.length !== 3 || encodedHeader === undefined || encodedPayload === undefined || encodedSignature === undefined) {
    throw new InvalidJwt('not a compact JWS')
  }
  const header = parseObject(decodeCanonical(encodedHeader))
  decodeCanonical(encodedSignature)
  const algorithm = header['alg']
  const kid = header['kid']
  const type = header['typ']
  if (typeof algorithm !== 'string') throw new InvalidJwt('no algorithm')
  if (kid !== undefined && (typeof kid !== 'string' || kid.length > kidLimit)) throw new InvalidJwt('malformed kid')
  if (header['crit'] !== undefined || header['b64'] !== undefined || header['zip'] !== undefined)
    throw new InvalidJwt('unsupported header member')
  if (type !== undefined && typeof type !== 'string') throw new InvalidJwt('malformed typ')
  if (!rules.types.includes(normalizeType(type))) throw new InvalidJwt('unexpected typ')

  await verifySignature(jwt, await rules.keys(kid, algorithm), algorithm)
  const payload = parseObject(decodeCanonical(encodedPayload))
  return { header, payload: checkTimes(payload, rules) }
}

/**
 * The `keys` rule for JWTs that the provider signed itself.
 * @returns a function that finds the key that `kid` names, whether it is published or retired
 */
export function ownKeys({ keys }: { readonly keys: ProviderKeys }): JwtRules['keys'] {
  return async (kid) => {
    const key = kid === undefined ? undefined : await keys.verificationKey(kid)
    return key === undefined ? [] : [key]
  }
}

/** A single audience, or an array that holds one value. An array with a foreign member could have been meant for that member. */
export function singleAudience(payload: Readonly<Record<string, unknown>>): string | undefined {
  const { aud } = payload
  const [only, ...others] = Array.isArray(aud) ? aud : [aud]
  return typeof only === 'string' && others.length === 0 ? only : undefined
}

async function verifySignature(
  jwt: string,
  keys: readonly { readonly algorithm: string; readonly key: CryptoKey }[],
  algorithm: string,
): Promise<void> {
  for (const candidate of keys) {
    // A key is for one algorithm: an RSA public key must never be tried as an HMAC secret.
    if (candidate.algorithm !== algorithm) continue
    try {
      await compactVerify(jwt, candidate.key, { algorithms: [candidate.algorithm] })
      return
    } catch {
      // jose raises errors of several kinds, TypeErrors among them; all of them mean that this key did not sign.
    }
  }
  throw new InvalidJwt('no key verifies the signature')
}

function checkTimes(payload: Readonly<Record<string, unknown>>, rules: JwtRules): VerifiedJwt['payload'] {
  const now = rules.now / 1000
  const skew = rules.clockSkew ?? 0
  const exp = readTime(payload, 'exp')
  const iat = readTime(payload, 'iat')
  const nbf = readTime(payload, 'nbf')
  if (exp === undefined) throw new InvalidJwt('no exp')
  if (rules.expiry !== 'ignored' && now - skew >= exp) throw new InvalidJwt('expired')
  if (iat !== undefined && iat > now + skew) throw new InvalidJwt('issued in the future')
  if (nbf !== undefined && nbf > now + skew) throw new InvalidJwt('not valid yet')
  if (iat !== undefined && exp < iat) throw new InvalidJwt('expires before it was issued')
  return { ...payload, exp }
}

function readTime(payload: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const time = payload[name]
  if (time === undefined) return undefined
  if (typeof time !== 'number' || !Number.isFinite(time) || time <= 0 || time > latestTime) throw new InvalidJwt(`malformed ${name}`)
  return time
}

/** `application/at+jwt` and `at+jwt` are the same, in any case. https://www.rfc-editor.org/rfc/rfc7515#section-4.1.9 */
function normalizeType(type: string | undefined): string | undefined {
  return type?.toLowerCase().replace(/^application\//, '')
}

/** Each value has one encoding: a lenient decoder would accept many spellings of one token. */
function decodeCanonical(part: string): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = base64url.decode(part)
  } catch {
    throw new InvalidJwt('malformed encoding')
  }
  if (base64url.encode(bytes) !== part) throw new InvalidJwt('not the canonical encoding')
  return bytes
}

function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const value = parseStrictJsonObject(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    if (isObject(value)) return value
  } catch {
    // The reason is the same for every way in which it is not a JSON object.
  }
  throw new InvalidJwt('not a JSON object')
}
