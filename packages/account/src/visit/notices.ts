// Mails that notify users of changes to their account, where the login sends mails.
import { messageStores } from '@symbolon/login'
import type { LoginMail } from '@symbolon/login'

/** How users are notified of changes. */
export interface Notices {
  /** Of `loginMail()`; without it users are not notified. */
  readonly mail?: LoginMail | undefined
}

/** The stores that a notice needs: none where no mails are composed. */
export function noticeStores(mail: LoginMail | undefined): readonly (typeof messageStores)[number][] {
  return mail === undefined ? [] : messageStores
}
