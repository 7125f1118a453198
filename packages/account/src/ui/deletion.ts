// The section that leads to the deletion of the account, its page, and the page after it.
import type { AccountPageBase } from './page.ts'

/** A link to the page that deletes the account. */
export interface DeletionSection {
  readonly kind: 'deletion'
  readonly path: string
}

/** Says what is lost, and asks for the login name (field `confirmation`). */
export interface DeletionPage extends AccountPageBase {
  readonly kind: 'account_deletion'
  readonly action: string
  readonly loginName: string
  /** Back to the account page. */
  readonly backPath: string
}

/** Says that the account is deleted. */
export interface DeletedPage {
  readonly kind: 'account_deleted'
}
