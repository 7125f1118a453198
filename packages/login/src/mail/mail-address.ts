// Mail addresses. Only the syntax that every mail server takes literally is accepted, so that an address names exactly one mailbox and can
// add neither a recipient nor a header. https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2

/** https://www.rfc-editor.org/rfc/rfc5322#section-3.2.3 (dot-atom). Quoted local parts are refused. */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
/** A host name with at least two labels. https://www.rfc-editor.org/rfc/rfc1035#section-2.3.1 */
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Reads a mail address.
 *
 * @returns the address with its domain in ASCII and lower case; undefined when it is not the address of one mailbox
 */
export function mailAddress(text: string): string | undefined {
  if (text.length > 320) return undefined
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  if (local.length > 64 || !localPart.test(local)) return undefined
  const host = asciiDomain(text.slice(at + 1))
  return host === undefined ? undefined : `${local}@${host}`
}

/** The domain in its ASCII form. https://url.spec.whatwg.org/#concept-domain-to-ascii */
function asciiDomain(text: string): string | undefined {
  // Characters that the URL parser would take as the end of the host, or drop.
  if (/[\s/\\?#@:%[\]<>^|,;"'()]/u.test(text) || !/^[\p{L}\p{N}\p{M}.-]+$/u.test(text)) return undefined
  const url = URL.canParse(`http://${text}/`) ? new URL(`http://${text}/`) : undefined
  return url !== undefined && url.hostname.length <= 253 && domain.test(url.hostname) && !/^[0-9.]+$/.test(url.hostname)
    ? url.hostname
    : undefined
}
