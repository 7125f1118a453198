// Errors that a user can cause are shown on the error pages of the login.
import { DisplayedError } from '@symbolon/core-protocol'
import type { Answer, Context, HttpRequest } from '@symbolon/core-protocol'

/** Shows the errors that a user can cause on the error pages of the login. */
export async function withErrorPages(
  request: HttpRequest,
  { registry: { login } }: Context,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof DisplayedError) || login === undefined) throw error
    return await login.displayError(error, request)
  }
}
