// Places: where an object is, as the rights on it see that. A place is read from what is stored, never from an address or a body.
import type { Resource, ResourceReference } from '@symbolon/core-protocol'
import { textAt } from './content.ts'

/** Where something is or shall be. Without members: the instance. */
export interface Place {
  readonly orgId?: string
  readonly projectId?: string
  readonly projectGrantId?: string
  /** The organization that has the project grant. Its roles count in addition to the roles of `orgId`. */
  readonly grantedOrgId?: string
}

/** The instance. */
export const theInstance: Place = {}

/** The source of a place, with the stored content, or with the content of a new object. */
export type Placed = Pick<Resource, 'kind' | 'key' | 'orgId' | 'content'>

/** Finds stored objects by reference; undefined if an object is not stored. */
export type Find = (reference: ResourceReference) => Pick<Resource, 'orgId' | 'content'> | undefined

/**
 * @param find finds the application of a key and the project grant of a member or of a grant; if it is not found, only roles of the
 *   organization count
 */
export function placeOf({ kind, key, orgId, content }: Placed, find: Find): Place {
  const [first = ''] = key
  const inOrg: Place = orgId === undefined ? {} : { orgId }
  switch (kind) {
    case 'org':
      return { orgId: first }
    case 'project':
    case 'projectRole':
    case 'projectMember':
      return { ...inOrg, projectId: first }
    case 'oidcApp':
    case 'apiApp':
      return { ...inOrg, ...projectIn(content['app']) }
    case 'appKey': {
      const app = appOf(content['appId'], find)
      return { ...inOrg, ...projectIn(app?.content['app']) }
    }
    case 'projectGrant':
      return { ...inOrg, ...projectIn(content['projectGrant']), projectGrantId: first }
    case 'projectGrantMember':
      return { ...inOrg, ...placeOfGrant(first, find), projectGrantId: first }
    case 'userGrant': {
      const [, projectId = '', projectGrantId = ''] = key
      // The owner of a project does not grant its roles in another organization: the project grant has passed that right on.
      return { ...inOrg, ...(projectGrantId === '' ? { projectId } : { projectGrantId }) }
    }
    default:
      return inOrg
  }
}

/**
 * @returns the place for reading an object: a project grant is also read by the organization that has it
 */
export function readingPlaceOf(placed: Placed, find: Find): Place {
  const grantedOrgId = placed.kind === 'projectGrant' ? textAt(placed.content['projectGrant'], 'grantedOrgId') : undefined
  return { ...placeOf(placed, find), ...(grantedOrgId === undefined ? {} : { grantedOrgId }) }
}

/** The place of a project grant as its members see it: the organization that granted it, and the one that has it. */
function placeOfGrant(grantId: string, find: Find): Place {
  const grant = find({ kind: 'projectGrant', key: [grantId] })
  const grantedOrgId = textAt(grant?.content['projectGrant'], 'grantedOrgId')
  return {
    ...(grant?.orgId === undefined ? {} : { orgId: grant.orgId }),
    ...projectIn(grant?.content['projectGrant']),
    ...(grantedOrgId === undefined ? {} : { grantedOrgId }),
  }
}

function appOf(appId: unknown, find: Find): ReturnType<Find> {
  if (typeof appId !== 'string') return undefined
  return find({ kind: 'oidcApp', key: [appId] }) ?? find({ kind: 'apiApp', key: [appId] })
}

function projectIn(value: unknown): Pick<Place, 'projectId'> {
  const projectId = textAt(value, 'projectId')
  return projectId === undefined ? {} : { projectId }
}
