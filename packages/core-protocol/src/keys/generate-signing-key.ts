// Generates signing keys, and imports stored ones. The private half leaves this file sealed, or as a key that cannot be exported.
import { exportJWK, generateKeyPair, importJWK } from 'jose'
import type { CryptoKey } from 'jose'
import type { SigningAlgorithm } from '../ports/client.ts'
import { undated } from '../ports/signing-key.ts'
import type { SigningKey, SigningKeyStore } from '../ports/signing-key.ts'
import type { KeyPolicy } from './schedule.ts'
import type { Sealing } from '../crypto/sealing.ts'

/** What signing keys are generated and stored with. */
export interface SigningKeyContext {
  readonly store: SigningKeyStore
  readonly sealing: Sealing
  readonly policy: KeyPolicy
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly randomToken: () => string
}

/** @returns a new key, not stored yet and without a date */
export async function generateSigningKey(algorithm: SigningAlgorithm, context: SigningKeyContext): Promise<SigningKey> {
  const pair = await generateKeyPair(algorithm, { extractable: true, modulusLength: 2048 })
  // Only letters and digits. At the command line a leading hyphen would make it an option.
  const kid = context
    .randomToken()
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 16)
  return await sealSigningKey({ kid, algorithm, privateJwk: { ...(await exportJWK(pair.privateKey)) } }, context)
}

/** A private key in clear text. */
export interface ClearSigningKey {
  readonly kid: string
  readonly algorithm: SigningAlgorithm
  readonly privateJwk: Readonly<Record<string, unknown>>
}

/** @returns the key with its private half sealed, not stored yet and without a date */
export async function sealSigningKey(
  { kid, algorithm, privateJwk }: ClearSigningKey,
  { sealing, policy, now }: Pick<SigningKeyContext, 'sealing' | 'policy' | 'now'>,
): Promise<SigningKey> {
  return {
    kid,
    algorithm,
    publicJwk: publicHalf(privateJwk),
    sealedPrivateJwk: await sealing.seal(JSON.stringify(privateJwk), purpose(kid)),
    createdAt: now(),
    activeFrom: undated,
    tokenLifetime: policy.tokenLifetime,
    keySetMaxAge: policy.maxAge,
  }
}

/** Public members of a JWK: of RSA, EC and OKP keys. https://www.rfc-editor.org/rfc/rfc7518#section-6, https://www.rfc-editor.org/rfc/rfc8037#section-2 */
const publicMembers = ['kty', 'n', 'e', 'crv', 'x', 'y']

function publicHalf(privateJwk: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(privateJwk).filter(([name]) => publicMembers.includes(name)))
}

/** @throws MasterKeyMismatch when another master key sealed it */
export async function importPrivateKey({ kid, algorithm, sealedPrivateJwk }: SigningKey, sealing: Sealing): Promise<CryptoKey> {
  if (sealedPrivateJwk === undefined) throw new TypeError('A retired key does not sign.')
  return await importKey(JSON.parse(await sealing.open(sealedPrivateJwk, purpose(kid))) as Record<string, unknown>, algorithm)
}

/** @returns the key that verifies what the signing key signed */
export async function importPublicKey({ publicJwk, algorithm }: SigningKey): Promise<CryptoKey> {
  return await importKey(publicJwk, algorithm)
}

async function importKey(jwk: Readonly<Record<string, unknown>>, algorithm: string): Promise<CryptoKey> {
  const key = await importJWK(jwk, algorithm)
  if (key instanceof Uint8Array) throw new TypeError('A signing key cannot be symmetric.')
  return key
}

function purpose(kid: string): string {
  return `signing key ${kid}`
}
