// Which other factors the login has. The section of one factor counts them without knowing their sections.
import type { Passkey, RequestContext, User } from '@symbolon/core-protocol'

/** The factors that are composed into the login. */
export interface ComposedFactors {
  /** Passkeys and security keys. Default: false. */
  readonly passkeys?: boolean
  /** The RP ID of the passkeys: a passkey of another RP ID cannot be used here. Default: the host of the issuer. */
  readonly rpId?: string
}

/** The stores of those factors: only what is composed has a table. */
export function keyStoresOf({ passkeys = false }: ComposedFactors): readonly 'passkeys'[] {
  return passkeys ? ['passkeys'] : []
}

/** The RP ID of the passkeys of the login; undefined for a login without passkeys. */
export function rpIdOf({ passkeys = false, rpId }: ComposedFactors, { issuer }: Pick<RequestContext, 'issuer'>): string | undefined {
  return passkeys ? (rpId ?? new URL(issuer).hostname) : undefined
}

/** The passkeys and security keys of the user that the login can check. */
export async function usableKeys(
  { id }: User,
  composed: ComposedFactors,
  context: RequestContext<'passkeys'>,
): Promise<readonly Passkey[]> {
  const ownId = rpIdOf(composed, context)
  return ownId === undefined ? [] : (await context.stores.passkeys.list(id)).filter(({ rpId }) => rpId === ownId)
}
