// The options of createProvider, checked before anything is opened.
import { defaultKeyPolicy, isObject } from '@symbolon/core-protocol'
import type {
  AnyAudit,
  AnyClaims,
  AnyClient,
  AnyClientSource,
  AnyDocuments,
  AnyEndpoint,
  AnyGrant,
  AnyIntrospectionFormat,
  AnyLogin,
  AnyPart,
  AnyRepeatedTask,
  AnyRequestLimit,
  AnyRequestSource,
  AnyResponseMode,
  AnyScope,
  AnyStartTask,
  AnyUsers,
  KeyPolicy,
  Lifetimes,
  Log,
  MetricsRecorder,
  SecretHashing,
  Storage,
  Tracing,
} from '@symbolon/core-protocol'
import { parseNetwork } from '../remote-address/network.ts'
import type { Network } from '../remote-address/network.ts'
import { pathOf } from './issuer-path.ts'
import { checkNames, checkParts } from './check-parts.ts'
import { CompositionError } from './composition-error.ts'

/** The options of `createProvider`. */
export interface ProviderOptions {
  /**
   * The issuer identifier: an https URL (http on loopback hosts) without query or trailing slash. It may have a path, below which the provider
   * answers then: `https://example.com/auth`.
   */
  readonly issuer: string
  /** Where everything is kept: `libsql({ url })` or `postgres({ url })`. Its tables are created when the provider starts. */
  readonly storage: Storage
  /**
   * 32 bytes that protect signing keys and other secrets at rest; as bytes, or as base64 or base64url text. While a master key is replaced:
   * the new one first, then the old one.
   */
  readonly masterKey: MasterKeyOption | readonly MasterKeyOption[]
  /**
   * Parts of any kind, such as those of a package that brings several: each counts as if it stood in the option of its kind.
   * ```ts
   * createProvider({ parts: [...deviceGrant(), ...pushedRequests()], … })
   * ```
   */
  readonly parts?: readonly AnyPart[]
  /** How clients get tokens, such as `[authorizationCode(), refreshToken()]`. They bring the token endpoint and the authorization endpoint. */
  readonly grants?: readonly AnyGrant[]
  /** Further endpoints, such as `[userinfo, introspection, revocation, endSession]`. Discovery and the key set are always there. */
  readonly endpoints?: readonly AnyEndpoint[]
  /** Clients that are parts of the provider, such as that of its console or those of `defineClient`, and the host's own (`clientSource`). */
  readonly clients?: readonly (AnyClient | AnyClientSource)[]
  /** The host's own users, in place of stored ones (`hostUsers`). Parts that need stored users are refused then. */
  readonly users?: AnyUsers
  /** Claims of the host's own (`defineClaims`). */
  readonly claims?: readonly AnyClaims[]
  /** Scopes of the host's own (`defineScope`). */
  readonly scopes?: readonly AnyScope[]
  /** Where authorization requests may come from instead of the parameters of the browser, such as pushed requests. */
  readonly requestSources?: readonly AnyRequestSource[]
  /** Response modes in addition to `query`, `fragment` and `form_post`. */
  readonly responseModes?: readonly AnyResponseMode[]
  /** Formats of introspection answers in addition to JSON. */
  readonly introspectionFormats?: readonly AnyIntrospectionFormat[]
  /** Lets the host apply documents by `provider.apply` (`documents` of @symbolon/provisioning). */
  readonly documents?: AnyDocuments
  /** Needed as soon as a grant has a response type. */
  readonly login?: AnyLogin
  /** Where audit events go, e.g. `auditTrail`, or `[auditTrail, onEvent(…)]`; without it none are written. */
  readonly audit?: AnyAudit | readonly AnyAudit[]
  /** Every one of them has to admit a request. Without limits, every request is admitted. */
  readonly limits?: readonly AnyRequestLimit[]
  /**
   * Addresses and networks (`10.0.0.0/8`) of proxies whose `X-Forwarded-For` or `Forwarded` is believed. Default: none, and every request
   * comes from its peer.
   */
  readonly trustedProxies?: readonly string[]
  /** Start tasks run one after the other before the first request, repeated ones while the provider is open. */
  readonly tasks?: readonly (AnyStartTask | AnyRepeatedTask)[]
  /** Verifies client secrets that were imported as hashes. */
  readonly secretHashing?: SecretHashing
  /** The product part of reserved scopes and claims. Default `symbolon`. */
  readonly vendor?: string
  /** How long tokens, codes and sessions live, in seconds. Default: `defaultLifetimes`. */
  readonly lifetimes?: Partial<Lifetimes>
  /** When signing keys are replaced, and how long clients may keep the key set. */
  readonly keys?: KeyOptions
  /**
   * Whether the provider does its background work by timers: removing expired rows, rotating keys, repeated tasks. Default true. Where a
   * runtime has no timers between requests, pass false and call `provider.tick()` from its scheduler.
   */
  readonly timers?: boolean
  /**
   * Default: records of LogTape, where `@logtape/logtape` is installed, under the category `symbolon`; else warnings and errors as lines of JSON on
   * standard error. With an issuer on a loopback host these lines have refused requests as well, with the reason of each.
   */
  readonly log?: Log
  /** Where metrics go; without it nothing is measured. */
  readonly metrics?: MetricsRecorder
  /** Follows requests; without it nothing is traced, and log lines do not say to which request they belong. */
  readonly tracing?: Tracing
  /** Milliseconds since the epoch. Default: the system's clock. */
  readonly now?: () => number
  /**
   * Milliseconds since any moment, by a monotonic clock. Default: the clock of the process. Pass it together with `now`. With
   * `timers: false` and without it, the process may end after each tick, and expired rows are deleted an hour or two late.
   */
  readonly monotonic?: () => number
}

/** 32 bytes, or their base64. */
export type MasterKeyOption = Uint8Array | string

/** Seconds. */
export const defaultLifetimes: Lifetimes = {
  accessToken: 43_200,
  idToken: 43_200,
  authorizationCode: 60,
  authorizationRequest: 1800,
  session: 864_000,
  refreshTokenIdle: 2_592_000,
  refreshToken: 7_776_000,
  refreshTokenReuse: 10,
}

/** Options after every check, with their defaults. */
export interface CheckedOptions {
  readonly masterKeys: readonly Uint8Array[]
  readonly vendor: string
  readonly lifetimes: Lifetimes
  readonly keys: KeyPolicy
  readonly trustedProxies: readonly Network[]
}

/** An option that is missing here does not compile. */
const knownOptions: Readonly<Record<keyof ProviderOptions, true>> = {
  issuer: true,
  storage: true,
  masterKey: true,
  parts: true,
  grants: true,
  endpoints: true,
  clients: true,
  users: true,
  claims: true,
  scopes: true,
  requestSources: true,
  responseModes: true,
  introspectionFormats: true,
  documents: true,
  login: true,
  audit: true,
  limits: true,
  tasks: true,
  trustedProxies: true,
  secretHashing: true,
  vendor: true,
  lifetimes: true,
  keys: true,
  timers: true,
  log: true,
  metrics: true,
  tracing: true,
  now: true,
  monotonic: true,
}

/** What an option has to be: a value of this type, or an object with these methods. */
const optionTypes: { readonly [K in keyof ProviderOptions]?: 'boolean' | 'function' | 'object' | 'string' | readonly string[] } = {
  issuer: 'string',
  vendor: 'string',
  lifetimes: 'object',
  keys: 'object',
  timers: 'boolean',
  now: 'function',
  monotonic: 'function',
  secretHashing: ['hash', 'verify', 'verifyAbsent', 'inspect'],
  log: ['info', 'warn', 'error'],
  metrics: ['declare'],
  tracing: ['request', 'fields'],
}

/** @throws CompositionError invalid_option */
function checkTypes(options: object): void {
  for (const [name, expected] of Object.entries(optionTypes)) {
    const value: unknown = Reflect.get(options, name)
    if (value === undefined || value === null) continue
    const isExpected =
      typeof expected === 'string'
        ? typeof value === expected && !Array.isArray(value)
        : isObject(value) && expected.every((method) => typeof value[method] === 'function')
    if (isExpected) continue
    const form = typeof expected === 'string' ? `of the type ${expected}` : `an object with the methods ${expected.join(', ')}`
    throw new CompositionError('invalid_option', `The option ${name} must be ${form}.`)
  }
}

/** @throws CompositionError those of `checkParts`, invalid_option, invalid_issuer, invalid_vendor, invalid_lifetime, invalid_trusted_proxy, master_key_missing, master_key_length */
export function checkOptions(options: ProviderOptions): CheckedOptions {
  checkParts(options, Object.keys(knownOptions))
  checkTypes(options)
  checkIssuer(options.issuer)
  const vendor = options.vendor ?? 'symbolon'
  if (!/^[a-z][a-z0-9-]*$/.test(vendor))
    throw new CompositionError('invalid_vendor', 'The vendor must be one word of lower-case letters, digits and hyphens.')
  checkNames({ ...options.lifetimes }, Object.keys(defaultLifetimes), 'lifetime')
  checkNames({ ...options.keys }, ['rotationInterval', 'maxAge', 'clockSkew'], 'option of keys')
  const lifetimes = { ...defaultLifetimes, ...options.lifetimes }
  for (const [name, seconds] of Object.entries(lifetimes)) {
    if (!Number.isSafeInteger(seconds) || seconds < 1)
      throw new CompositionError('invalid_lifetime', `The lifetime ${name} must be a whole number of seconds, at least 1.`)
  }
  const proxies: unknown = options.trustedProxies ?? []
  if (!Array.isArray(proxies))
    throw new CompositionError('invalid_trusted_proxy', "trustedProxies must be a list of addresses or networks, such as ['10.0.0.0/8'].")
  const trustedProxies = proxies.map(readProxy)
  return {
    masterKeys: readMasterKeys(options.masterKey),
    vendor,
    lifetimes,
    keys: keyPolicy(options.keys ?? {}, lifetimes),
    trustedProxies,
  }
}

function readProxy(text: unknown): Network {
  const network = typeof text === 'string' ? parseNetwork(text) : undefined
  if (network === undefined)
    throw new CompositionError('invalid_trusted_proxy', 'A trusted proxy must be an address or a network such as 10.0.0.0/8.')
  return network
}

/**
 * Segments of unreserved characters, which nothing between a browser and this server spells in two ways.
 * https://www.rfc-editor.org/rfc/rfc3986#section-2.3
 */
const issuerPathForm = /^(?:\/[A-Za-z0-9._~-]+)*$/

/** @returns whether the host of the address is this machine, as in development */
export function isLoopback(address: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(address).hostname)
}

/** https://openid.net/specs/openid-connect-core-1_0.html#IssuerIdentifier */
function checkIssuer(issuer: string): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const loopback = url !== undefined && isLoopback(issuer)
  const isSafe = url !== undefined && (url.protocol === 'https:' || (url.protocol === 'http:' && loopback))
  const path = url === undefined ? '' : pathOf(issuer)
  if (!isSafe || url.origin + path !== issuer || !issuerPathForm.test(path)) {
    throw new CompositionError(
      'invalid_issuer',
      'The issuer must be an address such as https://id.example or https://example.com/auth: with https, or http on a loopback host, without query or trailing slash, and with nothing but letters, digits and -._~ in its path.',
    )
  }
}

/**
 * Reads the option `masterKey`.
 * @throws CompositionError master_key_missing, master_key_length
 */
export function readMasterKeys(given: ProviderOptions['masterKey']): readonly Uint8Array[] {
  const masterKeys: readonly unknown[] = Array.isArray(given) ? given : [given]
  return (masterKeys.length === 0 ? [''] : masterKeys).map(readMasterKey)
}

function readMasterKey(masterKey: unknown): Uint8Array {
  if (masterKey === undefined || masterKey === null || masterKey === '' || (masterKey instanceof Uint8Array && masterKey.length === 0)) {
    throw new CompositionError(
      'master_key_missing',
      'The option masterKey is missing. It must be 32 bytes. Make one with: openssl rand -base64 32',
    )
  }
  const bytes = typeof masterKey === 'string' ? fromBase64(masterKey.trim()) : masterKey
  if (!(bytes instanceof Uint8Array) || bytes.byteLength !== 32)
    throw new CompositionError(
      'master_key_length',
      'The masterKey must be 32 bytes, as bytes or as base64. Make one with: openssl rand -base64 32',
    )
  return bytes
}

function fromBase64(text: string): Uint8Array | undefined {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  return /^[A-Za-z0-9+/]*$/.test(standard) && standard.length % 4 !== 1
    ? Uint8Array.from(atob(standard), (character) => character.charCodeAt(0))
    : undefined
}

/** Seconds. */
export interface KeyOptions {
  /** How long after a signing key was made its successor is made. Default 90 days. */
  readonly rotationInterval?: number
  /** How long clients may keep the key set; a new key is published for longer than that before it signs. Default 5 minutes. */
  readonly maxAge?: number
  /** How far apart the clocks of instances on one database may be. Default 10 s. */
  readonly clockSkew?: number
}

/** @throws CompositionError invalid_lifetime */
export function keyPolicy(options: KeyOptions, { accessToken, idToken }: Lifetimes): KeyPolicy {
  for (const [name, seconds] of Object.entries(options)) {
    if (!Number.isSafeInteger(seconds) || seconds < 1)
      throw new CompositionError('invalid_lifetime', `keys.${name} must be a whole number of seconds, at least 1.`)
  }
  const inMilliseconds = Object.fromEntries(Object.entries(options).map(([name, seconds]) => [name, seconds * 1000]))
  return { ...defaultKeyPolicy, ...inMilliseconds, tokenLifetime: Math.max(accessToken, idToken) * 1000 }
}

/** @returns the sinks of the option `audit`, which takes one or several */
export function sinksOf(audit: AnyAudit | readonly AnyAudit[] = []): readonly AnyAudit[] {
  return Array.isArray(audit) ? audit : [audit as AnyAudit]
}
