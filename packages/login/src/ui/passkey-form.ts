// The form of a page that a script fills in.
import type { PasskeyForm } from './passkey.ts'
import type { Page } from './ui.ts'

/** The form of a page that a script fills in; undefined for pages without one. */
export function passkeyFormOf(page: Page): PasskeyForm | undefined {
  if ('passkey' in page) return page.passkey
  return 'ways' in page ? page.ways?.passkey : undefined
}
