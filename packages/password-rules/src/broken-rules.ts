// The rules for a new password. Length counts; composition only where a policy demands it; what is quickly guessed is refused.
// https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver
import type { PasswordPolicy } from '@symbolon/schema-v2'
import { isCommon } from './common-passwords.ts'
import { plainForm, withLetters } from './fold.ts'
import { addsLittle, isPredictable, repeatedPart } from './predictable.ts'

/**
 * A rule that a password breaks. `common`: it is one of the most common passwords. `personal`: it is made of names of the user or the
 * service. `predictable`: it is a sequence or a repetition. The others are those of the policy, and the bound of hashing.
 */
export type PasswordRule =
  | 'min_length'
  | 'max_length'
  | 'lowercase'
  | 'uppercase'
  | 'digit'
  | 'symbol'
  | 'common'
  | 'personal'
  | 'predictable'

/** The code by which pages and reports name a broken rule. */
export type PasswordRuleCode =
  | 'password_too_short'
  | 'password_too_long'
  | 'password_without_lowercase'
  | 'password_without_uppercase'
  | 'password_without_digit'
  | 'password_without_symbol'
  | 'password_common'
  | 'password_personal'
  | 'password_predictable'

/** The code of each rule. */
export const passwordRuleCodes: Readonly<Record<PasswordRule, PasswordRuleCode>> = {
  min_length: 'password_too_short',
  max_length: 'password_too_long',
  lowercase: 'password_without_lowercase',
  uppercase: 'password_without_uppercase',
  digit: 'password_without_digit',
  symbol: 'password_without_symbol',
  common: 'password_common',
  personal: 'password_personal',
  predictable: 'password_predictable',
}

/** The longest password that is hashed, in bytes of UTF-8. It bounds the work of the hash function. */
export const longestPassword: number = 1024

/** The classes of the format. A symbol is whatever is neither a letter nor a digit of ASCII: a space and `ä` are symbols. */
const classes = { lowercase: /[a-z]/, uppercase: /[A-Z]/, digit: /[0-9]/, symbol: /[^A-Za-z0-9]/ } as const

/**
 * Checks a new password. A password that is typed to sign in is never checked.
 *
 * @param password exactly as typed
 * @param words of the user and the service: `personalWords`
 * @returns the rules that it breaks, in the order in which a page lists them; empty when it may be set
 */
export function brokenPasswordRules(password: string, policy: PasswordPolicy, words: readonly string[] = []): readonly PasswordRule[] {
  // The other checks of an endless text would take long.
  if (password.length > longestPassword || new TextEncoder().encode(password).byteLength > longestPassword) return ['max_length']
  const part = repeatedPart(password)
  const broken: readonly (readonly [PasswordRule, boolean])[] = [
    // "each Unicode code point SHALL be counted as a single character"
    ['min_length', [...password].length < policy.minLength],
    ...policy.requires.map((name) => [name, !classes[name].test(password)] as const),
    ['common', isCommon(password) || isCommon(part)],
    ['personal', isPersonal(password, words)],
    ['predictable', isPredictable(plainForm(password)) || (part.length < password.length && [...part].length < 5)],
  ]
  return broken.flatMap(([rule, isBroken]) => (isBroken ? [rule] : []))
}

/** Whether little is left of the password without the words. */
function isPersonal(password: string, words: readonly string[]): boolean {
  const plain = plainForm(password)
  let rest = plain
  let folded = withLetters(plain)
  const longestFirst = words.map(withLetters).toSorted((one, other) => other.length - one.length)
  for (const word of longestFirst) {
    if (word === '') continue
    // Both texts have the same length, so that what is left keeps its digits.
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word)) {
      folded = folded.slice(0, at) + folded.slice(at + word.length)
      rest = rest.slice(0, at) + rest.slice(at + word.length)
    }
  }
  return rest !== plain && addsLittle(rest)
}
