// What people write to their own record: registration, verified addresses, names and language. Each call is one decision and one write.
import type { Passkey } from './passkey.ts'
import type { RoleSuspension, User, UserState } from './user.ts'

/** The names and the language of a person. */
export interface AccountProfile {
  readonly firstName: string
  readonly lastName: string
  readonly nickName?: string
  readonly displayName?: string
  /** BCP 47. */
  readonly preferredLanguage?: string
}

/** An account of a person at an identity provider. */
export interface LinkedIdentity {
  readonly idpId: string
  /** Under which the subject is unique. */
  readonly issuer: string
  /** The subject at the identity provider. */
  readonly providedUserId: string
  readonly providedUserName?: string
}

/**
 * What no other user may have. User names are unique in their organization in any case.
 * - `userName`: no other person of the instance has the user name
 * - `loginName`: the login names that follow from the user name, and the user name itself, are not a login name of another user, not a user name
 *   with an at sign, and no address or number that another person has proven
 * - `email`: no other person has the address, as an address or as a user name
 * - `provenEmail`: no other person has proven the address
 * - `phone`: no other person has the number
 */
export type UniqueInInstance = 'userName' | 'loginName' | 'email' | 'provenEmail' | 'phone'

/** A person who is created. */
export interface NewUserAccount {
  /** A new random identifier. */
  readonly userId: string
  readonly orgId: string
  readonly userName: string
  readonly state: Extract<UserState, 'active' | 'initial'>
  readonly profile: AccountProfile
  readonly email?: NonNullable<User['email']>
  readonly phone?: NonNullable<User['phone']>
  readonly passwordHash?: string
  readonly identity?: LinkedIdentity
  /** For parts that declare `passkeys` too. */
  readonly passkey?: Omit<Passkey, 'userId'>
  readonly unique?: readonly UniqueInInstance[]
  /** Addresses, numbers and bare user names of `unique` need to be unique in the organization of the person alone. Login names stay unique in the instance. */
  readonly uniqueInOrganization?: boolean
}

/** A change of a person. What is absent stays; null removes. */
export interface UserAccountChange {
  readonly userName?: string
  readonly profile?: { readonly [Member in keyof AccountProfile]?: AccountProfile[Member] | null }
  readonly email?: NonNullable<User['email']>
  readonly phone?: NonNullable<User['phone']> | null
  /** Ends the state `initial`. A user in any other state but `active` is not changed. */
  readonly state?: 'active'
  /**
   * For parts that declare `passkeys` too: the first credential of a person who has neither a password nor a passkey. A person who has one is
   * not changed. It ends what was issued before, other links to a first credential included.
   */
  readonly firstPasskey?: Omit<Passkey, 'userId'>
  /** Ends what was issued before: sessions, tokens, and links to a credential. No browser is known for the user any more. */
  readonly endsAll?: true
  /**
   * Removes the links to accounts at identity providers that were made at this time or later, even if no other sign-in method remains: another person made
   * them. Milliseconds since the epoch. A document that holds one does not bring it back.
   */
  readonly disconnectsSince?: number
  /** The roles of other organizations to suspend with the change, where an administrator may have made it. */
  readonly suspends?: Omit<RoleSuspension, 'userId'>
  readonly unique?: readonly UniqueInInstance[]
  /** Addresses, numbers and bare user names of `unique` need to be unique in the organization of the person alone. Login names stay unique in the instance. */
  readonly uniqueInOrganization?: boolean
}

/**
 * What the caller saw of the user, member by member; undefined where it saw nothing. Members that are not listed may have changed. `createdAt`
 * and `timesEnded`, as read with the proof: nothing of the user was ended since, and no other user got the id.
 */
export type SeenAccount = {
  readonly [
    Member in
      | 'state'
      | 'userName'
      | 'createdAt'
      | 'timesEnded'
      | 'firstName'
      | 'lastName'
      | 'nickName'
      | 'displayName'
      | 'preferredLanguage'
      | 'email'
      | 'phone'
  ]?: User[Member] | undefined
}

/**
 * Why a user was not stored. `changed`: the user is not what the caller saw any more. `user_missing`: there is no such person.
 * `org_missing`: there is no such organization, or it is inactive. `organization_full`: it has as many users as the instance allows.
 */
export type AccountRefusal =
  | 'changed'
  | 'email_taken'
  | 'identity_taken'
  | 'org_missing'
  | 'organization_full'
  /** The credential id belongs to a user already. */
  | 'passkey_taken'
  | 'phone_taken'
  | 'user_missing'
  | 'user_name_taken'

/** The user as stored, or why nothing was stored. */
export type AccountOutcome = { readonly kind: 'done'; readonly user: User } | { readonly kind: 'refused'; readonly reason: AccountRefusal }

/** Stores what people write to their own record. Documents and administrators write through `DirectoryStore`. */
export interface UserAccountStore {
  /**
   * Changes a person, if everything in `seen` still holds: one transaction. A change of the state ends what was issued before.
   * @param now milliseconds since the epoch
   */
  change(userId: string, seen: SeenAccount, change: UserAccountChange, now: number): Promise<AccountOutcome>
  /**
   * Creates a person: one transaction. Of parallel calls for one name one succeeds.
   * @param now milliseconds since the epoch
   * @throws TypeError when there is a user with this identifier
   */
  create(user: NewUserAccount, now: number): Promise<AccountOutcome>
  /**
   * Removes a person with everything that belongs to the person: password, factors, links, metadata, grants and memberships. Sessions and
   * tokens are rows of other stores; they are not honoured any more, and the caller removes them. One transaction.
   * @returns `last_owner`, with nothing changed, for the last active person with the role `IAM_OWNER`: of the last two, of whom both are
   *   removed at once, one stays
   */
  remove(userId: string, now: number): Promise<'removed' | 'user_missing' | 'last_owner'>
}
