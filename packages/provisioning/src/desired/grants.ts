// Objects that may cross organizations: projects that are granted to an organization, roles that are granted to users, and members. The
// role keys of a grant are references too. Otherwise a grant of an undefined role would take effect when the role is defined.
import { identifierProblem } from '../validate/identifier.ts'
import { desiredResource, orgReference, owned, projectReference, userReference, withState } from './desired-resource.ts'
import type { DesiredResource, RequiredReference } from './desired-resource.ts'
import { entriesOf } from './document-piece.ts'
import type { DocumentPiece } from './document-piece.ts'

/** @returns the projects of a piece that are granted to another organization */
export function projectGrantsOf(piece: DocumentPiece): readonly DesiredResource[] {
  const { orgId } = piece.org
  return entriesOf(piece, 'projectGrants').map(({ item: { grantId, projectGrant, state }, path, origin }) =>
    desiredResource(
      {
        kind: 'projectGrant',
        key: [grantId],
        path,
        origin,
        orgId,
        content: { grantId, projectGrant, ...withState(state) },
        removed: state === 'STATE_REMOVED',
        references: [
          orgReference(orgId),
          owned(projectReference(projectGrant.projectId, 'projectGrant.projectId')),
          orgReference(projectGrant.grantedOrgId, 'projectGrant.grantedOrgId'),
          ...roleReferences(projectGrant.projectId, projectGrant.roleKeys, 'projectGrant.roleKeys'),
        ],
      },
      identifierProblem([grantId, projectGrant.projectId, projectGrant.grantedOrgId]),
    ),
  )
}

/** @returns the roles of projects that a piece grants to users */
export function userGrantsOf(piece: DocumentPiece): readonly DesiredResource[] {
  const { orgId } = piece.org
  return entriesOf(piece, 'userGrants').map(({ item: { state, ...grant }, path, origin }) =>
    desiredResource(
      {
        kind: 'userGrant',
        key: [grant.userId, grant.projectId, grant.projectGrantId ?? ''],
        path,
        origin,
        orgId,
        content: { ...grant, ...withState(state) },
        removed: state === 'STATE_REMOVED',
        references: [
          orgReference(orgId),
          userReference(grant.userId),
          // Only the organization of a project, and an organization that was granted the project, may grant its roles.
          grant.projectGrantId === undefined ? owned(projectReference(grant.projectId)) : projectReference(grant.projectId),
          ...(grant.projectGrantId === undefined ? [] : [projectGrantReference(grant.projectGrantId, 'projectGrantId')]),
          ...roleReferences(grant.projectId, grant.roleKeys, 'roleKeys'),
        ],
      },
      identifierProblem([grant.userId, grant.projectId]),
    ),
  )
}

/** @returns the members of the organization, of its projects and of project grants */
export function membersOf(piece: DocumentPiece): readonly DesiredResource[] {
  const { orgId } = piece.org
  return [
    ...entriesOf(piece, 'orgMembers').map(({ item: { state, ...item }, path, origin }) =>
      desiredResource(
        {
          kind: 'orgMember',
          key: [orgId, item.userId],
          path,
          origin,
          orgId,
          content: item,
          removed: state === 'STATE_REMOVED',
          references: [orgReference(orgId), userReference(item.userId)],
        },
        identifierProblem([item.userId]),
      ),
    ),
    ...entriesOf(piece, 'projectMembers').map(({ item: { state, ...item }, path, origin }) =>
      desiredResource(
        {
          kind: 'projectMember',
          key: [item.projectId, item.userId],
          path,
          origin,
          orgId,
          content: item,
          removed: state === 'STATE_REMOVED',
          references: [orgReference(orgId), owned(projectReference(item.projectId)), userReference(item.userId)],
        },
        identifierProblem([item.projectId, item.userId]),
      ),
    ),
    ...entriesOf(piece, 'projectGrantMembers').map(({ item: { state, ...item }, path, origin }) =>
      desiredResource(
        {
          kind: 'projectGrantMember',
          key: [item.grantId, item.userId],
          path,
          origin,
          orgId,
          content: item,
          removed: state === 'STATE_REMOVED',
          references: [orgReference(orgId), projectGrantReference(item.grantId, 'grantId'), userReference(item.userId)],
        },
        identifierProblem([item.projectId, item.grantId, item.userId]),
      ),
    ),
  ]
}

function projectGrantReference(grantId: string, member: string): RequiredReference {
  return { member, anyOf: [{ kind: 'projectGrant', key: [grantId] }] }
}

function roleReferences(projectId: string, roleKeys: readonly string[] | undefined, member: string): readonly RequiredReference[] {
  return (roleKeys ?? []).map((roleKey, index) => ({
    member: `${member}[${index}]`,
    anyOf: [{ kind: 'projectRole', key: [projectId, roleKey] }],
  }))
}
