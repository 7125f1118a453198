// The addresses that proxies report: `X-Forwarded-For`, and the standard header `Forwarded` (https://www.rfc-editor.org/rfc/rfc7239).
// Each proxy appends to the end, so that only the end is as trustworthy as the peer.
import { parseAddress } from '@symbolon/core-protocol'
import type { HttpRequest, InternetAddress } from '@symbolon/core-protocol'

/** The hops that one header names, the first one first; undefined stands for one that names no address. */
type Hops = readonly (InternetAddress | undefined)[]

/** No deployment has more proxies. Further hops are invented by the sender and are ignored. */
const hopLimit = 32

/** Header fields that proxies commonly add. */
const signs = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'fly-client-ip',
  'via',
  'cf-connecting-ip',
  'true-client-ip',
]

/** Whether a request claims to come through a proxy. Any sender can claim it: the claim only removes an exemption. */
export function saysForwarded(header: HttpRequest['header']): boolean {
  return signs.some((name) => header(name) !== undefined)
}

/** The nearest hops of each header that the request has. */
export function forwardedHops(header: HttpRequest['header']): readonly Hops[] {
  const listed = header('x-forwarded-for')
  const standard = header('forwarded')
  return [
    ...(listed === undefined ? [] : [listed.split(',').slice(-hopLimit).map(parseNode)]),
    ...(standard === undefined ? [] : [standard.split(',').slice(-hopLimit).map(parseElement)]),
  ]
}

/** `for=192.0.2.60;proto=http`. A quoted comma or semicolon is not supported: no address contains one. */
function parseElement(element: string): InternetAddress | undefined {
  const named = element.split(';').flatMap((pair) => /^\s*for\s*=\s*(.*)$/i.exec(pair)?.slice(1) ?? [])
  const [node] = named
  return node === undefined || named.length > 1 ? undefined : parseNode(node.trim().replace(/^"(.*)"$/, '$1'))
}

/** `192.0.2.60`, `192.0.2.60:4711`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:4711`. */
function parseNode(node: string): InternetAddress | undefined {
  const text = node.trim()
  const bare = /^\[([^\]]*)\](?::[0-9]{1,5})?$/.exec(text)?.[1] ?? /^([0-9.]+):[0-9]{1,5}$/.exec(text)?.[1] ?? text
  return parseAddress(bare)
}
