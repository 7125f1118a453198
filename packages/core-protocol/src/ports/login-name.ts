// Login names, addresses and phone numbers compare in one canonical form: `ADMIN`, full-width letters or ligatures cannot pass for another
// user, and a user signs in by every spelling of a name.
import { asciiDomain } from '../text/domain-name.ts'
import { foldName, mixesScripts } from '../text/fold-name.ts'
import { phoneNumber } from '../text/phone-number.ts'

/**
 * The form in which names are compared and indexed: folded (`foldName`), the domain behind the last at sign in ASCII (`asciiDomain`), and a
 * phone number as its digits (`phoneNumber`). The canonical form of a canonical form is the same.
 */
export function canonicalLoginName(name: string): string {
  const folded = foldName(name)
  const at = folded.lastIndexOf('@')
  if (at >= 0) return `${folded.slice(0, at + 1)}${asciiDomain(folded.slice(at + 1))}`
  return phoneNumber(folded) ?? folded
}

/** @returns what follows the last at sign of a canonical name; the whole name without one */
export function domainOfName(canonical: string): string {
  return canonical.slice(canonical.lastIndexOf('@') + 1)
}

/**
 * The greatest number of characters, measured in the folded form, which can be many times longer: one Arabic ligature becomes eighteen
 * letters.
 */
const longestUserName = 200

/**
 * Why a name cannot be given to a user: it holds invisible characters, or mixes letters of several scripts to deceive.
 * @returns undefined when the name is allowed
 */
export function userNameProblem(name: string): 'invisible_character' | 'mixed_script' | 'empty' | 'too_long' | undefined {
  const folded = foldName(name)
  if (folded === '') return 'empty'
  if ([...folded].length > longestUserName) return 'too_long'
  // Fillers, joiners and selectors draw nothing and are not format characters; the blank of Braille is a symbol.
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|[\p{Zs}--[ ]]/v.test(name)) return 'invisible_character'
  // Lower-casing `İ` leaves a combining dot above.
  if (/\u0307/.test(folded)) return 'mixed_script'
  return mixesScripts(folded) ? 'mixed_script' : undefined
}
