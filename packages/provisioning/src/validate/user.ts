// User names, addresses and passwords in clear.
import { mailAddress, phoneNumber, userNameProblem } from '@symbolon/core-protocol'
import type { Problem } from '../report/reason.ts'

/** User names of people and service users (UN-01). Only the storage knows whether a name is taken. */
export function userNameProblemOf(userName: string): Problem | undefined {
  const problem = userNameProblem(userName)
  return problem === undefined ? undefined : { reason: `user_name_${problem}`, member: 'user.userName' }
}

/** Normalized before it is validated, so that a full-width `＠` cannot add a second domain (UN-02). */
export function normalizeEmail(email: string): string {
  return email.normalize('NFKC').trim()
}

/** @param email the result of `normalizeEmail` */
export function emailProblem(email: string | undefined): Problem | undefined {
  if (email === undefined || email === '') return undefined
  // https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1: 64 octets before the @, 255 after it. Quoted local parts are not supported.
  const [, local = '', domain = ''] = /^([^@]+)@([^@]+)$/.exec(email) ?? []
  const honest =
    local.length <= 64 &&
    domain.length <= 255 &&
    /^[^\p{C}\p{Z}"(),:;<>[\\\]]+$/u.test(local) &&
    !/^\.|\.\.|\.$/.test(local) &&
    domain.split('.').every((label) => /^[\p{L}\p{M}\p{N}-]{1,63}$/u.test(label))
  return honest ? undefined : { reason: 'email_malformed', member: 'user.email.email' }
}

/** Whether mails reach the address. Stored addresses may have letters outside ASCII before the @, or a host of one label. */
export function isMailed(email: string): boolean {
  return mailAddress(email) !== undefined
}

/** @returns the number as it is stored, `+` and digits; the same text where it is not a number with its country code */
export function normalizePhone(phone: string): string {
  return phoneNumber(phone) ?? phone
}

/** Numbers with their country code. The check is simple: it refuses other text. */
export function phoneProblem(phone: string | undefined): Problem | undefined {
  return phone === undefined || phone === '' || /^\+\d{2,48}$/.test(normalizePhone(phone))
    ? undefined
    : { reason: 'phone_malformed', member: 'user.phone.phone' }
}

const longestPassword = 1024

/** The bounds of a password in clear. The upper bound is that of hashing. Longer passwords would only cost time. */
export function passwordProblem(password: string | undefined): Problem | undefined {
  if (password === undefined) return undefined
  if (password === '') return { reason: 'password_empty', member: 'user.password' }
  return password.length > longestPassword || new TextEncoder().encode(password).length > longestPassword
    ? { reason: 'password_too_long', member: 'user.password' }
    : undefined
}
