// Networks in CIDR notation: `10.0.0.0/8`, `fd00::/8`, or a single address. https://www.rfc-editor.org/rfc/rfc4632#section-3.1
import { parseAddress } from '@symbolon/core-protocol'
import type { InternetAddress } from '@symbolon/core-protocol'

/** A network. An IPv6 network such as `::/0` contains IPv4 addresses in their IPv4-mapped form. */
export interface Network {
  contains(address: InternetAddress): boolean
}

/** @returns undefined for text that is not a network */
export function parseNetwork(text: string): Network | undefined {
  const [base = '', length, ...rest] = text.split('/')
  const address = base.includes('%') ? undefined : parseAddress(base)
  const isIPv6 = base.includes(':')
  if (address === undefined || rest.length > 0 || (length !== undefined && !/^(0|[1-9][0-9]{0,2})$/.test(length))) return undefined
  const prefix = length === undefined ? width(isIPv6) : Number(length)
  if (prefix > width(isIPv6)) return undefined
  const first = isIPv6 ? toIPv6(address) : address
  return {
    contains(other) {
      const same = isIPv6 ? toIPv6(other) : other
      return same.kind() === first.kind() && same.match(first, prefix)
    },
  }
}

/** Whether the text is a network or a single address. */
export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined
}

function width(isIPv6: boolean): number {
  return isIPv6 ? 128 : 32
}

function toIPv6(address: InternetAddress): InternetAddress {
  return 'octets' in address ? address.toIPv4MappedAddress() : address
}
