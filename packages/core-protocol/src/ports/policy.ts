// The policies that decide how users sign in: the organization's own, else the instance's, else the defaults.

import type { SecondFactor } from './user.ts'

/** How users of an organization sign in. */
export interface LoginPolicy {
  readonly allowUsernamePassword: boolean
  readonly disableLoginWithEmail: boolean
  readonly disableLoginWithPhone: boolean
  /** Milliseconds after which a password has to be typed again. */
  readonly passwordCheckLifetime: number
  /** Milliseconds after which a second factor has to be proven again. */
  readonly secondFactorCheckLifetime: number
  /** Whether users without a second factor may not sign in. Who has one gives it always. */
  readonly forceMfa: boolean
  /** Where `forceMfa` demands a second factor, those that meet the demand; empty when none that can be checked does. */
  readonly secondFactors: readonly SecondFactor[]
  /** Wrong passwords after which browsers that the user is not known in are blocked for some time; 0 never blocks. */
  readonly maxPasswordAttempts: number
  /** The same of one-time codes. */
  readonly maxOtpAttempts: number
}

/** The policy of the whole instance. Without a policy nothing is allowed. */
export interface SecurityPolicy {
  /** Whether tokens of one user may be exchanged for tokens of another. */
  readonly enableImpersonation: boolean
}

/** Finds the policies that apply. */
export interface PolicyStore {
  /** The login policy for users of the organization; without one, the instance's. */
  findLoginPolicy(orgId: string | undefined): Promise<LoginPolicy>
  /**
   * The login policy of the organization that holds the domain (in canonical form); without one, that of the instance. It decides how names
   * are treated, including unknown ones.
   */
  findLoginPolicyOfDomain(domain: string): Promise<LoginPolicy>
  /** The security policy as it is now: a change acts at the next use. */
  findSecurityPolicy(): Promise<SecurityPolicy>
}
