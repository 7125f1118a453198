// An object that refers to an object outside of the export is not exported, because its reference could not be resolved. Identity providers
// and actions are the exception, because another instance may have them under the same id. Objects that refer to them are exported, with a
// row in the ledger.
import { nameOfResource } from '@symbolon/core-protocol'
import type { DirectorySnapshot, Resource, ResourceReference } from '@symbolon/core-protocol'
import type { ChosenOrgs } from './selection.ts'

/** The objects that a resource refers to. Each has alternatives: a user is a person or a service user. */
type Names = readonly (readonly ResourceReference[])[]

/** The objects that a resource requires. Empty for kinds that refer only to their organization. */
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
    case 'orgMember':
      return [user(textAt(content, 'userId'))]
    case 'projectMember':
      return [user(textAt(content, 'userId')), project(textAt(content, 'projectId'))]
    case 'projectGrantMember':
      return [user(textAt(content, 'userId')), [{ kind: 'projectGrant', key: [key[0] ?? ''] }]]
    default:
      return []
  }
}

/** The objects that a resource mentions, with the member of its entry. It is exported without them too. */
export function mentionedBy({ kind, content, key }: Resource): { readonly member: string; readonly names: Names } | undefined {
  switch (kind) {
    case 'userLink':
      return { member: '[*].idpId', names: [identityProvider(key[1] ?? '')] }
    case 'triggerActions':
      return { member: '[*].actionIds', names: listAt(content, 'actionIds').map((id) => [{ kind: 'action', key: [String(id)] }]) }
    case 'orgPolicy':
      return { member: '.idps[*].idpId', names: listAt(content, 'idps').map((idp) => identityProvider(textAt(idp, 'idpId'))) }
    default:
      return undefined
  }
}

/** The objects that an export holds. */
export interface Whereabouts {
  /** Whether one of the alternatives is exported. */
  isExported(alternatives: readonly ResourceReference[]): boolean
}

/**
 * Finds which of the referenced objects are exported. An object that refers to an object outside of the export is left out, and so are the
 * objects that refer to it: a member of a project grant follows the grant, and the grant follows the organization that it was granted to.
 */
export async function whereabouts(names: Names, snapshot: DirectorySnapshot, orgs: ChosenOrgs): Promise<Whereabouts> {
  const wanted = new Map(names.flat().map((reference) => [nameOfResource(reference), reference]))
  if (wanted.size === 0) return { isExported: () => false }
  const found = (await snapshot.find([...wanted.values()])).filter((resource) =>
    orgs.includes(resource.kind === 'org' ? resource.key[0] : resource.orgId),
  )
  const further = await whereabouts(found.flatMap(namedBy), snapshot, orgs)
  const exported = new Set(found.filter((resource) => namedBy(resource).every(further.isExported)).map(nameOfResource))
  return { isExported: (alternatives) => alternatives.some((reference) => exported.has(nameOfResource(reference))) }
}

const identityProvider = (id: string): readonly ResourceReference[] => [
  { kind: 'oidcIdp', key: [id] },
  { kind: 'jwtIdp', key: [id] },
]
const org = (id: string): readonly ResourceReference[] => [{ kind: 'org', key: [id] }]
const project = (id: string): readonly ResourceReference[] => [{ kind: 'project', key: [id] }]
const user = (id: string): readonly ResourceReference[] => [
  { kind: 'humanUser', key: [id] },
  { kind: 'machineUser', key: [id] },
]

function listAt(value: Resource['content'], name: string): readonly unknown[] {
  const list = value[name]
  return Array.isArray(list) ? list : []
}

function textAt(value: unknown, name: string): string {
  const member = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
  return typeof member === 'string' ? member : ''
}
