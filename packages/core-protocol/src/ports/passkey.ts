// Passkeys and security keys: the WebAuthn credentials of users. A row holds a public key, so nothing in it can be presented.
// https://www.w3.org/TR/webauthn-3/#credential-record
import type { FactorMethod } from './session.ts'
import type { User } from './user.ts'

/** A WebAuthn credential of a user. */
export interface Passkey {
  /** The credential id, base64url. It belongs to one user of the whole instance. */
  readonly credentialId: string
  readonly userId: string
  /** `user.id` of the creation, base64url. All passkeys that this provider creates for a user have the same. */
  readonly userHandle: string
  /** The RP ID that the authenticator bound it to. */
  readonly rpId: string
  /** The COSE key, base64url. */
  readonly publicKey: string
  /** https://www.iana.org/assignments/cose/cose.xhtml#algorithms */
  readonly algorithm: number
  /** The signature counter of the last use. 0 where the authenticator has none. */
  readonly counter: number
  /** How the browser reaches the authenticator: a hint for later requests. */
  readonly transports: readonly string[]
  /** The model of the authenticator: a hint for the name, never a proof. */
  readonly aaguid: string
  /** Whether the credential may be synced between devices. It never changes. */
  readonly backupEligible: boolean
  readonly backedUp: boolean
  /** Whether the user has been verified by the authenticator in a ceremony that may vouch for it. */
  readonly uvInitialized: boolean
  /** Whether the authenticator finds it without a list of ids; absent when it did not report it. */
  readonly discoverable?: boolean
  /** `conditional`: the browser created it after a sign-in with a password, without asking. */
  readonly createdBy: 'user' | 'conditional' | 'import'
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly lastUsedAt?: number
}

/**
 * The algorithms of passkeys: their names in documents, with their numbers.
 * https://www.iana.org/assignments/cose/cose.xhtml#algorithms
 */
export const passkeyAlgorithms = { EdDSA: -8, ES256: -7, RS256: -257 } as const

/** What a verified assertion says about a passkey. */
export interface PasskeyUse {
  /** The signature counter of the assertion. */
  readonly counter: number
  readonly backedUp: boolean
  /** Sets `uvInitialized`. It is never taken back. */
  readonly uvInitialized: boolean
  /** Milliseconds since the epoch. */
  readonly usedAt: number
}

/** Which other ways to sign in a user has left, if the user has them. */
export interface OtherWays {
  readonly password: boolean
  /** An account at an identity provider. */
  readonly externalAccount: boolean
  /** The RP ID of the login: passkeys of other RP IDs do not work there. Absent where passkeys of every RP ID count. */
  readonly rpId?: string
}

/**
 * Whether a sign-in with this passkey alone may suffice: the user has been verified by it, and it needs no list of ids. A key that was
 * registered without verification stays a second factor: a thief can set a PIN on it.
 * https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion
 */
export function isSoleFactor({
  discoverable,
  uvInitialized,
  createdBy,
}: Pick<Passkey, 'discoverable' | 'uvInitialized' | 'createdBy'>): boolean {
  return discoverable === true && (uvInitialized || createdBy === 'conditional')
}

/** What the user proved before a passkey is added. It is checked in the transaction that stores the passkey. */
export interface PasskeyProof {
  /** A live session of the user. */
  readonly sessionId: string
  /** The user as read with the session: a new password or a lock since then ends the session. */
  readonly seen: Pick<User, 'createdAt' | 'timesEnded'>
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Stores passkeys. */
export interface PasskeyStore {
  find(credentialId: string): Promise<Passkey | undefined>
  /** All passkeys of a user, the oldest first. */
  list(userId: string): Promise<readonly Passkey[]>
  /**
   * Stores a new passkey, unless the user has `limit` of them. Credential ids are unique over all users: another user who registers the id
   * of a passkey would be signed in by its owner. https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential
   * @param proof the session in which it was created; `any` is for callers that need none
   * @returns why nothing was stored; of parallel calls with one id exactly one gets `inserted`. `session_ended`: the session is gone, expired or
   *   of another user, or what was issued to the user before was ended
   */
  insert(
    passkey: Passkey,
    limit: number,
    proof: PasskeyProof | 'any',
  ): Promise<'inserted' | 'duplicate' | 'limit_reached' | 'no_user' | 'session_ended'>
  /**
   * Records a use in one conditional statement. The counter only rises. A counter that does not rise says that the authenticator was
   * cloned; 0 after 0 says that it does not count. https://www.w3.org/TR/webauthn-3/#sctn-sign-counter
   * @param anyCounter whether a counter that does not rise is recorded as well, with the stored counter unchanged
   * @returns false, with nothing changed, when the passkey is gone or its counter did not rise
   */
  recordUse(credentialId: string, use: PasskeyUse, anyCounter: boolean): Promise<boolean>
  /** @returns false when the user has no such passkey */
  rename(userId: string, credentialId: string, name: string): Promise<boolean>
  /**
   * Removes a passkey of the user, unless nothing would be left to sign in with: no other passkey that `isSoleFactor` and none of `others`.
   * One transaction: of two parallel removals of the last two passkeys, or of the last passkey and the authenticator app, one is refused.
   * @param others the ways that count; those that the login does not offer must be false
   * @param oneOf as in `OneTimeCodeStore.remove`
   * @returns `last_owner`, with nothing removed, where no owner of the instance could sign in any more, as in `DirectoryStore.apply`
   */
  remove(
    userId: string,
    credentialId: string,
    others: OtherWays,
    oneOf?: readonly FactorMethod[],
  ): Promise<'removed' | 'absent' | 'last_way_in' | 'factor_required' | 'last_owner'>
}
