// Compares the old and the new content of one object of a document and decides which actions, at which places, the change requires. Pure.
import type { Resource, ResourceKind, RoleSuspension } from '@symbolon/core-protocol'
import type { Caller, Given } from './caller.ts'
import { holds, may, mayGiveRole } from './may.ts'
import type { Target } from './target.ts'
import { textAt, textsAt } from './content.ts'
import { placeOf, theInstance } from './place.ts'
import type { Find, Place } from './place.ts'
import { refuse, rolesWith } from './refusal.ts'
import type { Refusal } from './refusal.ts'
import type { Action, Subject } from './rights.ts'
import type { Permission } from './permission.ts'
import { mergeSuspensions, suspensionBy } from './suspension.ts'

/** A change of one object. Without `before` it is created, without `after` it is removed. */
export interface ObjectChange {
  readonly kind: ResourceKind
  readonly key: readonly string[]
  /** The stored object. */
  readonly before?: Pick<Resource, 'orgId' | 'content'>
  /** The object after the change. */
  readonly after?: Pick<Resource, 'orgId' | 'content'>
  /** The names of the members that differ, e.g. `user.email.email`. */
  readonly changed: readonly string[]
  /** The names of the secrets that change, as they are stored. */
  readonly secrets: readonly string[]
  /** Whether the change follows from others and was not asked for, as the default domain of a new organization does. */
  readonly consequence?: boolean
}

/** What the decision depends on, in addition to the change. */
export interface Surroundings {
  readonly find: Find
  /** All memberships of a user, whether or not they count now. */
  readonly membershipsOf: (userId: string) => readonly Given[]
}

/** @returns the refusal, undefined if the caller may make the change; a change without a difference needs the permission to read */
export function mayChange(caller: Caller, change: ObjectChange, surroundings: Surroundings): Refusal | undefined {
  if (caller.kind === 'system') return undefined
  const { kind, before, after } = change
  if (isMember(kind) && change.key.at(-1) === caller.userId) return mayChangeOwnRoles(change)
  for (const place of placesOf(change, surroundings)) {
    for (const [action, subject] of actionsOf(change)) {
      for (const target of targetsOf(change, action, surroundings)) {
        const refusal = may(caller, action, subject, place, target)
        if (refusal !== undefined) return refusal
      }
    }
  }
  if (before !== undefined && after !== undefined && isSame(change)) return undefined
  return (
    refusedRole(caller, change, surroundings) ?? refusedGrant(caller, change, surroundings) ?? refusedMember(caller, change, surroundings)
  )
}

/**
 * Users may accept and give up their own roles, and may not add roles: a role that they added would outlast the role that allowed it. Nor may
 * they lift a suspension.
 */
function mayChangeOwnRoles({ before, after }: ObjectChange): Refusal | undefined {
  const held = rolesOf(before)
  if (isSuspended(before) && after !== undefined && !isSuspended(after)) return refuse('self')
  return rolesOf(after).every((role) => held.includes(role)) && before !== undefined ? undefined : refuse('self')
}

function isSuspended(member: Pick<Resource, 'content'> | undefined): boolean {
  return textAt(member?.content, 'state') === 'STATE_SUSPENDED'
}

/**
 * @returns the roles that the change suspends, because it lets the caller act as their holders. A new user name does not: the user signs in with the
 *   same password and factors, and identity providers sign users in by links alone
 */
export function suspensionsOf(caller: Caller, change: ObjectChange, surroundings: Surroundings): readonly RoleSuspension[] {
  if (caller.kind === 'system') return []
  return mergeSuspensions(
    placesOf(change, surroundings).flatMap((place) =>
      actionsOf(withoutUserName(change)).flatMap(([action, subject]) =>
        targetsOf(change, action, surroundings).flatMap((target) => {
          const suspension = target === undefined ? undefined : suspensionBy(caller, action, subject, place, target)
          return target === undefined || suspension === undefined ? [] : [{ userId: target.userId, ...suspension }]
        }),
      ),
    ),
  )
}

function withoutUserName(change: ObjectChange): ObjectChange {
  return { ...change, changed: change.changed.filter((name) => name !== 'user.userName') }
}

/** The places of the object before and after the change: to move an object needs the right at both. */
function placesOf({ kind, key, before, after }: ObjectChange, { find }: Surroundings): readonly Place[] {
  // A new organization or project is not a place yet.
  if (before === undefined && kind === 'org') return [theInstance]
  if (before === undefined && kind === 'project') return [after?.orgId === undefined ? {} : { orgId: after.orgId }]
  const [was, becomes] = [before, after].map((each) => (each === undefined ? undefined : placeOf({ kind, key, ...each }, find)))
  if (was === undefined || becomes === undefined) return [was ?? becomes ?? theInstance]
  return JSON.stringify(was) === JSON.stringify(becomes) ? [was] : [was, becomes]
}

/** The members of an object that say whether it is switched off. */
export const stateMembers: readonly string[] = ['state', 'orgState']

/**
 * Proofs of identity are sent to the addresses, so who changes one receives the next proof. By the user name a user is found, at a sign-in
 * and wherever rights are given. A password has its name here where a dry run has not hashed it; to demand a new one interrupts its owner.
 */
const identifying = /^user\.(?:(?:userName|password|hashedPassword|passwordChangeRequired)$|(?:email|phone)(?:\.|$))/

/** Applications and mails show these members: a changed name could pass an administrator off as another person. */
const naming = /^user\.(?:name|profile|profile\.(?:firstName|lastName|nickName|displayName))$/

/** The secret of an authenticator app, and where it came from. */
const isOfApp = (secret: string): boolean => secret === 'sealedOtpSecret' || secret === 'otpSource'

type Step = readonly [Action, Subject]

function actionsOf(change: ObjectChange): readonly Step[] {
  const { kind, before, after, changed, secrets } = change
  const factor: readonly Step[] = secrets.some(isOfApp) ? [['change', 'factor']] : []
  if (before === undefined) return [['create', kind], ...factor]
  if (after === undefined) return [['remove', kind]]
  if (isSame(change)) return [['get', kind]]
  const isCredential = (name: string): boolean => isUser(kind) && identifying.test(name)
  const isName = (name: string): boolean => isUser(kind) && naming.test(name)
  const proves = secrets.some((name) => !isOfApp(name)) || changed.some(isCredential)
  return [
    ...(changed.some((name) => stateMembers.includes(name)) ? [['change_state', kind] as const] : []),
    ...(proves ? [['change_credential', kind] as const] : []),
    ...(changed.some(isName) ? [['change_name', kind] as const] : []),
    ...(changed.some((name) => !stateMembers.includes(name) && !isCredential(name) && !isName(name)) ? [['change', kind] as const] : []),
    ...factor,
  ]
}

function isSame({ changed, secrets }: ObjectChange): boolean {
  return changed.length === 0 && secrets.length === 0
}

/** The users whom the change is about, before and after it; `[undefined]` where it is about no stored user. */
function targetsOf(
  { kind, key, before, after }: ObjectChange,
  action: Action,
  { membershipsOf }: Surroundings,
): readonly (Target | undefined)[] {
  const userIds = ownersOf(kind, key, [before, after]).filter(() => action !== 'create' || !isUser(kind))
  return userIds.length === 0 ? [undefined] : userIds.map((userId) => ({ userId, memberships: membershipsOf(userId) }))
}

function ownersOf(
  kind: ResourceKind,
  [first = '']: readonly string[],
  contents: readonly (Pick<Resource, 'content'> | undefined)[],
): readonly string[] {
  if (isUser(kind) || kind === 'userLink' || kind === 'userMetadata') return [first]
  if (kind !== 'machineKey' && kind !== 'personalAccessToken' && kind !== 'passkey') return []
  return [...new Set(contents.flatMap((each) => textAt(each?.content, 'userId') ?? []))]
}

/** @returns the users whose memberships the decision about an object depends on */
export function usersOf(change: Pick<ObjectChange, 'kind' | 'key' | 'before' | 'after'>): readonly string[] {
  return ownersOf(change.kind, change.key, [change.before, change.after])
}

function refusedRole(caller: Caller, change: ObjectChange, { find }: Surroundings): Refusal | undefined {
  const at = membershipOf(change, find)
  if (at === undefined) return undefined
  const [was, becomes] = [rolesOf(change.before), rolesOf(change.after)]
  // To end a suspension is to give the roles again.
  if (isSuspended(change.before) && change.after !== undefined && !isSuspended(change.after))
    return becomes.map((role) => mayGiveRole(caller, role, at)).find((refusal) => refusal !== undefined)
  const differing = [...was.filter((role) => !becomes.includes(role)), ...becomes.filter((role) => !was.includes(role))]
  return differing.map((role) => mayGiveRole(caller, role, at)).find((refusal) => refusal !== undefined)
}

function membershipOf({ kind, key, before, after }: ObjectChange, find: Find): Given | undefined {
  if (!isMember(kind)) return undefined
  const { orgId, projectId, projectGrantId, grantedOrgId } = placeOf({ kind, key, content: {}, ...(before ?? after) }, find)
  const within = { ...(orgId === undefined ? {} : { orgId }), roles: [] }
  if (kind === 'instanceMember') return { of: 'instance', roles: [] }
  if (kind === 'orgMember') return { of: 'organization', ...within }
  if (kind === 'projectMember') return { of: 'project', ...within, ...(projectId === undefined ? {} : { projectId }) }
  return {
    of: 'project_grant',
    ...within,
    ...(projectId === undefined ? {} : { projectId }),
    ...(projectGrantId === undefined ? {} : { grantId: projectGrantId }),
    ...(grantedOrgId === undefined ? {} : { grantedOrgId }),
  }
}

/** In another organization than the project's, roles are granted only through a project grant to that organization, and within it. */
function refusedGrant(caller: Caller, change: ObjectChange, { find }: Surroundings): Refusal | undefined {
  const {
    kind,
    key: [, projectId = '', grantId = ''],
    after,
  } = change
  if (kind !== 'userGrant' || grantId === '' || after === undefined) return undefined
  const stored = find({ kind: 'projectGrant', key: [grantId] })
  const grant = stored?.content['projectGrant']
  if (stored !== undefined && textAt(grant, 'projectId') !== projectId) return refuse('grant')
  // A caller who may pass the roles on gains nothing here. Exports hold grants of users in the organization that granted the project, too.
  const passing = stored?.orgId === undefined ? holds(caller, 'instance.write', theInstance) : mayPassOn(caller, stored.orgId, projectId)
  if (passing) return undefined
  const passedOn = textsAt(grant, 'roleKeys')
  const within =
    textAt(grant, 'grantedOrgId') === after.orgId && textsAt(after.content, 'roleKeys').every((roleKey) => passedOn.includes(roleKey))
  return within ? undefined : refuse('grant')
}

function mayPassOn(caller: Caller, orgId: string, projectId: string): boolean {
  return holds(caller, 'project.grant.write', { orgId, projectId })
}

/** Members that only the instance may set, because their effect reaches beyond the organization. */
function refusedMember(caller: Caller, change: ObjectChange, { find }: Surroundings): Refusal | undefined {
  const { kind, before, after, consequence = false } = change
  const needs = (permission: Permission, place: Place): Refusal | undefined =>
    holds(caller, permission, place) ? undefined : refuse('permission', { permission, roles: rolesWith(permission, place) })
  if (kind === 'orgDomain' && !consequence) {
    const becomes = (member: string): boolean => after?.content[member] === true && before?.content[member] !== true
    const isVerified = after?.content['isVerified'] === true
    // Login names end in a verified domain or the primary domain, and e-mail addresses in a verified domain are trusted. A domain that the
    // instance has deactivated stays deactivated.
    const claims = isVerified ? becomes('isVerified') || (isOn(after) && !isOn(before)) : becomes('isPrimary')
    return claims ? needs('org.verify', after?.orgId === undefined ? {} : { orgId: after.orgId }) : undefined
  }
  // Such an application gets tokens for this API from every user who signs in to it, including owners of the instance.
  const apps = kind === 'appKey' ? appsOf([before, after], find) : kind === 'oidcApp' || kind === 'apiApp' ? [before, after] : []
  return apps.some((app) => app?.content['managementAccess'] === true) ? needs('instance.write', theInstance) : undefined
}

function isOn(domain: Pick<Resource, 'content'> | undefined): boolean {
  return textAt(domain?.content, 'state') !== 'STATE_INACTIVE'
}

function appsOf(keys: readonly (Pick<Resource, 'content'> | undefined)[], find: Find): readonly ReturnType<Find>[] {
  return keys.flatMap((key) => {
    const appId = textAt(key?.content, 'appId')
    return appId === undefined ? [] : [find({ kind: 'oidcApp', key: [appId] }), find({ kind: 'apiApp', key: [appId] })]
  })
}

function isMember(kind: ResourceKind): boolean {
  return kind === 'instanceMember' || kind === 'orgMember' || kind === 'projectMember' || kind === 'projectGrantMember'
}

function isUser(kind: ResourceKind): boolean {
  return kind === 'humanUser' || kind === 'machineUser'
}

function rolesOf(resource: Pick<Resource, 'content'> | undefined): readonly string[] {
  return textsAt(resource?.content, 'roles')
}
