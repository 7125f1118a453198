// Whether the credentials of a person suffice to sign in under a login policy. Pure.
import type { LoginPolicy } from './policy.ts'

/** The credentials of a person that begin a sign-in. */
export interface Credentials {
  readonly password: boolean
  /** A passkey that `isSoleFactor`. */
  readonly passkey: boolean
  /** An account at an identity provider that the policy admits. */
  readonly externalAccount: boolean
}

/**
 * Whether a person with these credentials is able to sign in. Second factors are not asked for: who has one that the policy does not admit,
 * or who lost it, sets one up where the policy admits any. A forgotten password may be replaced by mail; as a mail may not arrive, it does not
 * count.
 */
export function canSignIn({ password, passkey, externalAccount }: Credentials, policy: LoginPolicy): boolean {
  if (passkey && policy.allowPasskey) return true
  const meets = (isForced: boolean): boolean => !isForced || policy.secondFactors.length > 0
  if (externalAccount && policy.allowExternalIdp && meets(policy.forceMfa)) return true
  return password && policy.allowUsernamePassword && meets(policy.forceMfa || policy.forceMfaLocalOnly)
}
