// Device authorizations: the requests of devices that wait for their users, and what the users decided.
import type { SystemName } from '@symbolon/core-protocol'

/** The device that asks, as far as its request reveals it. What is not known is absent. */
export interface RequestingDevice {
  readonly system?: SystemName
  /** A /24 or a /48. */
  readonly network?: string
}

/** A request of a device. Codes are stored as digests. */
export interface NewDeviceAuthorization {
  readonly digest: string
  readonly userCodeDigest: string
  readonly clientId: string
  readonly scope: readonly string[]
  /** Whether the client asks for two factors (`acr_values`). */
  readonly twoFactors: boolean
  /** The network that shares one count of waiting requests. */
  readonly source: string
  /** What the page shows about the origin of the request. */
  readonly device: RequestingDevice
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** What the user decided: that the device gets nothing, or how the authorization came about. */
export type DeviceDecision =
  | { readonly kind: 'denied' }
  | {
      readonly kind: 'approved'
      readonly userId: string
      readonly authorizationId: string
      /** The session of the device. */
      readonly sessionId: string
      /** When the user authenticated, and when the user approved. Milliseconds since the epoch. */
      readonly authenticatedAt: number
      readonly decidedAt: number
      readonly acr: string
      readonly amr: readonly string[]
      /** `validityOf` user and client when the user approved. */
      readonly validity: string
    }

/** A stored request, with its state. */
export interface DeviceAuthorization extends Omit<NewDeviceAuthorization, 'userCodeDigest' | 'source'> {
  /** Absent while the user has not decided. */
  readonly decision?: DeviceDecision
  readonly redeemed: boolean
}

/** How many requests may wait. */
export interface WaitingRoom {
  /** Of one client in one network. */
  readonly perClient: number
  /** Of all clients in one network. */
  readonly perNetwork: number
  /** How many are stored in all, decided ones included: beyond, the network with the most loses its oldest. */
  readonly all: number
}

/** Redeems an approved request, once. */
export interface DeviceRedemption {
  readonly kind: 'device_code'
  readonly digest: string
  readonly clientId: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Stores device authorizations. */
export interface DeviceAuthorizationStore {
  /**
   * Stores the request, unless too many requests of the network wait.
   * @returns whether it was stored; `taken` if a stored request has the user code
   */
  insert(authorization: NewDeviceAuthorization, room: WaitingRoom): Promise<'stored' | 'full' | 'taken'>
  /** Finds a request by the digest of its device code, expired or not. */
  find(digest: string): Promise<DeviceAuthorization | undefined>
  /** Finds a request that waits for its user. */
  findWaiting(userCodeDigest: string, now: number): Promise<DeviceAuthorization | undefined>
  /** Stores the decision. @returns whether this call did: of concurrent decisions one is stored, and none after the expiry */
  decide(digest: string, decision: DeviceDecision, now: number): Promise<boolean>
  /** Removes at most `limit` expired rows. @returns how many */
  deleteExpired(now: number, limit: number): Promise<number>
}

declare module '@symbolon/core-protocol' {
  interface Stores {
    readonly deviceAuthorizations: DeviceAuthorizationStore
  }
  interface Redemptions {
    readonly device_code: DeviceRedemption
  }
  /** https://www.rfc-editor.org/rfc/rfc8628#section-3.5 */
  interface OAuthErrorCodes {
    readonly authorization_pending: true
    readonly slow_down: true
    readonly expired_token: true
  }
  interface ProviderMetadata {
    /** https://www.rfc-editor.org/rfc/rfc8628#section-4 */
    readonly device_authorization_endpoint?: string
  }
}
