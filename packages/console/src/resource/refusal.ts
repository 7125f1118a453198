// The errors of a rejected change, at the fields of its form.
import { RestError } from '@symbolon/rest'
import type { FieldViolation } from '@symbolon/rest'
import { inWords } from '../html/problems.ts'

/** The id of the refusal of a change that another user overtook. */
export const overtaken = 'precondition_failed'

/**
 * @param sentences by the reason of a violation; the API's own sentence is shown for other reasons
 * @returns the violations for the form, at least one
 * @throws the error if it is not about what was typed
 */
export function violationsOf(error: unknown, sentences: Readonly<Record<string, string>>): readonly FieldViolation[] {
  if (!(error instanceof RestError) || error.id === overtaken) throw error
  if (error.fieldViolations.length === 0) throw error
  return inWords(error.fieldViolations, sentences)
}

/** @returns whether another user changed or removed the entry after the form was shown */
export function isOvertaken(error: unknown): boolean {
  return error instanceof RestError && error.id === overtaken
}
