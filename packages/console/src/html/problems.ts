// Refusals of an operation as the errors of a form.
import { RestError } from '@symbolon/rest'
import type { FieldViolation } from '@symbolon/rest'
import type { Texts } from '../texts/shape.ts'

/** The errors that the page itself reports. */
const passedOn: ReadonlySet<string> = new Set(['insufficient_user_authentication', 'precondition_failed', 'resource_unknown'])

/**
 * @param reasons sentences of the language, by reason; without one the sentence of the operation is shown
 * @returns what a form says about a refused change
 * @throws unknown everything that is not a refusal; `resource_unknown`, which is a page that is not there; and
 *   `insufficient_user_authentication`, which leads to the login; and `precondition_failed`, which shows the form next to the stored values
 */
export function problemsOf(error: unknown, reasons: Texts['reasons']): readonly FieldViolation[] {
  if (!(error instanceof RestError) || passedOn.has(error.id)) throw error
  if (error.fieldViolations.length > 0) return inWords(error.fieldViolations, reasons)
  return inWords([{ field: '', reason: error.id, description: error.message }], reasons)
}

/** @returns the violations with the sentences of the language. The roles that would do are kept. */
export function inWords(violations: readonly FieldViolation[], reasons: Texts['reasons']): readonly FieldViolation[] {
  return violations.map((violation) => ({ ...violation, description: sentenceOf(violation.reason, violation.description, reasons) }))
}

/** @returns the sentence of the language for a reason, with the roles or the maximum that the message names; without one `message` */
export function sentenceOf(reason: string, message: string, reasons: Texts['reasons']): string {
  const sentence = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined
  if (sentence === undefined) return message
  const [, seconds] = reason.startsWith('lifetime_') ? (/\b(\d+(?:\.\d+)?)s\./.exec(message) ?? []) : []
  if (seconds !== undefined) return `${sentence} (${Number((Number(seconds) / 3600).toFixed(4))} h)`
  const roles = reason === 'permission_denied' ? (message.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []) : []
  return roles.length === 0 ? sentence : `${sentence} (${[...new Set(roles)].join(', ')})`
}
