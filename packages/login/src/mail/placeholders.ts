// The values that stand for `{{.Name}}` in the texts of mails. Texts are filled in by an expression over an allow-list, never run as
// templates, and in one pass: what a user's name holds is never filled in again.
import type { User } from '@symbolon/core-protocol'

/** The longest name in a mail, in UTF-16 code units. */
const longestName = 100

/**
 * A chosen name, without anything that would let its owner put a message into our mail: line breaks, control and direction characters, and text
 * that mail programs turn into links.
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

/**
 * @param code of the mail
 * @param leadsHome whether the links of a text lead only to the issuer and to the domains of the organization
 * @returns the values of a user, in the names of the documents
 */
export function placeholdersOf(
  user: User,
  code: string | undefined,
  leadsHome: (text: string) => boolean,
): Readonly<Record<string, string>> {
  const { email, phone } = user
  // Users choose their names. The address is the recipient's own.
  const named = (name: string): string => (name === email?.address || leadsHome(name) ? name : nameInMail(name))
  return {
    UserName: named(user.userName),
    FirstName: nameInMail(user.firstName ?? ''),
    LastName: nameInMail(user.lastName ?? ''),
    NickName: nameInMail(user.nickName ?? ''),
    DisplayName: nameInMail(user.displayName),
    LastEmail: email?.address ?? '',
    VerifiedEmail: email?.verified === true ? email.address : '',
    LastPhone: phone?.number ?? '',
    VerifiedPhone: phone?.verified === true ? phone.number : '',
    PreferredLoginName: named(user.loginName),
    LoginNames: named(user.loginName),
    ChangeDate: new Date(user.updatedAt ?? user.createdAt).toISOString(),
    CreationDate: new Date(user.createdAt).toISOString(),
    ...(code === undefined ? {} : { Code: code }),
  }
}
