// The only function with which this package sends requests. The administrator of an organization chooses the addresses of its identity providers,
// and an identity provider chooses the addresses of its endpoints. Neither may reach what only this server can reach, nor exhaust its memory or time.
// https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html
import { isLoopback, parseAddress } from '@symbolon/core-protocol'
import type { InternetAddress } from '@symbolon/core-protocol'

/** The maximum number of bytes of a response. Discovery documents and key sets take a few kilobytes. */
const answerLimit = 256 * 1024

/** How requests to identity providers are sent. */
export interface OutgoingOptions {
  /**
   * Host names and addresses inside the own network that requests may be sent to, such as `idp.internal`. Requests to a loopback address
   * that is listed may be sent without TLS.
   */
  readonly allowedHosts?: readonly string[]
  /** Sends a request. It must not follow redirects. Default: the runtime's `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** The timeout of a response, including its body, in milliseconds. Default: 5000. */
  readonly timeLimit?: number
  /** Resolves a host name to its addresses. Default: the resolver of the system. */
  readonly resolve?: (hostName: string) => Promise<readonly string[]>
}

/** The guard blocked the request, or stopped reading its response. */
export class OutgoingRequestRefused extends Error {
  override readonly name = 'OutgoingRequestRefused'
}

/** Sends requests to identity providers. */
export type GuardedFetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Creates the function that sends requests to identity providers: over https, to public addresses, without following redirects, with at
 * most 256 KiB and 5 seconds for an answer.
 *
 * A name may resolve to another address when the request is sent. Then it meets TLS: a host inside the network has no certificate for
 * a name of an attacker.
 */
export function guardedFetch(options: OutgoingOptions = {}): GuardedFetch {
  const { allowedHosts = [], fetch: send = sendRequest, timeLimit = 5000, resolve = resolveName } = options
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  return async (address, init) => {
    const url = new URL(address)
    const host = hostOf(url)
    if (!allowed.has(host)) await checkHost(url, host, resolve)
    else if (url.protocol !== 'https:' && !isLoopbackHost(host)) throw new OutgoingRequestRefused(`${url.origin} is not served over https.`)
    const time = AbortSignal.timeout(timeLimit)
    const signal = init.signal == null ? time : AbortSignal.any([init.signal, time])
    const response = await send(url.href, { ...init, redirect: 'manual', signal })
    return await readWithinLimit(response, url)
  }
}

async function checkHost(url: URL, host: string, resolve: (hostName: string) => Promise<readonly string[]>): Promise<void> {
  if (url.protocol !== 'https:') throw new OutgoingRequestRefused(`${url.origin} is not served over https.`)
  const literal = parseAddress(host)
  const addresses = literal === undefined ? (await resolve(host)).map(parseAddress) : [literal]
  if (addresses.length === 0 || !addresses.every((each) => each !== undefined && isPublic(each))) {
    throw new OutgoingRequestRefused(`${host} is not an address of the public internet. List it in allowedHosts if it is meant.`)
  }
}

/**
 * IPv4 addresses in the well-known prefix of NAT64 count as themselves (https://www.rfc-editor.org/rfc/rfc6052#section-2.1). Of IPv6, 2000::/3 alone
 * is assigned to the public internet: https://www.iana.org/assignments/ipv6-address-space
 */
function isPublic(address: InternetAddress): boolean {
  if (!('parts' in address)) return address.range() === 'unicast'
  const [first = 0, , , , marker = 0, isatap = 0, high = 0, low = 0] = address.parts
  if (address.range() !== 'rfc6052') {
    // An interface identifier with this mark leads to the IPv4 address in it. https://www.rfc-editor.org/rfc/rfc5214#section-6.1
    const isIsatap = isatap === 0x5efe && (marker === 0 || marker === 0x0200)
    return address.range() === 'unicast' && first >> 13 === 1 && !isIsatap
  }
  const embedded = parseAddress([high >> 8, high & 255, low >> 8, low & 255].join('.'))
  return embedded?.range() === 'unicast'
}

function isLoopbackHost(host: string): boolean {
  const address = parseAddress(host)
  return host === 'localhost' || (address !== undefined && isLoopback(address))
}

/** The host without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
}

async function readWithinLimit(response: Response, url: URL): Promise<Response> {
  const { status, statusText, headers } = response
  if (response.body === null) return new Response(null, { status, statusText, headers })
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = response.body.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    size += piece.value.byteLength
    if (size > answerLimit) {
      await reader.cancel()
      throw new OutgoingRequestRefused(`${url.origin} answered with more than ${answerLimit} bytes.`)
    }
    pieces.push(new Uint8Array(piece.value))
  }
  const withBody = status !== 204 && status !== 205 && status !== 304
  return new Response(withBody ? new Blob(pieces) : null, { status, statusText, headers })
}

async function sendRequest(url: string, init: RequestInit): Promise<Response> {
  return await fetch(url, init)
}

/** The resolver is loaded with the first name. */
async function resolveName(hostName: string): Promise<readonly string[]> {
  const { lookup } = await import('node:dns/promises')
  return (await lookup(hostName, { all: true })).map(({ address }) => address)
}
