// Which new passwords are refused, and by which rule. Pure, the same on every runtime.
export { brokenPasswordRules, longestPassword, passwordRuleCodes } from './broken-rules.ts'
export type { PasswordRule, PasswordRuleCode } from './broken-rules.ts'
export { personalWords } from './personal-words.ts'
export type { PersonalNames } from './personal-words.ts'
