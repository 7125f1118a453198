// Describes a session so that its user recognizes it: the browser, the operating system, and the network. Nothing of the request is stored as
// it was sent.
import { coarseNetworkOf, parseAddress } from '@symbolon/core-protocol'
import type { BrowserName, HttpRequest, RequestOrigin, SessionDevice, SystemName } from '@symbolon/core-protocol'

// Browsers also name the browsers that they are compatible with: the first matching expression decides.
// https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/User-Agent
const browsers: readonly (readonly [RegExp, BrowserName])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOP(?:R|X|T)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, SystemName])[] = [
  [/\bWindows NT\b/, 'Windows'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The longest header that is parsed, in UTF-16 code units. Headers of browsers have about 150. */
const longestUserAgent = 1000

/** Describes the browser of the request and its network. What is not known is absent. */
export function sessionDevice(request: HttpRequest, { remoteAddress }: Pick<RequestOrigin, 'remoteAddress'>): SessionDevice {
  const userAgent = (request.header('user-agent') ?? '').slice(0, longestUserAgent)
  const browser = nameIn(userAgent, browsers)
  const system = nameIn(userAgent, systems)
  const address = remoteAddress === undefined ? undefined : parseAddress(remoteAddress)
  return {
    ...(browser === undefined ? {} : { browser }),
    ...(system === undefined ? {} : { system }),
    ...(address === undefined ? {} : { network: coarseNetworkOf(address) }),
  }
}

function nameIn<Name>(userAgent: string, names: readonly (readonly [RegExp, Name])[]): Name | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1]
}
