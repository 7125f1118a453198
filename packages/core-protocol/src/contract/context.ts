// The part's view of its provider: settings, keys, log, the other parts, and the stores that the part declared.
import type { ProviderKeys } from '../keys/provider-keys.ts'
import type { Sealing } from '../crypto/sealing.ts'
import type { AuditEvent } from '../ports/audit-event.ts'
import type { Client } from '../ports/client.ts'
import type { FeatureName } from '../ports/instance.ts'
import type { SecretHashing } from '../ports/secret-hashing.ts'
import type { StoreName, Stores } from '../ports/stores.ts'
import type { Metrics } from './metrics.ts'
import type { Registry } from './registry.ts'

/** How long what the provider issues may live. Seconds. */
export interface Lifetimes {
  readonly accessToken: number
  readonly idToken: number
  readonly authorizationCode: number
  readonly authorizationRequest: number
  readonly session: number
  /** How long a refresh token may lie unused. */
  readonly refreshTokenIdle: number
  /** How long the refresh tokens of one authorization live at most. */
  readonly refreshToken: number
  /** How long after its use a refresh token still answers with the same successor. */
  readonly refreshTokenReuse: number
}

/** Structured log; implementations redact, callers never pass secrets. */
export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

/** The fields of a log record. Undefined fields are left out. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

/** The feature flags of the instance as one process sees them. A part does not ask for its flag: while the flag is off, it is not composed. */
export interface ProviderFeatures {
  /** The flags that composed parts depend on. Other flags have no effect. */
  readonly carried: readonly FeatureName[]
  /** Reads the flags again, so that a change that this process made acts at once. */
  refresh(): Promise<void>
}

/**
 * The part's view of its provider. `S` names the stores that the part declared. Access to another store does not compile, and the store is
 * absent at run time.
 */
export interface Context<S extends StoreName = never> {
  readonly issuer: string
  /** The product part of reserved scopes and claims, e.g. `symbolon` in `urn:symbolon:iam:…`. */
  readonly vendor: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** 256 random bits as 43 characters of base64url. */
  readonly randomToken: () => string
  /** Draws the number of a new opaque access token. See `accessTokenNumbers`. */
  readonly accessTokenNumber: () => number
  readonly lifetimes: Lifetimes
  readonly log: Log
  /** Takes what is measured of the metrics that parts declare. */
  readonly metrics: Metrics
  readonly keys: ProviderKeys
  readonly sealing: Sealing
  /** Verifies client secrets that were imported as hashes, at their first use. Without it such a secret is refused. */
  readonly secretHashing?: SecretHashing
  readonly registry: Registry
  readonly features: ProviderFeatures
  /** Writes events to the audit trail, if one is composed. */
  readonly audit: (...events: readonly AuditEvent[]) => Promise<void>
  readonly stores: Pick<Stores, S>
}

/** A context together with the origin of one request, for endpoints that hand both on as one. */
export interface RequestContext<S extends StoreName = never> extends Context<S>, RequestOrigin {}

/** Where a request comes from. */
export interface RequestOrigin {
  /**
   * The address of the sender, where the runtime provides it: the peer's, or the one that trusted proxies name. Rate limits and audit events
   * use this address.
   */
  readonly remoteAddress: string | undefined
  /** Whether the request came through a proxy, or claims to: then a loopback address is not that of a program on this machine. */
  readonly forwarded: boolean
  /**
   * Asks the limits of this endpoint that count per caller, and per organization of the caller. An endpoint that authenticates users calls it with the
   * user, before it reads or changes anything.
   * Absent where none of the composed limits does.
   * @returns undefined within the limits
   */
  readonly admitCaller?: (caller: CallingUser) => RefusedRequest | undefined
  /**
   * Asks the limits of this endpoint on the tokens of one client and of one organization. The token endpoint calls it before it issues and
   * before it redeems anything. Absent where none of the composed limits does.
   * @returns undefined within the limits
   */
  readonly admitTokens?: (client: IssuingClient) => RefusedRequest | undefined
}

/** The user who calls an administrative endpoint, and whether the request changes something. */
export interface CallingUser {
  readonly userId: string
  /** The organization of the user; empty where the request reads only what belongs to the user. */
  readonly orgId: string
  readonly does: 'change' | 'read'
}

/** The client that is issued tokens. `orgId` is empty for a client that no organization owns. */
export type IssuingClient = Pick<Client, 'clientId' | 'orgId'>

/** A request beyond a limit. */
export interface RefusedRequest {
  /** Seconds, at least 1. */
  readonly retryAfter: number
}
