// What may cross organizations: projects granted to an organization, roles granted to users, and members. Role keys of a grant are
// references too: a grant of a role that nobody defined would come alive the day somebody defines it.
import type { DocumentOrg } from '@symbolon/schema-v2'
import { identifierProblem } from '../validate/identifier.ts'
import { desiredResource, orgReference, owned, placesOf, projectReference, userReference, withState } from './desired-resource.ts'
import type { DesiredResource, RequiredReference } from './desired-resource.ts'

export function projectGrantsOf({ orgId, projectGrants }: DocumentOrg, path: string): readonly DesiredResource[] {
  return placesOf(projectGrants, `${path}.projectGrants`).map(({ item: { grantId, projectGrant, state }, path: place }) => desiredResource({
    kind: 'projectGrant',
    key: [grantId],
    path: place,
    orgId,
    content: { grantId, projectGrant, ...withState(state) },
    removed: state === 'STATE_REMOVED',
    references: [
      orgReference(orgId),
      owned(projectReference(projectGrant.projectId, 'projectGrant.projectId')),
      orgReference(projectGrant.grantedOrgId, 'projectGrant.grantedOrgId'),
      ...roleReferences(projectGrant.projectId, projectGrant.roleKeys, 'projectGrant.roleKeys'),
    ],
  }, identifierProblem([grantId, projectGrant.projectId, projectGrant.grantedOrgId])))
}

export function userGrantsOf({ orgId, userGrants }: DocumentOrg, path: string): readonly DesiredResource[] {
  return placesOf(userGrants, `${path}.userGrants`).map(({ item: { state, ...grant }, path: place }) => desiredResource({
    kind: 'userGrant',
    key: [grant.userId, grant.projectId, grant.projectGrantId ?? ''],
    path: place,
    orgId,
    content: { ...grant, ...withState(state) },
    removed: state === 'STATE_REMOVED',
    references: [
      orgReference(orgId),
      userReference(grant.userId),
      projectReference(grant.projectId),
      ...(grant.projectGrantId === undefined ? [] : [projectGrantReference(grant.projectGrantId, 'projectGrantId')]),
      ...roleReferences(grant.projectId, grant.roleKeys, 'roleKeys'),
    ],
  }, identifierProblem([grant.userId, grant.projectId])))
}

export function membersOf(org: DocumentOrg, path: string): readonly DesiredResource[] {
  const { orgId, orgMembers, projectMembers, projectGrantMembers } = org
  return [
    ...placesOf(orgMembers, `${path}.orgMembers`).map(({ item: { state, ...item }, path: place }) => desiredResource({
      kind: 'orgMember',
      key: [orgId, item.userId],
      path: place,
      orgId,
      content: item,
      removed: state === 'STATE_REMOVED',
      references: [orgReference(orgId), userReference(item.userId)],
    }, identifierProblem([item.userId]))),
    ...placesOf(projectMembers, `${path}.projectMembers`).map(({ item: { state, ...item }, path: place }) => desiredResource({
      kind: 'projectMember',
      key: [item.projectId, item.userId],
      path: place,
      orgId,
      content: item,
      removed: state === 'STATE_REMOVED',
      references: [orgReference(orgId), owned(projectReference(item.projectId)), userReference(item.userId)],
    }, identifierProblem([item.projectId, item.userId]))),
    ...placesOf(projectGrantMembers, `${path}.projectGrantMembers`).map(({ item: { state, ...item }, path: place }) => desiredResource({
      kind: 'projectGrantMember',
      key: [item.grantId, item.userId],
      path: place,
      orgId,
      content: item,
      removed: state === 'STATE_REMOVED',
      references: [orgReference(orgId), projectGrantReference(item.grantId, 'grantId'), userReference(item.userId)],
    }, identifierProblem([item.projectId, item.grantId, item.userId]))),
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
