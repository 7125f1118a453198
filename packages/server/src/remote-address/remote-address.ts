// The address that a request comes from: the peer's, unless the peer is a proxy that the operator trusts. Only what trusted proxies added to
// a header is used, so that a client cannot choose its address. A malformed header leaves the request with the proxy's own address.
import { formatAddress, parseAddress } from '@symbolon/core-protocol'
import type { HttpRequest, InternetAddress, Log, RequestOrigin } from '@symbolon/core-protocol'
import { forwardedHops, saysForwarded } from './forwarded.ts'
import type { Network } from './network.ts'

/** @param peer the address at the other end of the connection; undefined where the runtime does not provide it */
export type OriginOf = (header: HttpRequest['header'], peer: string | undefined) => RequestOrigin

/**
 * Warns once of a proxy that is not configured: all clients behind it share the limits of one address, and the audit trail names the proxy.
 * Warns once of a host that passes no address with its first request: all clients share the limits, and audit events have no address.
 */
export function requestOrigin(proxies: readonly Network[], log: Pick<Log, 'warn'>): OriginOf {
  let warned = false
  let addressChecked = false
  const readPeer = withMemory(parsePeer)
  const trusted = (address: InternetAddress): boolean => proxies.some((network) => network.contains(address))
  return (header, peerText) => {
    if (peerText === undefined && !addressChecked) {
      log.warn('remote_address_missing', {
        reason: 'the host passes no address of the sender: all senders share one rate limit, and audit events have no address',
        advice: 'Pass it with each request: provider.fetch(request, { remoteAddress }).',
      })
    }
    // After the warning, and for a connection that broke off, there is no further one.
    addressChecked = true
    const { peer, remoteAddress } = peerText === undefined ? unknownPeer : readPeer(peerText)
    if (peer !== undefined && trusted(peer)) return { remoteAddress: formatAddress(nearestOf(header, peer, trusted)), forwarded: true }

    const forwarded = saysForwarded(header)
    if (forwarded && !warned) {
      warned = true
      log.warn('forwarded_header_ignored', {
        peer: remoteAddress,
        reason: 'the peer is not among the trusted proxies',
        advice: 'If it is your proxy, add it to trustedProxies (SYMBOLON_TRUSTED_PROXIES) and configure it to set X-Forwarded-For.',
      })
    }
    return { remoteAddress, forwarded }
  }
}

/** @returns whether the peer is a proxy that the operator trusts */
export function isTrustedPeer(proxies: readonly Network[]): (peer: string | undefined) => boolean {
  return (text) => {
    const { peer } = text === undefined ? unknownPeer : parsePeer(text)
    return peer !== undefined && proxies.some((network) => network.contains(peer))
  }
}

interface ParsedPeer {
  readonly peer: InternetAddress | undefined
  readonly remoteAddress: string | undefined
}

const unknownPeer: ParsedPeer = { peer: undefined, remoteAddress: undefined }

function parsePeer(text: string): ParsedPeer {
  const peer = parseAddress(text)
  return { peer, remoteAddress: peer === undefined ? undefined : formatAddress(peer) }
}

/** Connections are kept alive: most requests come from a peer that sent one before. */
const rememberedPeers = 1000

function withMemory(parse: (text: string) => ParsedPeer): (text: string) => ParsedPeer {
  const known = new Map<string, ParsedPeer>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size === rememberedPeers) known.clear()
    const parsed = parse(text)
    known.set(text, parsed)
    return parsed
  }
}

/** A proxy that writes one of the headers may pass on the other as the client made it up: where they differ, neither is believed. */
function nearestOf(header: HttpRequest['header'], peer: InternetAddress, trusted: (address: InternetAddress) => boolean): InternetAddress {
  const [named = peer, ...others] = forwardedHops(header).map((hops) => nearestStranger(hops, peer, trusted))
  return others.every((other) => formatAddress(other) === formatAddress(named)) ? named : peer
}

/** From the end, past trusted proxies, to the first untrusted hop. That hop controls the entries before it. */
function nearestStranger(
  hops: readonly (InternetAddress | undefined)[],
  peer: InternetAddress,
  trusted: (address: InternetAddress) => boolean,
): InternetAddress {
  let nearest = peer
  for (const hop of hops.toReversed()) {
    if (hop === undefined) return nearest
    nearest = hop
    if (!trusted(hop)) return nearest
  }
  return nearest
}
