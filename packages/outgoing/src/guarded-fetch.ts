// Sends requests to addresses that others choose: an administrator of an organization the address of an identity provider, and the identity provider
// those of its endpoints. Neither may reach what only this server can reach, nor exhaust its memory or time.
// https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html
import { checkPartOptions, isLoopback, parseAddress } from '@symbolon/core-protocol'
import type { OptionNames } from '@symbolon/core-protocol'
import { isPublic } from './public-address.ts'
import { OutgoingRequestRefused } from './refused.ts'
import { sendTo } from './send-to.ts'

/** How requests are sent. */
export interface OutgoingOptions {
  /**
   * Host names and addresses inside the own network that requests may be sent to, such as `idp.internal`, at any port. Requests to a loopback
   * address that is listed may be sent without TLS.
   */
  readonly allowedHosts?: readonly string[]
  /** The ports of other hosts. Default: 443 and 8443. */
  readonly ports?: readonly number[]
  /** The timeout of a request in milliseconds, from the look-up of the name to the end of the response. Default: 5000. */
  readonly timeLimit?: number
  /** The maximum number of bytes of a response. Default: 262,144. */
  readonly sizeLimit?: number
  /** Resolves a host name to its addresses. Default: the resolver of the system. */
  readonly resolve?: (hostName: string) => Promise<readonly string[]>
  /**
   * Sends a request. It must not follow redirects, and it looks the name up again. Default: connects to the addresses that were checked.
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

const optionNames: OptionNames<OutgoingOptions> = {
  allowedHosts: 'optional',
  ports: 'optional',
  timeLimit: 'optional',
  sizeLimit: 'optional',
  resolve: 'optional',
  fetch: 'optional',
}

/** Sends a request, as `fetch` does. Redirects are not followed. @throws OutgoingRequestRefused */
export type GuardedFetch = (url: string, init: RequestInit) => Promise<Response>

/** Discovery documents and key sets take a few kilobytes. */
const defaultSizeLimit = 256 * 1024

const defaultPorts = [443, 8443]

/**
 * Creates a function that sends requests over https to public addresses, and to the hosts that the operator lists. A redirect is an answer, which is
 * not followed.
 * @throws TypeError with the code `unknown_option` for a misspelt option
 */
export function guardedFetch(options: OutgoingOptions = {}): GuardedFetch {
  checkPartOptions('guardedFetch', options, optionNames)
  const {
    allowedHosts = [],
    ports = defaultPorts,
    timeLimit = 5000,
    sizeLimit = defaultSizeLimit,
    resolve = resolveName,
    fetch: send,
  } = options
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  return async (address, init) => {
    const url = new URL(address)
    const host = hostOf(url)
    checkForm(url, host, allowed.has(host) ? undefined : ports)
    const time = AbortSignal.timeout(timeLimit)
    const signal = init.signal == null ? time : AbortSignal.any([init.signal, time])
    const guarded = { ...init, redirect: 'manual', signal } as const
    try {
      const addresses = allowed.has(host) ? undefined : await orAborted(publicAddresses(host, resolve), signal)
      const response = await (send === undefined ? sendTo(addresses, url, guarded) : send(url.href, guarded))
      return await readWithinLimit(response, url, sizeLimit)
    } catch (error) {
      throw signal.aborted && !(error instanceof OutgoingRequestRefused) ? signal.reason : error
    }
  }
}

/** @param ports undefined for a host that the operator lists */
function checkForm(url: URL, host: string, ports: readonly number[] | undefined): void {
  const isPlain = url.protocol === 'http:' && ports === undefined && isLoopbackHost(host)
  if (url.protocol !== 'https:' && !isPlain) throw new OutgoingRequestRefused(`${url.origin} is not served over https.`)
  if (url.username !== '' || url.password !== '') throw new OutgoingRequestRefused(`The address of ${url.origin} has a user name.`)
  const port = url.port === '' ? 443 : Number(url.port)
  if (ports?.includes(port) === false)
    throw new OutgoingRequestRefused(
      `${url.origin} has another port than ${ports.join(' and ')}. List ${host} in allowedHosts if it is meant.`,
    )
}

/** @returns all addresses of the host, of which every one is public */
async function publicAddresses(host: string, resolve: (hostName: string) => Promise<readonly string[]>): Promise<readonly string[]> {
  const addresses = parseAddress(host) === undefined ? await resolve(host) : [host]
  const isAllowed = (each: string): boolean => {
    const address = parseAddress(each)
    return address !== undefined && isPublic(address)
  }
  if (addresses.length === 0 || !addresses.every(isAllowed)) {
    throw new OutgoingRequestRefused(`${host} is not an address of the public internet. List it in allowedHosts if it is meant.`)
  }
  return addresses
}

/** A resolver cannot be stopped; its answer is not waited for. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop)
  }
}

function isLoopbackHost(host: string): boolean {
  const address = parseAddress(host)
  return host === 'localhost' || (address !== undefined && isLoopback(address))
}

/** The host without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
}

async function readWithinLimit(response: Response, url: URL, sizeLimit: number): Promise<Response> {
  const { status, statusText, headers } = response
  if (response.body === null) return new Response(null, { status, statusText, headers })
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = response.body.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    size += piece.value.byteLength
    if (size > sizeLimit) {
      await reader.cancel()
      throw new OutgoingRequestRefused(`${url.origin} answered with more than ${sizeLimit} bytes.`)
    }
    pieces.push(new Uint8Array(piece.value))
  }
  const withBody = status !== 204 && status !== 205 && status !== 304
  return new Response(withBody ? new Blob(pieces) : null, { status, statusText, headers })
}

/** The resolver is loaded with the first name. */
async function resolveName(hostName: string): Promise<readonly string[]> {
  const { lookup } = await import('node:dns/promises')
  return (await lookup(hostName, { all: true })).map(({ address }) => address)
}
