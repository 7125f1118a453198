// The resources that documents describe (organizations, users, projects, apps, keys, grants, members …), as canonical
// objects of schema-v2 with their secrets apart. Documents are planned against it and applied to it in transactions.

export type ResourceKind =
  | 'org' | 'orgDomain' | 'orgPolicy' | 'humanUser' | 'machineUser' | 'userMetadata' | 'project' | 'projectRole' | 'projectGrant'
  | 'oidcApp' | 'apiApp' | 'appKey' | 'machineKey' | 'personalAccessToken' | 'userGrant' | 'orgMember' | 'projectMember'
  | 'projectGrantMember' | 'instanceMember' | 'instancePolicy'

export interface ResourceReference {
  readonly kind: ResourceKind
  /** The parts of the resource's key in the order of `resourceKeys`, e.g. `[projectId, roleKey]`. */
  readonly key: readonly string[]
}

/** What is stored beside the canonical object, in the form in which it is stored: digests and hashes, never clear text. */
export interface ResourceSecrets {
  /** SHA-256, base64url: client secrets of apps and service users. */
  readonly clientSecretDigest?: string
  /** PHC or modular crypt string. */
  readonly passwordHash?: string
  /** SHA-256, base64url, of the hash string that a document gave: tells a repeated document from a new one after a rehash. */
  readonly passwordSource?: string
  /** SHA-256, base64url: personal access tokens. */
  readonly tokenDigest?: string
  /** TOTP secret, sealed. */
  readonly sealedOtpSecret?: string
}

export interface Resource extends ResourceReference {
  /** The organization that owns the resource; absent for resources of the instance. */
  readonly orgId?: string
  /** Canonical object of schema-v2 without any secret. Client ids are part of it. */
  readonly content: Readonly<Record<string, unknown>>
  readonly secrets?: ResourceSecrets
}

export interface DirectoryChange {
  /** Inserted or replaced. A secret that is absent stays as it was. */
  readonly put: readonly Resource[]
  /** Removed with everything that hangs on them. */
  readonly remove: readonly ResourceReference[]
}

export interface DirectoryStore {
  /** The resources among the references that exist. Secrets come as stored. */
  find(references: readonly ResourceReference[]): Promise<readonly Resource[]>
  /** The resources of one kind of one organization (of the instance without `orgId`, among them every organization), in key order. */
  list(kind: ResourceKind, orgId: string | undefined): Promise<readonly Resource[]>
  /** Who holds a client id (apps' client ids, service users' ids and names share one key space). */
  findClientId(clientId: string): Promise<ResourceReference | undefined>
  /**
   * Applies the change in one transaction, removals first.
   * @throws DirectoryConflict when it would break uniqueness or refer to nothing; then nothing is changed
   */
  apply(change: DirectoryChange, now: number): Promise<void>
}

export type DirectoryConflictReason = 'client_id_taken' | 'user_name_taken' | 'domain_taken' | 'token_taken' | 'missing_reference'

/** Raised by `DirectoryStore.apply`; nothing was changed. */
export class DirectoryConflict extends Error {
  override readonly name = 'DirectoryConflict'
  readonly reason: DirectoryConflictReason
  readonly resource: ResourceReference | undefined

  constructor(reason: DirectoryConflictReason, resource?: ResourceReference) {
    super(`${reason}${resource === undefined ? '' : ` (${resource.kind} ${resource.key.join('/')})`}`)
    this.reason = reason
    this.resource = resource
  }
}

/** The parts of each kind's key, in order. */
export const resourceKeys: Readonly<Record<ResourceKind, readonly string[]>> = {
  org: ['orgId'],
  orgDomain: ['orgId', 'domainName'],
  orgPolicy: ['orgId', 'policy'],
  humanUser: ['userId'],
  machineUser: ['userId'],
  userMetadata: ['userId', 'key'],
  project: ['projectId'],
  projectRole: ['projectId', 'roleKey'],
  projectGrant: ['grantId'],
  oidcApp: ['appId'],
  apiApp: ['appId'],
  appKey: ['keyId'],
  machineKey: ['keyId'],
  personalAccessToken: ['tokenId'],
  userGrant: ['userId', 'projectId', 'projectGrantId'],
  orgMember: ['orgId', 'userId'],
  projectMember: ['projectId', 'userId'],
  projectGrantMember: ['grantId', 'userId'],
  instanceMember: ['userId'],
  instancePolicy: ['policy'],
}
