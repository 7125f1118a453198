// Who sent a request: the peer, unless the peer is a proxy that the operator named. Of a header only what such proxies added counts,
// so nobody picks a source, and a header that makes no sense leaves the request with the proxy's own limit, never without one.
import type { Address } from './address.ts'
import { isLoopback, parseAddress, sourceOf } from './address.ts'
import { forwardedHops } from './forwarded.ts'
import type { Network } from './network.ts'

export interface RequestSource {
  /** Requests of equal names share their limits. */
  readonly name: string
  /** Whether it is a program on this machine that asks for itself. */
  readonly loopback: boolean
  /** Whether the request says that it was forwarded, by somebody who is not a trusted proxy. */
  readonly forwardedByStranger: boolean
}

/** Peers whose address the runtime does not tell share one source. */
const unknown = 'unknown'

export function requestSource(headers: Headers, remoteAddress: string | undefined, proxies: readonly Network[]): RequestSource {
  const peer = remoteAddress === undefined ? undefined : parseAddress(remoteAddress)
  const forwarded = headers.has('x-forwarded-for') || headers.has('forwarded')
  if (peer === undefined) return { name: unknown, loopback: false, forwardedByStranger: forwarded }
  const trusted = (address: Address): boolean => proxies.some((network) => network.contains(address))
  if (!trusted(peer)) return { name: sourceOf(peer), loopback: isLoopback(peer), forwardedByStranger: forwarded }

  // A proxy that writes one of the headers may pass on the other as the client made it up: where they differ, neither is believed.
  const sources = new Set(forwardedHops(headers).map((hops) => nearestStranger(hops, peer, trusted)))
  const [source = peer] = sources
  return { name: sourceOf(sources.size > 1 ? peer : source), loopback: false, forwardedByStranger: false }
}

/** From the end, past trusted proxies, to the first hop that is none. Hops before it are whatever that one says. */
function nearestStranger(hops: readonly (Address | undefined)[], peer: Address, trusted: (address: Address) => boolean): Address {
  let nearest = peer
  for (const hop of hops.toReversed()) {
    if (hop === undefined) return nearest
    nearest = hop
    if (!trusted(hop)) return nearest
  }
  return nearest
}
