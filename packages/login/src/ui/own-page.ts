// The page of a host's own step, as a user interface gets it.
import type { FormPage, SkipForm } from './form-page.ts'

/**
 * The page of an own step. Its form posts to `action`, with the hidden fields of every form and the fields that `submit` of the step reads.
 * `step.shows(page)` returns whether a page belongs to a step, and types its model and its error.
 */
export interface OwnPage<Model = unknown, Refusal extends string = string> extends Omit<FormPage, 'error' | 'fields' | 'retryAfter'> {
  readonly kind: 'own'
  /** The name of the step. */
  readonly step: string
  /** The content that the step declares for its page. */
  readonly model: Model
  readonly loginName: string
  /** Why the form that was posted last was refused. */
  readonly error?: Refusal
  /** Absent while the step is required. */
  readonly skip?: SkipForm
  /** Path back to the login name; absent when the request demands this very user. */
  readonly otherUserPath?: string
}
