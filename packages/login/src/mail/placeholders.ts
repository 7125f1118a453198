// The values that stand for `{{.Name}}` in the texts of mails. Texts are filled in by an expression over an allow-list, never run as
// templates, and in one pass: what a user's name holds is never filled in again.
import type { User } from '@symbolon/core-protocol'

/** The longest name in a mail, in UTF-16 code units. */
const longestName = 100

/**
 * A name that somebody chose, without what would make our mail carry a message of theirs: line breaks, control and direction characters, and
 * text that mail programs turn into links.
 */
export function nameInMail(name: string): string {
  return name
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029\s]+/gu, ' ')
    .split(' ')
    .filter((word) => !/:\/\/|^www\.|^mailto:/i.test(word))
    .join(' ')
    .replace(/(?<=\p{L}\p{L}|\p{N})\.(?=[\p{L}\p{N}])/gu, '. ')
    .replaceAll('/', ' ')
    .slice(0, longestName)
    .toWellFormed()
    .trim()
}

/** The values of a user, in the names of the documents. @param code of the mail */
export function placeholdersOf(user: User, code: string | undefined): Readonly<Record<string, string>> {
  const { email, phone } = user
  return {
    UserName: user.userName,
    FirstName: nameInMail(user.firstName ?? ''),
    LastName: nameInMail(user.lastName ?? ''),
    NickName: nameInMail(user.nickName ?? ''),
    DisplayName: nameInMail(user.displayName),
    LastEmail: email?.address ?? '',
    VerifiedEmail: email?.verified === true ? email.address : '',
    LastPhone: phone?.number ?? '',
    VerifiedPhone: phone?.verified === true ? phone.number : '',
    PreferredLoginName: user.loginName,
    LoginNames: user.loginName,
    ChangeDate: new Date(user.updatedAt ?? user.createdAt).toISOString(),
    CreationDate: new Date(user.createdAt).toISOString(),
    ...(code === undefined ? {} : { Code: code }),
  }
}
