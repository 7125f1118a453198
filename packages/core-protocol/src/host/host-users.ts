// The users of the host's own database, in place of stored ones.
import { define } from '../contract/part.ts'
import type { AnyUsers, StoredUserKinds } from '../contract/part.ts'
import type { SecretHashing, VerificationOptions } from '../ports/secret-hashing.ts'
import type { User } from '../ports/user.ts'
import { turns } from './turns.ts'
import { checkPartOptions } from '../contract/part-options.ts'

/** The members of a user that a host may leave out, because something follows from the others. */
type Optional = 'displayName' | 'timesEnded' | 'createdAt' | 'state'
/** The members that are about stored users alone. */
type Stored =
  | 'kind'
  | 'orgId'
  | 'orgActive'
  | 'orgName'
  | 'primaryDomain'
  | 'loginName'
  | 'secondFactors'
  | 'passwordChangeRequired'
  | 'userName'

/** A person, as the host describes them. The standard claims come from the members of the same meaning, e.g. `email`. */
export interface HostUser extends Omit<User, Optional | Stored>, Partial<Pick<User, Optional>> {
  /** The `sub` of tokens: 1 to 255 characters of ASCII that never change, and are never reassigned. */
  readonly id: string
  /** What the person types to sign in; `username` and `preferred_username`. */
  readonly userName: string
  /** Only `active` people sign in and use tokens; that is the default. */
  readonly state?: User['state']
  /** Milliseconds since the epoch. Where ids are reused, it ends what was issued to the earlier owner. Default 0. */
  readonly createdAt?: number
  /** Raise it to end every session and token of the person, e.g. with a new password. Default 0. */
  readonly timesEnded?: number
}

/** Where a host keeps its users. Both functions are called often, and see every change at the next request. */
export interface UserSource {
  /** Finds a person in any state, by the id. */
  readonly find: (userId: string) => Promise<HostUser | undefined>
  /**
   * Finds the person whom a typed name means: a user name, an email address or whatever people sign in with.
   * @param name in lower case and composed form, without surrounding space (NFKC)
   */
  readonly findByLoginName: (name: string) => Promise<HostUser | undefined>
  /**
   * Which users of documents count, in addition to the users of the host: none, which is the default; service users, for programs that call APIs; or
   * all, whose people sign in by `hostPasswords(verify, { stored })`. An id that both have is the host's.
   */
  readonly stored?: StoredUserKinds
  /**
   * Of the scopes `profile`, `email`, `phone` and `address` those whose claims your users can have. Default: all. Discovery lists no others, and
   * requests for others are answered without them.
   */
  readonly scopes?: readonly ('profile' | 'email' | 'phone' | 'address')[]
}

/**
 * Declares the users of the host, in place of stored users: no document, page or API of the provider creates or changes any.
 * ```ts
 * createProvider({ users: hostUsers({ find, findByLoginName }), login: login({ authenticators: [password({ hashing: hostPasswords(verify) })], … }), … })
 * ```
 * @throws TypeError with the code `unknown_option` or `option_missing`
 */
export function hostUsers(source: UserSource): AnyUsers {
  checkPartOptions('hostUsers', source, { find: 'required', findByLoginName: 'required', stored: 'optional', scopes: 'optional' })
  return define({
    kind: 'users',
    name: 'users of the host',
    stores: [],
    stored: source.stored ?? 'none',
    ...(source.scopes === undefined ? {} : { scopes: source.scopes }),
    async find(userId: string) {
      const found = await source.find(userId)
      // A source that folds case, or trims, would let two subjects be one person.
      if (found !== undefined && found.id !== userId) throw new TypeError('The user source gave another user than the id names.')
      return found === undefined ? undefined : userOf(found)
    },
    async findByLoginName(name: string) {
      const found = await source.findByLoginName(name)
      return found === undefined ? undefined : userOf(found)
    },
  })
}

function userOf({ createdAt = 0, ...given }: HostUser): User {
  // https://openid.net/specs/openid-connect-core-1_0.html#IDToken: "It MUST NOT exceed 255 ASCII characters in length."
  if (!/^[\x21-\x7e]{1,255}$/.test(given.id))
    throw new TypeError('The user source gave a user whose id is not 1 to 255 characters of ASCII.')
  return {
    displayName: given.userName,
    state: 'active',
    timesEnded: 0,
    ...given,
    createdAt,
    kind: 'human',
    loginName: given.userName,
    orgId: '',
    orgName: '',
    orgActive: true,
    secondFactors: [],
  }
}

/**
 * Checks a password of a person of the host.
 * @param userId undefined for an unknown name: compare with a hash all the same, so that the time does not reveal which names exist
 */
export type VerifyHostPassword = (userId: string | undefined, password: string) => Promise<boolean>

/** Begins the text in place of a hash for a person of the host. No scheme of a stored hash begins so. */
const hostHashPrefix = 'host:'

/** The text in place of a hash, `host:USER_ID`. It makes `hostPasswords` let the host verify the password of this user. */
export function hostHash(userId: string): string {
  return `${hostHashPrefix}${userId}`
}

/** Options of {@link hostPasswords}. */
export interface HostPasswordsOptions {
  /**
   * Verifies and creates the hashes of stored users, in addition to the hashes of the host: `secretHashing()`. A refusal then costs a comparison of both, so
   * that its time does not reveal whose name it is.
   */
  readonly stored?: SecretHashing
  /** How many passwords are compared at once. Default: any number, for a function that limits itself. */
  readonly concurrency?: number
  /** How many attempts wait at most. Further attempts are rejected with a request to retry later, and are not counted. Default 50. */
  readonly queueLimit?: number
}

/**
 * Lets the host verify the passwords of its users: `password({ hashing: hostPasswords(verify) })`. Guesses are delayed and blocked as ever, and
 * each is counted before it is verified.
 */
export function hostPasswords(verify: VerifyHostPassword, options: HostPasswordsOptions = {}): SecretHashing {
  if (typeof verify !== 'function')
    throw Object.assign(
      new TypeError('hostPasswords() takes a function that checks a password: hostPasswords(async (userId, password) => …).'),
      {
        code: 'option_missing',
      },
    )
  checkPartOptions('hostPasswords', options, { stored: 'optional', concurrency: 'optional', queueLimit: 'optional' })
  const { stored = noStoredHashes, concurrency = Number.POSITIVE_INFINITY, queueLimit = 50 } = options
  const inTurn = turns(concurrency, queueLimit)
  const isOfHost = (hash: string): boolean => hash.startsWith(hostHashPrefix)
  return {
    inspect: (hash) => (isOfHost(hash) ? { supported: true, scheme: 'host', milliseconds: 0 } : stored.inspect(hash)),
    verify: async (password, hash, how = {}) =>
      await inTurn(async () => {
        if (!isOfHost(hash)) {
          const result = await stored.verify(password, hash, how)
          await verify(undefined, password)
          return result
        }
        const begun = await spendComparison(stored, password, how)
        const userId = begun ? hash.slice(hostHashPrefix.length) : undefined
        return { valid: (await verify(userId, password)) === true && begun, rehash: false }
      }),
    verifyAbsent: async (password, how = {}) =>
      await inTurn(async () => {
        await spendComparison(stored, password, how)
        await verify(undefined, password)
      }),
    hash: async (password) => await stored.hash(password),
  }
}

/** Takes as long as a comparison with a stored hash, so that the time does not reveal whose name was typed. @returns whether the attempt may begin */
async function spendComparison(stored: SecretHashing, password: string, options: VerificationOptions): Promise<boolean> {
  let begun = false
  const begin = async (): Promise<boolean> => (begun = options.begin === undefined || (await options.begin()))
  await stored.verifyAbsent(password, { ...options, begin })
  return begun
}

/** Where no people are stored. */
const noStoredHashes: SecretHashing = {
  inspect: () => ({ supported: false, reason: 'unknown_scheme' }),
  verify: async (_password, _hash, { begin } = {}) => {
    await begin?.()
    return { valid: false, rehash: false }
  },
  verifyAbsent: async (_password, { begin } = {}) => void (await begin?.()),
  hash: async () => await Promise.reject(new TypeError('The host keeps the passwords of its users: the provider sets none.')),
}
