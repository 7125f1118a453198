// Which addresses belong to the public internet. https://www.iana.org/assignments/iana-ipv4-special-registry,
// https://www.iana.org/assignments/iana-ipv6-special-registry
import { parseAddress } from '@symbolon/core-protocol'
import type { InternetAddress } from '@symbolon/core-protocol'

/**
 * Whether an address belongs to the public internet. Special-use ranges do not. An IPv6 address in the well-known prefix of NAT64 counts as the IPv4
 * address in it: https://www.rfc-editor.org/rfc/rfc6052#section-2.1
 */
export function isPublic(address: InternetAddress): boolean {
  if (!('parts' in address)) return address.range() === 'unicast' && address.toString() !== hostOfAzure
  const [first = 0, second = 0, third = 0, fourth = 0, marker = 0, isatap = 0, high = 0, low = 0] = address.parts
  // The prefix 64:ff9b:1::/48 is for networks inside: https://www.rfc-editor.org/rfc/rfc8215
  if (first === 0x64 && second === 0xff9b && third + fourth + marker + isatap === 0) {
    const embedded = parseAddress([high >> 8, high & 255, low >> 8, low & 255].join('.'))
    return embedded !== undefined && isPublic(embedded)
  }
  // An interface identifier with this mark leads to the IPv4 address in it. https://www.rfc-editor.org/rfc/rfc5214#section-6.1
  const isIsatap = isatap === 0x5efe && (marker === 0 || marker === 0x0200)
  // 2000::/3 alone is assigned to the public internet: https://www.iana.org/assignments/ipv6-address-space
  return address.range() === 'unicast' && first >> 13 === 1 && !isIsatap
}

/** The host of virtual machines in Azure, which answers to the machines alone. https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16 */
const hostOfAzure = '168.63.129.16'
