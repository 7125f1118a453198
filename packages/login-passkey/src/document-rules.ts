// The requirements of a passkey in a document, so that it can be used here.
import type { PasskeyOptions } from './options.ts'
import { relyingParty } from './options.ts'
import { CeremonyRefused } from './webauthn/refusal.ts'
import { algorithmOfKey } from './webauthn/verify.ts'

/** The RP ID and the keys of a server, for the imports and documents that bring passkeys. */
export interface PasskeyDocumentRules {
  /** Undefined where browsers have no passkeys, as at an IP address. */
  readonly rpId: string | undefined
  /**
   * @param publicKey a COSE key, base64url
   * @returns its COSE algorithm; undefined for a key that a registration here would refuse
   */
  algorithmOf(publicKey: string): Promise<number | undefined>
}

/**
 * @param options the options of `passkey`
 * @throws TypeError with the code `passkey_rp_id` when the RP ID is not a domain that the issuer's host belongs to
 */
export function passkeyDocumentRules(issuer: string, options: PasskeyOptions = {}): PasskeyDocumentRules {
  return {
    rpId: relyingParty(issuer, options)?.id,
    async algorithmOf(publicKey) {
      try {
        return await algorithmOfKey(publicKey)
      } catch (error) {
        if (error instanceof CeremonyRefused) return undefined
        throw error
      }
    },
  }
}
