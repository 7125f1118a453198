// Which permission each operation on each kind of object needs. A kind that is not in the table does not compile.
import type { ResourceKind } from '@symbolon/core-protocol'
import type { Area, Permission } from './permission.ts'

/** Objects of administration: the resources of documents, and other objects of users and of the instance. */
export type Subject =
  | ResourceKind
  /** Authenticator apps and recovery codes of a person. */
  | 'factor'
  | 'session'
  | 'event'
  | 'feature'
  | 'signingKey'
  /** Imports of other users, and their reports, which hold generated secrets. The planner decides about the objects of a document one by one. */
  | 'import'
  /** Organizations as a document, which holds the credentials of all users. */
  | 'export'

/**
 * The action of a caller. `search`: find by an exact name. `change_credential`: change a password or a secret, or an e-mail address or phone
 * number that receives codes. `change_name`: change the names that applications and other users see.
 */
export type Action = 'search' | 'list' | 'get' | 'create' | 'change' | 'change_state' | 'change_credential' | 'change_name' | 'remove'

/** The permission for each action. No role allows an absent action. */
export type Rights = Readonly<Partial<Record<Action, Permission>>>

/** Usual rights: read to see, write to create and change, delete to remove. */
function of(area: Area, others: Rights = {}): Rights {
  const [read, write, remove] = [`${area}.read`, `${area}.write`, `${area}.delete`] as const
  return { list: read, get: read, create: write, change: write, change_state: write, remove, ...others }
}

/** For a part of another object: the permission to write that object includes adding and removing the part. */
function partOf(area: Area, write: Permission = `${area}.write`): Rights {
  return of(area, { create: write, change: write, change_state: write, remove: write })
}

const ofUser: Rights = of('user', { search: 'user.search', change_credential: 'user.write', change_name: 'user.write' })
const ofApp: Rights = of('project.app', { change_credential: 'project.app.write' })

/** The table. */
export const rights: Readonly<Record<Subject, Rights>> = {
  // Deactivating an organization locks out all its users, like its removal.
  org: of('org', { search: 'org.search', create: 'org.create', change_state: 'org.delete' }),
  orgDomain: partOf('org'),
  orgPolicy: of('policy'),
  orgText: of('policy'),
  oidcIdp: of('policy', { change_credential: 'policy.write' }),
  jwtIdp: of('policy'),
  action: of('policy'),
  triggerActions: of('policy'),
  humanUser: ofUser,
  machineUser: ofUser,
  userMetadata: partOf('user'),
  userLink: partOf('user'),
  machineKey: partOf('user'),
  personalAccessToken: { ...partOf('user'), change_credential: 'user.write' },
  project: of('project', { create: 'project.create' }),
  projectRole: of('project.role'),
  oidcApp: ofApp,
  apiApp: ofApp,
  appKey: partOf('project.app'),
  projectGrant: of('project.grant'),
  userGrant: of('user.grant'),
  orgMember: of('org.member'),
  projectMember: of('project.member'),
  projectGrantMember: of('project.grant.member'),
  instanceMember: of('instance.member'),
  // A removed id is never given to another object: only the instance may decide that for every organization.
  removedId: { list: 'instance.write', get: 'instance.write', create: 'instance.write' },
  instancePolicy: of('instance'),
  instanceText: of('instance'),
  instanceOidcIdp: of('instance', { change_credential: 'instance.write' }),
  factor: partOf('user', 'user.credential.write'),
  passkey: partOf('user', 'user.passkey.write'),
  session: of('session'),
  event: { list: 'events.read', get: 'events.read' },
  feature: of('instance'),
  signingKey: of('instance'),
  import: { list: 'instance.write', get: 'instance.write' },
  export: { create: 'instance.write' },
}
