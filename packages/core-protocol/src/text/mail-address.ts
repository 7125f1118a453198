// Mail addresses. Only the syntax that every mail server takes literally is accepted, so that an address names exactly one mailbox and can
// add neither a recipient nor a header. https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2
import { asciiDomain, readableDomain } from './domain-name.ts'
import { foldName } from './fold-name.ts'

/**
 * https://www.rfc-editor.org/rfc/rfc5322#section-3.2.3 (dot-atom). Quoted local parts are refused. So are letters outside ASCII, which not every
 * mail server on the way takes: https://www.rfc-editor.org/rfc/rfc6531#section-3.1
 */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
/** A host name with at least two labels. https://www.rfc-editor.org/rfc/rfc1035#section-2.3.1 */
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Reads a mail address.
 *
 * @returns the address to which mail is sent, with its domain in ASCII and lower case; undefined when it is not the address of one mailbox
 */
export function mailAddress(text: string): string | undefined {
  if (text.length > 320) return undefined
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  if (local.length > 64 || !localPart.test(local)) return undefined
  const typed = text.slice(at + 1)
  if (!/^[\p{L}\p{N}\p{M}.-]+$/u.test(typed)) return undefined
  // Together with the at sign, as addresses compare: the canonical form of some letters begins with a space, which a domain alone would lose.
  const host = asciiDomain(foldName(`@${typed}`).slice(1))
  return host.length <= 253 && domain.test(host) && !/^[0-9.]+$/.test(host) ? `${local}@${host}` : undefined
}

/** Reads an address that a person has typed: in letters of any width, and with space around it. @returns as of `mailAddress` */
export function typedMailAddress(typed: string): string | undefined {
  return mailAddress(typed.slice(0, 1000).normalize('NFKC').trim())
}

/** @returns the address for a person to read, with the letters of the language of its domain (`readableDomain`) */
export function readableAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? address : `${address.slice(0, at + 1)}${readableDomain(address.slice(at + 1))}`
}
