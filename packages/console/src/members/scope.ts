// The scope of a membership: the instance, an organization or a project. The path says which.
import { PageNotFound } from '@symbolon/core-protocol'
import type { ResourceKind } from '@symbolon/core-protocol'
import { entryTarget, getResource, instanceMemberTarget, managedLists } from '@symbolon/management-api'
import type { ListQuery, ManagedList, Target } from '@symbolon/management-api'
import { roleAt, roleNames, theInstance } from '@symbolon/permissions'
import type { Given, Place, RoleName } from '@symbolon/permissions'
import { isJsonObject } from '@symbolon/schema-v2'
import { consoleAddress } from '../html/markup.ts'
import { organizationOf } from '../resource/organizations.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'

/** The object that has the members. */
export interface Scope {
  readonly level: 'instance' | 'organization' | 'project'
  readonly name: string
  readonly kind: Extract<ResourceKind, 'instanceMember' | 'orgMember' | 'projectMember'>
  readonly place: Place
  /** A membership here, without roles. */
  readonly at: Given
  /** The roles that are given here, in the order of the table of roles. */
  readonly roles: readonly RoleName[]
  readonly list: Pick<ListQuery, 'kind' | 'orgId' | 'of'>
  readonly targetOf: (userId: string) => Target
  /** @returns the address of the list, or of something below it */
  readonly address: (...below: readonly string[]) => string
  /** The context that all pages here share. */
  readonly frame: Pick<ConsoleContent, 'section' | 'org'>
}

/**
 * @returns what the path names
 * @throws PageNotFound if it does not exist, or the visitor may not see it
 */
export async function scopeOf(visit: Visit): Promise<Scope> {
  const { parameters, texts } = visit
  if (parameters['orgId'] === undefined) {
    return {
      level: 'instance',
      name: texts.navigation.instance,
      kind: 'instanceMember',
      place: theInstance,
      at: { of: 'instance', roles: [] },
      roles: rolesOf('instance'),
      list: { kind: 'instanceMember' },
      targetOf: instanceMemberTarget,
      address: (...below) => consoleAddress('instance', 'members', ...below),
      frame: { section: 'instance-members' },
    }
  }
  const org = await organizationOf(visit)
  const { projectId } = parameters
  return projectId === undefined ? organizationScope(org) : await projectScope(org, projectId, visit)
}

function organizationScope({ id, name }: { readonly id: string; readonly name: string }): Scope {
  const list = managedList('orgMembers')
  return {
    level: 'organization',
    name,
    kind: 'orgMember',
    place: { orgId: id },
    at: { of: 'organization', orgId: id, roles: [] },
    roles: rolesOf('organization'),
    list: { kind: 'orgMember', orgId: id },
    targetOf: (userId) => entryTarget(list, id, [userId]),
    address: (...below) => consoleAddress('orgs', id, 'members', ...below),
    frame: { section: 'members', org: { id, name } },
  }
}

async function projectScope(org: { readonly id: string; readonly name: string }, projectId: string, visit: Visit): Promise<Scope> {
  const { content } = await getResource(entryTarget(managedList('projects'), org.id, [projectId]), visit.management)
  const name = isJsonObject(content['project']) ? content['project']['name'] : undefined
  const list = managedList('projectMembers')
  return {
    level: 'project',
    name: typeof name === 'string' && name !== '' ? name : projectId,
    kind: 'projectMember',
    place: { orgId: org.id, projectId },
    at: { of: 'project', orgId: org.id, projectId, roles: [] },
    roles: rolesOf('project'),
    list: { kind: 'projectMember', orgId: org.id, of: { projectId } },
    targetOf: (userId) => entryTarget(list, org.id, [projectId, userId]),
    address: (...below) => consoleAddress('orgs', org.id, 'projects', projectId, 'members', ...below),
    frame: { section: 'projects', org: { id: org.id, name: org.name } },
  }
}

function rolesOf(level: Scope['level']): readonly RoleName[] {
  return roleNames.filter((name) => roleAt(name, level) !== undefined)
}

function managedList(member: ManagedList['member']): ManagedList {
  const found = managedLists.find((list) => list.member === member)
  if (found === undefined) throw new PageNotFound()
  return found
}
