// What refers to something that is not exported is not exported either: a grant or a membership that names an object of an organization
// which stays behind would refer to nothing where the document goes.
import type { Resource, ResourceReference } from '@symbolon/core-protocol'

/** The objects that a resource names, each as its alternatives: a user is a person or a service user. */
type Names = readonly (readonly ResourceReference[])[]

/** Nothing for kinds that name nothing outside of their organization. */
export function namedBy({ kind, content, key }: Resource): Names {
  switch (kind) {
    case 'projectGrant': {
      const grant = content['projectGrant']
      return [org(textAt(grant, 'grantedOrgId')), project(textAt(grant, 'projectId'))]
    }
    case 'userGrant': {
      const projectGrantId = textAt(content, 'projectGrantId')
      const grant: Names = projectGrantId === '' ? [] : [[{ kind: 'projectGrant', key: [projectGrantId] }]]
      return [user(textAt(content, 'userId')), project(textAt(content, 'projectId')), ...grant]
    }
    case 'orgMember': return [user(textAt(content, 'userId'))]
    case 'projectMember': return [user(textAt(content, 'userId')), project(textAt(content, 'projectId'))]
    case 'projectGrantMember': return [user(textAt(content, 'userId')), [{ kind: 'projectGrant', key: [key[0] ?? ''] }]]
    default: return []
  }
}

const org = (id: string): readonly ResourceReference[] => [{ kind: 'org', key: [id] }]
const project = (id: string): readonly ResourceReference[] => [{ kind: 'project', key: [id] }]
const user = (id: string): readonly ResourceReference[] => [{ kind: 'humanUser', key: [id] }, { kind: 'machineUser', key: [id] }]

function textAt(value: unknown, name: string): string {
  const member = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
  return typeof member === 'string' ? member : ''
}
