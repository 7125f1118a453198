// Policies that protect less than the defaults of a new instance. They are honoured and reported to the operator who imports them.
import type { LockoutPolicy, LoginPolicy, PasswordComplexityPolicy } from './policies.ts'

/** The policies of an organization, or of the instance, that a document brings. */
export interface ProtectingPolicies {
  readonly loginPolicy?: LoginPolicy | undefined
  readonly passwordComplexityPolicy?: PasswordComplexityPolicy | undefined
  readonly lockoutPolicy?: LockoutPolicy | undefined
}

/** What a policy protects less: short passwords, or any number of wrong passwords or codes. */
export type Weakness = 'short_passwords' | 'unlimited_attempts'

/** A member that protects less than the default. */
export interface WeakMember {
  readonly policy: keyof ProtectingPolicies
  readonly member: string
  readonly weakness: Weakness
}

/** https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver: 15 characters alone, 8 together with a second factor. */
const [lengthAlone, lengthWithSecondFactor] = [15, 8]

/**
 * Finds the members that protect less than the defaults of a new instance. Pure. Without a login policy, another policy decides whether a
 * second factor is forced, so only members that are weak in both cases are found.
 */
export function weakMembersOf({ loginPolicy, passwordComplexityPolicy, lockoutPolicy }: ProtectingPolicies): readonly WeakMember[] {
  const mayHaveSecondFactor = loginPolicy === undefined || loginPolicy.forceMfa === true || loginPolicy.forceMfaLocalOnly === true
  const length = mayHaveSecondFactor ? lengthWithSecondFactor : lengthAlone
  return [
    ...(passwordComplexityPolicy === undefined || Number(passwordComplexityPolicy.minLength ?? 0) >= length
      ? []
      : [{ policy: 'passwordComplexityPolicy', member: 'minLength', weakness: 'short_passwords' } as const]),
    ...(['maxPasswordAttempts', 'maxOtpAttempts'] as const)
      .filter((member) => lockoutPolicy !== undefined && (lockoutPolicy[member] ?? 0) === 0)
      .map((member) => ({ policy: 'lockoutPolicy', member, weakness: 'unlimited_attempts' }) as const),
  ]
}
