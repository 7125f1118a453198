// What pages about entries of an organization share: the organization that they belong to, the entry itself, and its members.
import { PageNotFound } from '@symbolon/core-protocol'
import type { StoredResource } from '@symbolon/core-protocol'
import { entryTarget, findResource, managedLists, orgTarget } from '@symbolon/management-api'
import type { Target } from '@symbolon/management-api'
import { holds } from '@symbolon/permissions'
import type { Permission } from '@symbolon/permissions'
import { isJsonObject } from '@symbolon/schema-v2'
import type { JsonObject } from '@symbolon/schema-v2'
import { listed } from './organizations.ts'
import type { Visit } from '../visit/visit.ts'

/** The lists whose entries have pages here. */
export type ListName =
  | 'projects'
  | 'projectRoles'
  | 'oidcApps'
  | 'apiApps'
  | 'appKeys'
  | 'machineUsers'
  | 'personalAccessTokens'
  | 'oidcIdps'
  | 'domains'
  | 'userGrants'
  | 'orgMembers'
  | 'projectMembers'
  | 'loginTexts'
  | 'initMessages'
  | 'inviteUserMessages'
  | 'passwordResetMessages'
  | 'verifyEmailMessages'

/**
 * @returns an entry of a list of an organization
 * @throws TypeError for a list that the management API does not have
 */
export function targetOf(list: ListName, orgId: string, ...parts: readonly string[]): Target {
  const managed = managedLists.find(({ member }) => member === list)
  if (managed === undefined) throw new TypeError(`${list} is not a list of an organization`)
  return entryTarget(managed, orgId, parts)
}

/**
 * @returns the organization of the path, for a visitor with the permission there or in the project
 * @throws PageNotFound without the permission, or without the organization
 */
export async function orgOf(
  { parameters, visitor, management }: Visit,
  permission: Permission,
  projectId?: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const { orgId = '' } = parameters
  if (!holds(visitor.caller, permission, { orgId, ...(projectId === undefined ? {} : { projectId }) })) throw new PageNotFound()
  const stored = await findResource(orgTarget(orgId), management)
  if (stored === undefined) throw new PageNotFound()
  return listed(stored)
}

/** @returns a member of the content that is an object; an empty object without it */
export function objectAt({ content }: Pick<StoredResource, 'content'>, member: string): JsonObject {
  const value = content[member]
  return isJsonObject(value) ? value : {}
}

/** @returns a member that is a text; an empty text without it */
export function textIn(object: JsonObject, member: string): string {
  const value = object[member]
  return typeof value === 'string' ? value : ''
}

/** @returns the texts of a member that is a list */
export function textsIn(object: JsonObject, member: string): readonly string[] {
  const value = object[member]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** @returns whether an entry is switched off */
export function isInactive({ content }: Pick<StoredResource, 'content'>): boolean {
  return content['state'] === 'STATE_INACTIVE'
}
