// Random bytes from the context, for secrets in other alphabets than base64url.
import type { Context } from '@symbolon/core-protocol'

/** @returns 32 random bytes */
export function randomBytes({ randomToken }: Pick<Context, 'randomToken'>): Uint8Array {
  return Uint8Array.from(atob(randomToken().replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
}
