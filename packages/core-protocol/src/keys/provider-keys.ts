// The provider's signing keys as the rest of core sees them: a published set, a key to sign with, a key to verify with.
import type { CryptoKey } from 'jose'
import type { SigningAlgorithm } from '../ports/client.ts'
import type { KeyPolicy } from './schedule.ts'

export interface ProviderKeys {
  readonly policy: KeyPolicy
  /** The public keys that are published now; the same object for as long as they are the same. https://www.rfc-editor.org/rfc/rfc7517#section-5 */
  publicKeySet(): Promise<{ readonly keys: readonly Readonly<Record<string, unknown>>[] }>
  signingKey(algorithm: SigningAlgorithm): Promise<{ readonly kid: string, readonly algorithm: SigningAlgorithm, readonly key: CryptoKey }>
  /** Any key of ours, retired ones too, revoked ones never. */
  verificationKey(kid: string): Promise<{ readonly algorithm: SigningAlgorithm, readonly key: CryptoKey } | undefined>
  /** Reads the keys anew: what was changed through this process acts on it at once. */
  refresh(): Promise<void>
}
