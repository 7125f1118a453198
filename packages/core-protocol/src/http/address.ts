// IP addresses. Every spelling of an address becomes the same value: an IPv4-mapped IPv6 address is the IPv4 address.
// https://www.rfc-editor.org/rfc/rfc4291#section-2.5.5.2
import ipaddr from 'ipaddr.js'

/** An IPv4 address, or an IPv6 address that is not IPv4-mapped. */
export type InternetAddress = ipaddr.IPv4 | ipaddr.IPv6

/** The characters of an IPv6 address, and the zone of a link-local one. https://www.rfc-editor.org/rfc/rfc4007#section-11 */
const ipv6Characters = /^([0-9A-Fa-f:.]{2,45})(?:%[A-Za-z0-9._-]{1,32})?$/

/**
 * Reads an IP address. Only the usual spellings are accepted: dotted decimal for IPv4, and RFC 4291 §2.2 for IPv6. A zone is dropped.
 * @returns undefined for anything else, such as a host name, an address with a port, or `127.1`
 */
export function parseAddress(text: string): InternetAddress | undefined {
  if (!text.includes(':')) return ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text) : undefined
  const address = ipv6Characters.exec(text)?.[1]
  if (address === undefined || !endsStrictly(address) || !ipaddr.IPv6.isValid(address)) return undefined
  return ipaddr.process(address)
}

/**
 * Whether the end of an IPv6 address is strict. ipaddr.js also accepts octal and hexadecimal numbers in an embedded IPv4 address, and
 * takes the deprecated `::127.0.0.1` for `::ffff:127.0.0.1`.
 */
function endsStrictly(address: string): boolean {
  const last = address.slice(address.lastIndexOf(':') + 1)
  return !last.includes('.') || (ipaddr.IPv4.isValidFourPartDecimal(last) && address !== `::${last}`)
}

/** Whether it is in 127.0.0.0/8 or is ::1. */
export function isLoopback(address: InternetAddress): boolean {
  return address.range() === 'loopback'
}

/**
 * The network that counts as one host: an IPv4 address, or an IPv6 /64, within which one host can use any address.
 * https://www.rfc-editor.org/rfc/rfc8981
 */
export function hostNetworkOf(address: InternetAddress): string {
  return network(address, 4)
}

/**
 * The network that an internet provider gives one site: an IPv4 address, or an IPv6 /48. https://www.rfc-editor.org/rfc/rfc6177
 */
function siteNetworkOf(address: InternetAddress): string {
  return network(address, 3)
}

/** The site network of a request; `unknown` for all requests whose address the runtime does not report. */
export function siteNetworkAt(remoteAddress: string | undefined): string {
  const address = remoteAddress === undefined ? undefined : parseAddress(remoteAddress)
  return address === undefined ? 'unknown' : siteNetworkOf(address)
}

/** The network by which people recognize a place, without naming a household: an IPv4 /24, or an IPv6 /48. */
export function coarseNetworkOf(address: InternetAddress): string {
  return 'octets' in address ? `${address.octets.slice(0, 3).join('.')}.0/24` : siteNetworkOf(address)
}

/** The canonical spelling, which logs and audit events use. https://www.rfc-editor.org/rfc/rfc5952#section-4 */
export function formatAddress(address: InternetAddress): string {
  return address.toString()
}

/** An IPv4 address, or the first groups of an IPv6 address as a network. */
function network(address: InternetAddress, groups: number): string {
  if ('octets' in address) return address.toString()
  return `${address.parts
    .slice(0, groups)
    .map((part) => part.toString(16))
    .join(':')}::/${groups * 16}`
}
