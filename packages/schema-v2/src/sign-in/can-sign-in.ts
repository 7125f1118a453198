// Whether the credentials of a person suffice to sign in under a login policy. Pure.
import type { SignInRules } from './sign-in-rules.ts'

/** The credentials of a person that begin a sign-in. */
export interface Credentials {
  readonly password: boolean
  /** A passkey that suffices as the only factor. */
  readonly passkey: boolean
  /** An account at an identity provider that the policy admits. */
  readonly externalAccount: boolean
}

/**
 * Whether a person with these credentials is able to sign in. Second factors are not asked for: a user whose factor the policy does not
 * admit, or who lost it, sets one up where the policy admits any. A forgotten password may be replaced by mail; as a mail may not arrive, it does not
 * count.
 */
export function canSignIn({ password, passkey, externalAccount }: Credentials, policy: SignInRules): boolean {
  if (passkey && policy.allowPasskey) return true
  const meets = (isForced: boolean): boolean => !isForced || policy.secondFactors.length > 0
  if (externalAccount && policy.allowExternalIdp && meets(policy.forceMfa)) return true
  return password && policy.allowUsernamePassword && meets(policy.forceMfa || policy.forceMfaLocalOnly)
}
