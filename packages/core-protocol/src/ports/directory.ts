// The resources that documents describe (organizations, users, projects, apps, keys, grants, members …), as canonical objects of schema-v2,
// with their secrets kept apart. Documents are planned against the directory and applied to it in transactions.
import type { DirectoryLimit, DirectoryLimitReason } from './directory-limit.ts'
import type { ImportRecord } from './import-job.ts'
import type { PeoplePage } from './people.ts'
import type { PendingSecrets } from './pending-secrets.ts'
import type { ResourceKind, ResourceReference } from './resource-kind.ts'
import type { RoleSuspension, UserState } from './user.ts'

/** The secrets that are stored next to the canonical object: digests and hashes, never clear text. */
export interface ResourceSecrets {
  /** SHA-256, base64url: client secrets of apps and service users. Takes the place of a hash. */
  readonly clientSecretDigest?: string
  /** Modular crypt string of a client secret that came as a hash; a digest takes its place at first use. Takes the place of a digest. */
  readonly clientSecretHash?: string
  /** SHA-256, base64url, of the hash string that a document gave for the client secret, kept when a digest takes the hash's place. */
  readonly clientSecretSource?: string
  /**
   * A second client secret that is valid too: its digest or hash. A new client secret that comes without one removes it.
   */
  readonly formerClientSecret?: string
  /** When it expires, in milliseconds since the epoch as a decimal number; absent: when it is removed. It is stored with `formerClientSecret`. */
  readonly formerClientSecretUntil?: string
  /** PHC or modular crypt string. */
  readonly passwordHash?: string
  /** About how many milliseconds the hash takes to verify; absent for hashes that were made here. */
  readonly passwordCost?: number
  /** SHA-256, base64url, of the hash string in a document. It distinguishes a repeated document from a new one after a rehash. */
  readonly passwordSource?: string
  /**
   * The hash of the password that a document gave, once the user has replaced it. It distinguishes a repeated document from a new one. Only
   * the store writes it.
   */
  readonly replacedPasswordHash?: string
  /** SHA-256, base64url: personal access tokens. */
  readonly tokenDigest?: string
  /** TOTP secret in base32, sealed for `otpSecretPurpose`. */
  readonly sealedOtpSecret?: string
  /**
   * SHA-256, base64url, of the user and the TOTP secret that a document gave last. It distinguishes a repeated document from a new one after the
   * user has replaced or removed the app.
   */
  readonly otpSource?: string
  /** The client secret that an identity provider gave us, sealed for `idpSecretPurpose`. */
  readonly sealedIdpSecret?: string
}

/** A resource with its content and its stored secrets. */
export interface Resource extends ResourceReference {
  /** The organization that owns the resource; absent for resources of the instance. */
  readonly orgId?: string
  /** Canonical object of schema-v2 without any secret. Client ids are part of it. */
  readonly content: Readonly<Record<string, unknown>>
  readonly secrets?: ResourceSecrets
  /** Of an organization: it is refused if the name of another organization looks like its name (`nameSkeleton`). */
  readonly ownName?: true
}

/** A resource with the times of its first and of its last write, in milliseconds since the epoch. */
export interface StoredResource extends Resource {
  readonly createdAt: number
  readonly changedAt: number
}

/** The content that a resource must still have when a change is applied; undefined: the resource must not exist. */
export interface ExpectedContent extends ResourceReference {
  readonly content: Resource['content'] | undefined
  /** Whether it must still have no client secret and no token, because the change gives it one. */
  readonly withoutSecret?: true
}

/** Which resource had a key when a change was decided. Another resource may have it by now: created again, perhaps in another organization. */
export interface ResourceIdentity extends ResourceReference {
  /** Its organization and the time of its creation. Absent: neither a resource of this kind had the key nor one that would share its row. */
  readonly was?: Pick<StoredResource, 'orgId' | 'createdAt'>
}

/** The changes of one transaction in the directory. */
export interface DirectoryChange {
  /** Inserted or replaced. A secret that is absent stays as it was. */
  readonly put: readonly Resource[]
  /** Resources to remove, together with everything that belongs to them. */
  readonly remove: readonly ResourceReference[]
  /** What the change was decided from. A resource that another writer changed in between is refused with `stale`. */
  readonly expected?: readonly ExpectedContent[]
  /**
   * The resources that the change was decided with: those that it puts and removes, and those that they belong to or refer to. Where another
   * one has the key of such a resource by now, or none, the change is refused with `stale`: a right to the one is not a right to the other.
   */
  readonly decidedWith?: readonly ResourceIdentity[]
  /**
   * The resources to put that did not exist when the change was decided. The storage may insert them before it looks them up. The
   * result is the same if one exists by now.
   */
  readonly absent?: readonly ResourceReference[]
  /** The roles of other organizations that the change suspends, because it lets another user act as the user. */
  readonly suspends?: readonly RoleSuspension[]
  /**
   * The ids of the identity providers whose issuer, client, keys or mappings the change decides, by a caller whom not every organization trusts.
   * Links that exist are older than the provider from then on (`UserLinkStore.settle`).
   */
  readonly changedProviders?: readonly string[]
  /**
   * Whether an id of a removed object may be used again by an object of the same kind in the same organization: the object returns. Default:
   * false, the id is never used again.
   */
  readonly restores?: boolean
  /** What the caller may not exceed, checked in the transaction. Default: nothing. */
  readonly limits?: readonly DirectoryLimit[]
  /**
   * The report of an import about the change, or the secrets that it generates for delivery: stored in the same transaction, so that
   * neither is there without the other. Pending secrets need the store `pendingSecrets`.
   */
  readonly record?: ImportRecord | PendingSecrets
}

/** What a list of resources may be narrowed to: the objects that its entries belong to. */
export type DirectoryFilter = 'userId' | 'projectId' | 'appId' | 'grantedOrgId' | 'idpId' | 'member'

/** Which resources of a kind to read. */
export interface DirectoryQuery {
  readonly kind: ResourceKind
  /** The organization of the resources. Absent: every organization, and the instance. */
  readonly orgId?: string
  /** The resources with these ids alone, at most 500: the first parts of their keys. */
  readonly ids?: readonly string[]
  /** The resources of these objects alone. */
  readonly of?: Readonly<Partial<Record<DirectoryFilter, string>>>
  /** The resources in this state alone. All but users are `active` or `inactive`. Only for `searchedKinds`. */
  readonly state?: UserState
  /** At most this many, in the order of their keys. */
  readonly limit: number
  /** The key of the last resource of the page before. */
  readonly after?: readonly string[]
}

/** The text to search for in names and ids. */
export interface DirectorySearch extends Omit<DirectoryQuery, 'after'> {
  /**
   * As it was typed. It finds what has one of these that begins with it, in canonical form (`canonicalLoginName`):
   * - users: a word of the display name, the user name, the email address, the id
   * - organizations, projects, applications: a word of the name, the id
   */
  readonly text: string
  /** At most this many, in the order of the words by which they are found. */
  readonly limit: number
  /** The last resource of the page before. */
  readonly after?: { readonly word: string; readonly id: string }
}

/** A resource that a search found. */
export interface FoundResource extends StoredResource {
  /** From where on a name of it begins with what was typed, in canonical form. */
  readonly word: string
}

/** Bound to a sealed TOTP secret, so that it does not open in another user's row. */
export function otpSecretPurpose(userId: string): string {
  return `otp:${userId}`
}

/** Bound to the sealed client secret of an identity provider. */
export function idpSecretPurpose(idpId: string): string {
  return `idp:${idpId}`
}

/** Domains and addresses to look up, each in canonical form (`canonicalLoginName`). */
export interface ContactsAsked {
  readonly domains: readonly string[]
  readonly addresses: readonly string[]
}

/** What is known about domains and addresses. Both maps leave out what is unknown. */
export interface ContactFacts {
  /** The organization that has the domain. */
  readonly domainHolders: ReadonlyMap<string, string>
  /** The ids of the people whose address is stored as verified. */
  readonly verifiedBy: ReadonlyMap<string, readonly string[]>
}

/** Stores the resources that documents describe. */
export interface DirectoryStore {
  /** The resources among the references that exist, with their times. Secrets come as stored. */
  find(references: readonly ResourceReference[]): Promise<readonly StoredResource[]>
  /**
   * The resources of one kind of one organization (of the instance without `orgId`, among them every organization and the removed ids of
   * organizations that are gone), in key order.
   * All at once: for lists that may be long there is `snapshot`.
   */
  list(kind: ResourceKind, orgId: string | undefined): Promise<readonly Resource[]>
  /** A resource with its times. Secrets come as stored. */
  get(reference: ResourceReference): Promise<StoredResource | undefined>
  /**
   * A page of the resources of one kind, in key order, with their times.
   * @throws TypeError for a filter that the kind does not have (`directoryFilters`), for a state of a kind that has none, and for a key of
   *   another kind
   */
  page(query: DirectoryQuery): Promise<readonly StoredResource[]>
  /**
   * A page of a search among the resources of one kind. Each is found once, by the first of its words that begin with the text.
   * @throws TypeError for a kind that cannot be searched (`searchedKinds`), and for a filter that the kind does not have
   */
  search(search: DirectorySearch): Promise<readonly FoundResource[]>
  /**
   * The passkeys and user links that were removed by their users, or for them, and that do not exist. Documents do not bring them
   * back. Of other kinds there are none.
   */
  findRemovedByUsers(references: readonly ResourceReference[]): Promise<readonly ResourceReference[]>
  /**
   * The ids of the identity providers on which the instance relies, whether or not the providers exist: its login policy lists them, or a
   * member of the instance is linked to them.
   */
  findTrustedProviders(idpIds: readonly string[]): Promise<readonly string[]>
  /** What is known about addresses and numbers before an organization may state that they are verified. */
  findContactFacts(asked: ContactsAsked): Promise<ContactFacts>
  /**
   * Those users linked to one of the identity providers who have a role of the instance, or one that their own organization gave. At most
   * `limit`. `orgId` is the organization of the user.
   */
  findLinkedMembers(
    idpIds: readonly string[],
    limit: number,
  ): Promise<readonly { readonly idpId: string; readonly userId: string; readonly orgId: string }[]>
  /**
   * A page of the people of an organization, with what they have to sign in with. It reads at most `limit` users, service users included.
   * @param from `next` of the page before; undefined for the first page
   */
  pageOfPeople(orgId: string, limit: number, from?: string): Promise<PeoplePage>
  /** Who holds a client id (apps' client ids, service users' ids and names share one key space). */
  findClientId(clientId: string): Promise<ResourceReference | undefined>
  /**
   * The conflicts because of which `apply` would refuse a change. Changes nothing, and does not check whether referenced objects exist.
   * @param now milliseconds since the epoch: a tally of an organization that is too old to be believed is counted again, as `apply` does.
   *   Without it, every tally is believed
   */
  findTaken(change: DirectoryChange, now?: number): Promise<readonly DirectoryRefusal[]>
  /**
   * Applies the change in one transaction, removals first. An instance that has a usable owner keeps one: an active person of an active
   * organization who is a member of the instance with the role IAM_OWNER. If one of them is able to sign in under the login policy of the
   * organization (`canSignIn`), one stays able. What would take the last one away is refused with `last_owner`.
   * @throws DirectoryConflict with every resource that would break uniqueness or refers to nothing; then nothing is changed
   * @throws ImportLost when the change has a record of an import, and its holder does not run the import any more; then nothing is changed
   */
  apply(change: DirectoryChange, now: number): Promise<void>
  /**
   * A snapshot of the directory, read page by page while others change the directory. The caller closes it.
   * @param timeLimit milliseconds after which it closes by itself, because it keeps the database from reclaiming space; default 10 minutes
   */
  snapshot(timeLimit?: number): Promise<DirectorySnapshot>
}

/** A view of the directory that stays open while pages are read. */
export interface DirectorySnapshot {
  /** Whether all pages show the same moment. A storage that cannot do that shows each page as it is when it is read. */
  readonly consistent: boolean
  /** At most `limit` resources of a `list`, in its order, from behind the key `after`; fewer, or none, only at the end. */
  page(kind: ResourceKind, orgId: string | undefined, limit: number, after?: readonly string[]): Promise<readonly Resource[]>
  /** As `find` of the store. */
  find(references: readonly ResourceReference[]): Promise<readonly Resource[]>
  /** How many of the users have recovery codes that are not used. None where the store `recoveryCodes` is not open. */
  countWithRecoveryCodes(userIds: readonly string[]): Promise<number>
  /** May be called again, and after the time limit. */
  close(): Promise<void>
}

/** Why a resource cannot be stored. */
export type DirectoryConflictReason =
  | 'client_id_taken'
  | 'user_name_taken'
  | 'org_name_taken'
  | 'domain_taken'
  | 'token_taken'
  | 'identity_taken'
  | 'passkey_taken'
  | 'missing_reference'
  | 'stale'
  | 'last_owner'
  /** The id belonged to an object that was removed. */
  | 'id_removed'
  /** An id is not a removed one while an object has it. */
  | 'id_in_use'
  | DirectoryLimitReason

/** A resource of a change that cannot be put, and why. */
export interface DirectoryRefusal {
  readonly reason: DirectoryConflictReason
  readonly resource: ResourceReference
}

/** Raised by `DirectoryStore.apply`; nothing was changed. */
export class DirectoryConflict extends Error {
  override readonly name = 'DirectoryConflict'
  /** In the order of the change, at least one. */
  readonly refusals: readonly DirectoryRefusal[]

  constructor(refusals: readonly DirectoryRefusal[]) {
    const [first, ...others] = refusals
    const named = first === undefined ? '' : ` (${first.reason}: ${first.resource.kind} ${first.resource.key.join('/')})`
    super(`${1 + others.length} resources cannot be put${named}`)
    this.refusals = refusals
  }
}

/** The filters that each kind has. */
export const directoryFilters: Readonly<Partial<Record<ResourceKind, readonly DirectoryFilter[]>>> = {
  userMetadata: ['userId'],
  userLink: ['userId', 'idpId'],
  passkey: ['userId'],
  personalAccessToken: ['userId'],
  machineKey: ['userId'],
  projectRole: ['projectId'],
  projectGrant: ['projectId', 'grantedOrgId'],
  oidcApp: ['projectId'],
  apiApp: ['projectId'],
  appKey: ['appId'],
  userGrant: ['userId', 'projectId'],
  orgMember: ['userId'],
  projectMember: ['projectId', 'userId'],
  projectGrantMember: ['userId'],
  orgText: ['member'],
  instanceText: ['member'],
}

/** The kinds that can be searched, and narrowed to a state. */
export const searchedKinds: readonly ResourceKind[] = ['org', 'humanUser', 'machineUser', 'project', 'oidcApp', 'apiApp']

/**
 * What a removed id identified. Ids of users are the `sub` of tokens, ids of clients, service users and projects are in `aud`, and ids of
 * organizations in the claims about roles. https://openid.net/specs/openid-connect-core-1_0.html#IDToken
 */
export const removedIdKinds = ['user', 'client', 'project', 'organization'] as const
/** One of `removedIdKinds`. */
export type RemovedIdKind = (typeof removedIdKinds)[number]
