// A request to the login that ends on an error page. Thrown by whatever notices it, turned into the page in one place.
import type { ErrorPage } from '../ui/ui.ts'

export class RefusedStep extends Error {
  override readonly name = 'RefusedStep'
  readonly status: number
  readonly page: Omit<ErrorPage, 'kind'>

  constructor(status: number, page: Omit<ErrorPage, 'kind'>) {
    super(page.code)
    this.status = status
    this.page = page
  }
}

/** The request has expired, was answered, never was, or belongs to another browser: no page tells which. */
export function expiredRequest(): RefusedStep {
  return new RefusedStep(400, { code: 'expired_request' })
}

export function forbiddenForm(): RefusedStep {
  return new RefusedStep(403, { code: 'forbidden_form' })
}
