// The reasons for which the response of an authenticator is rejected. Users read one text for all reasons; the reason goes to the log.

/** The reason of a refusal. */
export type RefusalReason =
  /** The field holds no credential in JSON. */
  | 'malformed'
  /** The challenge is not one of this server, or was made for another browser, user, request or kind of ceremony. */
  | 'challenge'
  /** The challenge is older than five minutes. */
  | 'challenge_expired'
  /** The challenge was answered before. */
  | 'challenge_used'
  /** The ceremony ran in a frame of another origin. */
  | 'cross_origin'
  /** The library rejects the response: origin, RP ID, type, flags or signature. */
  | 'verification'
  /** The id of the credential is not the one that the authenticator signed, or is too long. */
  | 'credential_id'
  /** The key is weak, not on its curve, or not of the type of its algorithm. */
  | 'public_key'
  /** The credential is not registered. */
  | 'unknown_credential'
  /** The credential belongs to another user, or was made for another RP ID. */
  | 'other_user'
  /** The authenticator reports another user handle, or omits a required one. */
  | 'user_handle'
  /** The credential changed from a device-bound to a synced one, or back. */
  | 'backup_eligibility'
  /** The signature counter did not rise: the authenticator may have been cloned. */
  | 'counter'
  /** The credential is a second factor only. */
  | 'not_sole_factor'
  /** The credential belongs to a user already. */
  | 'duplicate'
  /** The user has as many passkeys as are allowed. */
  | 'limit_reached'
  /** The session in which it was created has ended meanwhile. */
  | 'session_ended'

/** A rejected response. The message is the reason: no part of the response is repeated. */
export class CeremonyRefused extends Error {
  override readonly name = 'CeremonyRefused'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}
