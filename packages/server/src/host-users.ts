// The stores about users, where the users are the host's. What would need a row of a user is refused at the start.
import { belongsTo, hostHash, StorageUnavailable } from '@symbolon/core-protocol'
import type { AnyLogin, AnyUsers, Part, StoreName, Stores, User } from '@symbolon/core-protocol'
import { CompositionError } from './compose/composition-error.ts'
import { documentReaders, withoutDocuments } from './without-documents.ts'

/** The stores that the users of the host replace. They are not opened. */
const replaced = ['memberships', 'passwords', 'personalAccessTokens', 'userGrants', 'userMetadata', 'users'] as const
type Replaced = (typeof replaced)[number]

/**
 * The stores that hold something of stored users, or change them. Of those, only documents know stored users alone: the others would be asked
 * for a person of the host, who has no row that theirs could refer to.
 */
const needsStoredUsers: readonly StoreName[] = [
  'consoleSessions',
  'directory',
  'factorDrafts',
  'importJobs',
  'mailedCodes',
  'oneTimeCodes',
  'passkeys',
  'recoveryCodes',
  'skippedOffers',
  'userAccounts',
  'userLinks',
]

/**
 * @returns the stores that the storage has to open
 * @throws CompositionError users_elsewhere
 */
export function storedNames(
  names: readonly StoreName[],
  parts: readonly Part<StoreName>[],
  users: AnyUsers | undefined,
): readonly StoreName[] {
  if (users === undefined) return names
  const { stored } = users
  for (const part of parts) {
    const needed = part.stores.find((store) => needsStoredUsers.includes(store) && !(stored !== 'none' && store === 'directory'))
    if (needed !== undefined) {
      // The endpoints of a login name the stores of everything that it is composed of.
      const member = part.name.startsWith('login') ? parts.flatMap(membersOf).find(({ stores }) => stores.includes(needed)) : undefined
      const name = member === undefined ? `'${part.name}'` : `'${member.name}' of the login`
      const advice = 'Leave it out, or leave out the option users.'
      throw new CompositionError('users_elsewhere', `${name} needs stored users (${needed}), but the users are the host's. ${advice}`)
    }
  }
  return names
    .filter((name) => stored !== 'none' || !documentReaders.some((each) => each === name))
    .filter((name) => !isReplaced(name) || stored === 'all' || (stored === 'service_users' && name !== 'passwords'))
    .map((name) => (name === 'knownBrowsers' ? 'hostKnownBrowsers' : name))
}

/** @returns what a login is composed of */
function membersOf(part: Part<StoreName> & Partial<Pick<AnyLogin, 'members'>>): NonNullable<AnyLogin['members']> {
  return part.members ?? []
}

/** @returns the stores, those of users answered by the host */
export function withHostUsers(stores: Stores, users: AnyUsers | undefined): Stores {
  if (users === undefined) return stores
  const host = storesOf(users)
  const answered =
    users.stored === 'none'
      ? { ...withoutDocuments, ...host }
      : { ...host, ...withStoredServiceUsers(host, stores), ...(users.stored === 'all' ? withStoredPeople(host, stores) : {}) }
  return { ...stores, ...answered, knownBrowsers: stores.hostKnownBrowsers }
}

/**
 * People are the host's, service users are stored. Whatever is stored about an id counts only where the host has no such person: who chooses
 * ids at the host must not choose the roles of a service user.
 */
function withStoredServiceUsers({ users: people }: Pick<Stores, Replaced>, stored: Stores): Partial<Pick<Stores, Replaced>> {
  const ofServiceUser = async <T>(userId: string, read: () => Promise<T>, none: T): Promise<T> =>
    (await people.find(userId)) === undefined ? await read() : none
  const serviceUser = (user: User | undefined): User | undefined => (user?.kind === 'machine' ? user : undefined)
  return {
    users: {
      find: async (userId) => (await people.find(userId)) ?? serviceUser(await stored.users.find(userId)),
      findActive: async (userId) =>
        await ofServiceUser(userId, async () => serviceUser(await stored.users.findActive(userId)), await people.findActive(userId)),
      findByLoginName: people.findByLoginName,
    },
    memberships: {
      list: async (userId) => await ofServiceUser(userId, async () => await stored.memberships.list(userId), []),
      async listOf(userIds) {
        const others = await Promise.all(userIds.map(async (userId) => ((await people.find(userId)) === undefined ? [userId] : [])))
        return await stored.memberships.listOf(others.flat())
      },
      listPending: async (userId) => await ofServiceUser(userId, async () => await stored.memberships.listPending(userId), []),
      findPending: async (userId, of) =>
        await ofServiceUser(userId, async () => await stored.memberships.findPending(userId, of), undefined),
      accept: async (userId, of) => await ofServiceUser(userId, async () => await stored.memberships.accept(userId, of), false),
      decline: async (userId, of) => await ofServiceUser(userId, async () => await stored.memberships.decline(userId, of), false),
      suspend: async (suspension, now) =>
        await ofServiceUser(suspension.userId, async () => await stored.memberships.suspend(suspension, now), undefined),
      resume: async (userId, since) => await ofServiceUser(userId, async () => await stored.memberships.resume(userId, since), false),
    },
    personalAccessTokens: stored.personalAccessTokens,
    userGrants: {
      listRoles: async (userId, projectIds) =>
        await ofServiceUser(userId, async () => await stored.userGrants.listRoles(userId, projectIds), []),
    },
    userMetadata: { list: async (userId) => await ofServiceUser(userId, async () => await stored.userMetadata.list(userId), []) },
  }
}

/**
 * Users of the host and stored users. A full login name, at a verified domain of an organization, belongs to the stored user: users who sign up
 * at the host must not take the name of an administrator. The host is asked first for every other name.
 */
function withStoredPeople({ users: people }: Pick<Stores, Replaced>, stored: Stores): Pick<Stores, 'passwords' | 'users'> {
  const isStored = async (userId: string): Promise<boolean> => (await people.find(userId)) === undefined
  return {
    users: {
      find: async (userId) => (await people.find(userId)) ?? (await stored.users.find(userId)),
      async findActive(userId) {
        const active = await people.findActive(userId)
        return active ?? ((await isStored(userId)) ? await stored.users.findActive(userId) : undefined)
      },
      async findByLoginName(name, organization) {
        const [ofHost, matches] = await Promise.all([
          people.findByLoginName(name, organization),
          stored.users.findByLoginName(name, organization),
        ])
        const counted = await Promise.all(matches.map(async (match) => ((await isStored(match.user.id)) ? [match] : [])))
        const others = counted.flat()
        const byLoginName = others.filter(({ by, user }) => by === 'login_name' && user.kind === 'human')
        if (byLoginName.length > 0) return byLoginName
        return ofHost.length > 0 ? ofHost : others
      },
    },
    passwords: {
      async find(userId) {
        const [password, isTheirs] = await Promise.all([stored.passwords.find(userId), userId === '' || isStored(userId)])
        return isTheirs ? password : { userId, hash: hostHash(userId) }
      },
      slowest: async () => await stored.passwords.slowest(),
      replaceHash: async (userId, from, to) => await stored.passwords.replaceHash(userId, from, to),
      set: async (password) => ((await isStored(password.userId)) ? await stored.passwords.set(password) : undefined),
    },
  }
}

function isReplaced(name: StoreName): name is Replaced {
  return replaced.some((each) => each === name)
}

function storesOf(users: AnyUsers): Pick<Stores, Replaced> {
  return {
    users: {
      find: async (userId) => await available(users.find(userId)),
      async findActive(userId) {
        const user = await available(users.find(userId))
        return user?.state === 'active' ? user : undefined
      },
      async findByLoginName(name, organization) {
        const user = await available(users.findByLoginName(name))
        return user === undefined || !belongsTo(user, organization) ? [] : [{ user, by: 'login_name' }]
      },
    },
    // Instead of a hash, the id of the user: `hostPasswords` verifies with it.
    passwords: {
      find: async (userId) => (userId === '' ? undefined : { userId, hash: hostHash(userId) }),
      slowest: async () => 0,
      replaceHash: async () => false,
      set: async () => undefined,
    },
    memberships: {
      list: async () => [],
      listOf: async () => new Map(),
      listPending: async () => [],
      findPending: async () => undefined,
      accept: async () => false,
      decline: async () => false,
      suspend: async () => {},
      resume: async () => false,
    },
    personalAccessTokens: { find: async () => undefined, findById: async () => undefined },
    userGrants: { listRoles: async () => [] },
    userMetadata: { list: async () => [] },
  }
}

/** The database of the host is away: the request may be tried again. */
async function available(asked: Promise<User | undefined>): Promise<User | undefined> {
  return await asked.catch((error: unknown) => {
    throw new StorageUnavailable(`The user source of the host failed: ${String(error)}`, { cause: error })
  })
}
