// Refusals of an operation as the errors of a form.
import { RestError } from '@symbolon/admin-api'
import type { FieldViolation } from '@symbolon/admin-api'

/**
 * @returns what a form says about a refused change
 * @throws unknown everything that is no refusal, and `resource_unknown`, which is a page that is not there
 */
export function problemsOf(error: unknown): readonly FieldViolation[] {
  if (!(error instanceof RestError) || error.id === 'resource_unknown') throw error
  if (error.fieldViolations.length > 0) return error.fieldViolations
  return [{ field: '', reason: error.id, description: error.message }]
}
