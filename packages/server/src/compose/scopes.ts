// Checks a host's own scopes.
import { isKnownScope } from '@symbolon/core-protocol'
import type { AnyScope } from '@symbolon/core-protocol'
import { CompositionError } from './composition-error.ts'

/** Scopes that mean something to the provider. https://openid.net/specs/openid-connect-core-1_0.html#ScopeClaims */
const ofTheProtocol: readonly string[] = ['openid', 'profile', 'email', 'phone', 'address', 'offline_access']

/** @returns whether a scope can be the host's own: it has the characters of one, and means nothing else */
export function isOwnScope(scope: string, vendor: string): boolean {
  return /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope) && !isKnownScope(scope, [], vendor)
}

/** @throws CompositionError invalid_scope, duplicate_scope */
export function checkScopes(parts: readonly AnyScope[], vendor: string): void {
  const seen = new Set<string>()
  for (const { scope } of parts) {
    if (!isOwnScope(scope, vendor) || ofTheProtocol.includes(scope))
      throw new CompositionError('invalid_scope', `The scope '${scope}' is reserved, or has characters that a scope cannot have.`)
    if (seen.has(scope)) throw new CompositionError('duplicate_scope', `The scope '${scope}' is declared twice. Remove one.`)
    seen.add(scope)
  }
}
