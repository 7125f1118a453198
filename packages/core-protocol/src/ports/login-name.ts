// Login names compare in one canonical form, so that `ADMIN`, full-width letters or ligatures cannot pass for another user.
// https://www.rfc-editor.org/rfc/rfc8265#section-3.3 (UsernameCaseMapped)

/** The form in which names are compared and indexed: compatibility-composed, lower case, without surrounding space. */
export function canonicalLoginName(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC').trim()
}

/** Characters. Measured in the canonical form, which can be many times longer: one Arabic ligature stands for eighteen letters. */
const longestUserName = 200

/**
 * Why a name cannot be given to a user: characters that nobody sees, or letters of scripts that are mixed to deceive.
 * @returns undefined when the name is fine
 */
export function userNameProblem(name: string): 'invisible_character' | 'mixed_script' | 'empty' | 'too_long' | undefined {
  const canonical = canonicalLoginName(name)
  if (canonical === '') return 'empty'
  if ([...canonical].length > longestUserName) return 'too_long'
  // Fillers, joiners and selectors draw nothing and are no format characters; the blank of Braille is a symbol.
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|[\p{Zs}--[ ]]/v.test(name)) return 'invisible_character'
  // A combining dot above alone is what `İ` leaves behind when it is lower-cased.
  if (/\u0307/.test(canonical)) return 'mixed_script'
  const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u]
  return scripts.filter((script) => script.test(canonical)).length > 1 ? 'mixed_script' : undefined
}
