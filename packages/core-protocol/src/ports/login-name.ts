// Login names compare in one canonical form, so that `ADMIN`, full-width letters or ligatures cannot pass for another user.
// https://www.rfc-editor.org/rfc/rfc8265#section-3.3 (UsernameCaseMapped)

/** Such characters are composed already. Most names have no others, and for them the form takes a third of the time. */
const printableAscii = /^[ -~]*$/

/** The form in which names are compared and indexed: compatibility-composed, lower case, without surrounding space. */
export function canonicalLoginName(name: string): string {
  if (printableAscii.test(name)) return name.toLowerCase().trim()
  return name.normalize('NFKC').toLowerCase().normalize('NFKC').trim()
}

/**
 * The greatest number of characters, measured in the canonical form, which can be many times longer: one Arabic ligature becomes eighteen
 * letters.
 */
const longestUserName = 200

/**
 * Why a name cannot be given to a user: it holds invisible characters, or mixes letters of several scripts to deceive.
 * @returns undefined when the name is allowed
 */
export function userNameProblem(name: string): 'invisible_character' | 'mixed_script' | 'empty' | 'too_long' | undefined {
  const canonical = canonicalLoginName(name)
  if (canonical === '') return 'empty'
  if ([...canonical].length > longestUserName) return 'too_long'
  // Fillers, joiners and selectors draw nothing and are no format characters; the blank of Braille is a symbol.
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|[\p{Zs}--[ ]]/v.test(name)) return 'invisible_character'
  // Lower-casing `İ` leaves a combining dot above.
  if (/\u0307/.test(canonical)) return 'mixed_script'
  const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u]
  return scripts.filter((script) => script.test(canonical)).length > 1 ? 'mixed_script' : undefined
}
