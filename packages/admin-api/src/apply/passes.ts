// In which order the parts of a document are applied. What may point into another organization waits until all organizations are there,
// so that documents can name each other's objects in any order; within one pass, each organization is a unit, one transaction.
import type { ResourceKind } from '@symbolon/core-protocol'
import type { DesiredResource } from '../desired/desired-resource.ts'

export interface Unit {
  /** Absent for what belongs to the instance. */
  readonly orgId: string | undefined
  readonly resources: readonly DesiredResource[]
}

const passes: readonly (readonly ResourceKind[])[] = [
  [
    'org', 'orgDomain', 'orgPolicy', 'project', 'projectRole', 'humanUser', 'machineUser', 'oidcApp', 'apiApp', 'appKey', 'machineKey',
    'userMetadata', 'personalAccessToken',
  ],
  ['projectGrant'],
  ['userGrant', 'orgMember', 'projectMember', 'projectGrantMember'],
  ['instancePolicy', 'instanceMember'],
]

export function unitsOf(resources: readonly DesiredResource[]): readonly Unit[] {
  return passes.flatMap((kinds) => {
    const units = new Map<string | undefined, DesiredResource[]>()
    for (const resource of resources.filter(({ kind }) => kinds.includes(kind))) {
      const unit = units.get(resource.orgId)
      if (unit === undefined) units.set(resource.orgId, [resource])
      else unit.push(resource)
    }
    return [...units].map(([orgId, unit]) => ({ orgId, resources: unit }))
  })
}
