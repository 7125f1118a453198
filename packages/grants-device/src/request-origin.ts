// Where a request of a device comes from, so that its user recognizes it: the system and the network. Nothing of the request is stored as it was
// sent. https://www.rfc-editor.org/rfc/rfc8628#section-5.4
import { coarseNetworkOf, parseAddress } from '@symbolon/core-protocol'
import type { HttpRequest, RequestOrigin, SystemName } from '@symbolon/core-protocol'
import type { RequestingDevice } from './store/port.ts'

// The first matching expression decides.
const systems: readonly (readonly [RegExp, SystemName])[] = [
  [/\bWindows\b/i, 'Windows'],
  [/\b(?:iPhone|iPad|iPod|iOS)\b/, 'iOS'],
  [/\bAndroid\b/i, 'Android'],
  [/\b(?:Mac OS X|macOS|Darwin)\b/i, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/i, 'Linux'],
]

/** The longest header that is parsed, in UTF-16 code units. */
const longestUserAgent = 1000

/** @returns what the request reveals about its sender */
export function describeDevice(request: HttpRequest, { remoteAddress }: Pick<RequestOrigin, 'remoteAddress'>): RequestingDevice {
  const userAgent = (request.header('user-agent') ?? '').slice(0, longestUserAgent)
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  const address = remoteAddress === undefined ? undefined : parseAddress(remoteAddress)
  return {
    ...(system === undefined ? {} : { system }),
    ...(address === undefined ? {} : { network: coarseNetworkOf(address) }),
  }
}
