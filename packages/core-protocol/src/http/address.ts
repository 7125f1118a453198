// IP addresses as numbers of 128 bits, so that every spelling of an address is one value: IPv4 stands in the range of the mapped
// addresses, ::ffff:0:0/96. https://www.rfc-editor.org/rfc/rfc4291#section-2.5.5.2

export type InternetAddress = bigint

const mapped = 0xffffn << 32n

/** @returns undefined for everything that is no IP address, e.g. a name, a port with it, or one of the old spellings of IPv4 */
export function parseAddress(text: string): InternetAddress | undefined {
  if (text.includes(':')) return parseIPv6(text)
  const octets = text.split('.')
  if (octets.length !== 4 || !octets.every((octet) => /^(0|[1-9][0-9]{0,2})$/.test(octet) && Number(octet) < 256)) return undefined
  return octets.reduce((value, octet) => (value << 8n) | BigInt(octet), 0xffffn)
}

function isIPv4(address: InternetAddress): boolean {
  return address >> 32n === 0xffffn
}

/** 127.0.0.0/8 and ::1. */
export function isLoopback(address: InternetAddress): boolean {
  return address === 1n || address >> 24n === (mapped >> 24n | 127n)
}

/**
 * What is counted as one source: an IPv4 address, or an IPv6 network of 64 bits, in which one host takes as many addresses as it
 * likes. https://www.rfc-editor.org/rfc/rfc8981
 */
export function sourceOf(address: InternetAddress): string {
  if (isIPv4(address)) return [24n, 16n, 8n, 0n].map((bits) => String(address >> bits & 0xffn)).join('.')
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`
}

/**
 * The network of an address, as it is given to one customer: an IPv4 address, or an IPv6 network of 48 bits, which is full of /64s.
 * https://www.rfc-editor.org/rfc/rfc6177
 */
export function customerOf(address: InternetAddress): string {
  return isIPv4(address) ? sourceOf(address) : `${groupsOf(address).slice(0, 3).join(':')}::/48`
}

/** @returns the customer who has the address of a request, or what all those share whose address the runtime does not tell */
export function customerAt(remoteAddress: string | undefined): string {
  const address = remoteAddress === undefined ? undefined : parseAddress(remoteAddress)
  return address === undefined ? 'unknown' : customerOf(address)
}

/** The one spelling of an address that logs and audit events use. https://www.rfc-editor.org/rfc/rfc5952#section-4 */
export function formatAddress(address: InternetAddress): string {
  if (isIPv4(address)) return sourceOf(address)
  return new URL(`http://[${groupsOf(address).join(':')}]`).hostname.slice(1, -1)
}

function groupsOf(address: InternetAddress): readonly string[] {
  return [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n].map((bits) => (address >> bits & 0xffffn).toString(16))
}

/** The parser of URLs knows all spellings of IPv6, and gives the canonical one. https://url.spec.whatwg.org/#concept-ipv6-parser */
function parseIPv6(text: string): InternetAddress | undefined {
  // A zone says through which interface a link-local address is reached. https://www.rfc-editor.org/rfc/rfc4007#section-11
  const plain = /^([0-9A-Fa-f:.]{2,45})(%[A-Za-z0-9._-]{1,32})?$/.exec(text)?.[1]
  if (plain === undefined || !URL.canParse(`http://[${plain}]`)) return undefined
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...front, ...Array.from({ length: 8 - front.length - back.length }, () => '0'), ...back]
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n)
}
