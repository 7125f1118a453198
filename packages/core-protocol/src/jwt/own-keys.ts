// The keys that verify what we signed ourselves.
import type { JwtRules } from './verify-jwt.ts'
import type { ProviderKeys } from '../keys/provider-keys.ts'

/** Finds the key that `kid` names, whether it is published or retired. */
export function ownKeys({ keys }: { readonly keys: ProviderKeys }): JwtRules['keys'] {
  return async (kid) => {
    const key = kid === undefined ? undefined : await keys.verificationKey(kid)
    return key === undefined ? [] : [key]
  }
}
