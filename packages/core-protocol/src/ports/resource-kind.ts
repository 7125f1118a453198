// The kinds of resources that documents describe, and the keys that identify a resource.

/** The kinds of resources that documents describe. */
export type ResourceKind =
  | 'org'
  | 'orgDomain'
  | 'orgPolicy'
  | 'humanUser'
  | 'machineUser'
  | 'userMetadata'
  | 'project'
  | 'projectRole'
  | 'projectGrant'
  | 'oidcApp'
  | 'apiApp'
  | 'appKey'
  | 'machineKey'
  | 'personalAccessToken'
  | 'userGrant'
  | 'orgMember'
  | 'projectMember'
  | 'projectGrantMember'
  | 'instanceMember'
  | 'instancePolicy'
  | 'instanceOidcIdp'
  | 'instanceText'
  | 'oidcIdp'
  | 'jwtIdp'
  | 'userLink'
  | 'passkey'
  | 'action'
  | 'triggerActions'
  | 'orgText'
  | 'removedId'

/** A resource by its kind and key. */
export interface ResourceReference {
  readonly kind: ResourceKind
  /** The parts of the resource's key in the order of `resourceKeys`, e.g. `[projectId, roleKey]`. */
  readonly key: readonly string[]
}

/** @returns one text for each resource, for maps. All keys of a kind have the same number of parts. */
export function nameOfResource({ kind, key }: ResourceReference): string {
  return `${kind} ${key.length === 1 ? key[0] : JSON.stringify(key)}`
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
  instanceOidcIdp: ['idpId'],
  /** `member`: as of `orgText`. */
  instanceText: ['member', 'language'],
  oidcIdp: ['idpId'],
  jwtIdp: ['idpId'],
  userLink: ['userId', 'idpId', 'providedUserId'],
  passkey: ['credentialId'],
  action: ['actionId'],
  triggerActions: ['orgId', 'flowType', 'triggerType'],
  /** `member`: the list of the document that holds the text, e.g. `loginTexts`. */
  orgText: ['orgId', 'member', 'language'],
  /** `kind`: one of `removedIdKinds`. */
  removedId: ['kind', 'id'],
}
