// What new passwords have to be, and how long they last: the policies of documents as facts.

/** A class of characters that a policy may demand. */
export type PasswordClass = 'lowercase' | 'uppercase' | 'digit' | 'symbol'

/** What new passwords have to be, and how long they last. */
export interface PasswordPolicy {
  /** In code points. */
  readonly minLength: number
  readonly requires: readonly PasswordClass[]
  /** Milliseconds after which a password has to be changed; absent where it never has. */
  readonly maxAge?: number
  /** Milliseconds before that from which a change is offered; absent where none is. */
  readonly warnBefore?: number
}

type Content = Readonly<Record<string, unknown>>

/** "Verifiers SHALL require passwords that are used as a single-factor authentication mechanism to be a minimum of 15 characters in length." */
const lengthAlone = 15
/** "Verifiers MAY allow passwords that are only used as part of multi-factor authentication […] to be a minimum of eight characters." */
const lengthWithSecondFactor = 8

const day = 24 * 60 * 60 * 1000

/**
 * Reads the policies that apply. https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver
 *
 * @param complexity the canonical object `passwordComplexityPolicy`; without one, only the length counts
 * @param age the canonical object `passwordAgePolicy` of the instance
 * @param secondFactorForced whether the login policy of the same users demands a second factor
 */
export function passwordPolicyOf(complexity: Content | undefined, age: Content | undefined, secondFactorForced: boolean): PasswordPolicy {
  const maxAge = daysAt(age, 'maxAgeDays')
  const warnBefore = daysAt(age, 'expireWarnDays')
  return {
    ...(complexity === undefined
      ? { minLength: secondFactorForced ? lengthWithSecondFactor : lengthAlone, requires: [] }
      : {
          minLength: Math.max(1, Number(complexity['minLength'] ?? 0)),
          requires: classes.flatMap(([name, member]) => (complexity[member] === true ? [name] : [])),
        }),
    ...(maxAge === 0 ? {} : { maxAge }),
    ...(maxAge === 0 || warnBefore === 0 ? {} : { warnBefore }),
  }
}

const classes = [
  ['lowercase', 'hasLowercase'],
  ['uppercase', 'hasUppercase'],
  ['digit', 'hasNumber'],
  ['symbol', 'hasSymbol'],
] as const

function daysAt(policy: Content | undefined, member: string): number {
  const value = policy?.[member]
  return typeof value === 'number' && value > 0 ? value * day : 0
}
