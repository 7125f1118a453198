// Networks of addresses: `10.0.0.0/8`, `fd00::/8`, or one address alone. https://www.rfc-editor.org/rfc/rfc4632#section-3.1
import { parseAddress } from '@symbolon/core-protocol'
import type { InternetAddress } from '@symbolon/core-protocol'

export interface Network {
  contains(address: InternetAddress): boolean
}

/** @returns undefined for what is no network */
export function parseNetwork(text: string): Network | undefined {
  const [base = '', length, ...rest] = text.split('/')
  const address = base.includes('%') ? undefined : parseAddress(base)
  const width = base.includes(':') ? 128 : 32
  if (address === undefined || rest.length > 0 || (length !== undefined && !/^(0|[1-9][0-9]{0,2})$/.test(length))) return undefined
  const prefix = length === undefined ? width : Number(length)
  if (prefix > width) return undefined
  const hostBits = BigInt(width - prefix)
  return { contains: (other) => other >> hostBits === address >> hostBits }
}

export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined
}
