// Objects that may cross organizations: projects that are granted to an organization, roles that are granted to users, and members. The
// role keys of a grant are references too. Otherwise a grant of an undefined role would take effect when the role is defined.
import { roleAt } from '@symbolon/permissions'
import type { Level } from '@symbolon/permissions'
import type { Problem } from '../report/reason.ts'
import { identifierProblem } from '../validate/identifier.ts'
import { replaced, soundList } from '../validate/sound.ts'
import type { Sound } from '../validate/sound.ts'
import { desiredResource, orgReference, owned, projectReference, userReference, withState } from './desired-resource.ts'
import type { Content, DesiredResource, RequiredReference } from './desired-resource.ts'
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
        // A document that leaves the state out does not end a suspension.
        ...(state === undefined ? { keep: keepSuspension } : {}),
        references: [
          orgReference(orgId),
          // Only the organization of a project, and an organization that was granted the project, may grant its roles.
          ...(grant.projectGrantId === undefined ? [] : [projectGrantReference(grant.projectGrantId, 'projectGrantId')]),
          grant.projectGrantId === undefined ? owned(projectReference(grant.projectId)) : projectReference(grant.projectId),
          ...roleReferences(grant.projectId, grant.roleKeys, 'roleKeys'),
          // The last one, because it may be that of another organization: callers who may not grant the roles do not learn whether it exists.
          userReference(grant.userId),
        ],
      },
      identifierProblem([grant.userId, grant.projectId]),
    ),
  )
}

function keepSuspension(stored: Content): Content {
  return stored['state'] === 'STATE_SUSPENDED' ? withState('STATE_SUSPENDED') : {}
}

/** @returns the members of the organization, of its projects and of project grants */
export function membersOf(piece: DocumentPiece): readonly DesiredResource[] {
  const { orgId } = piece.org
  return [
    ...entriesOf(piece, 'orgMembers').map(({ item, ...place }) =>
      memberOf('orgMember', [orgId, item.userId], item, [], { ...place, orgId }),
    ),
    ...entriesOf(piece, 'projectMembers').map(({ item, ...place }) =>
      memberOf('projectMember', [item.projectId, item.userId], item, [owned(projectReference(item.projectId))], { ...place, orgId }),
    ),
    ...entriesOf(piece, 'projectGrantMembers').map(({ item, ...place }) =>
      memberOf(
        'projectGrantMember',
        [item.grantId, item.userId],
        item,
        [projectGrantReference(item.grantId, 'grantId')],
        { ...place, orgId },
        identifierProblem([item.projectId]),
      ),
    ),
  ]
}

const levels = {
  instanceMember: 'instance',
  orgMember: 'organization',
  projectMember: 'project',
  projectGrantMember: 'project_grant',
} as const

interface MemberEntry {
  readonly userId: string
  readonly roles?: readonly string[]
  readonly state?: string
}

/** @param of what the user is a member of */
export function memberOf(
  kind: keyof typeof levels,
  key: readonly string[],
  { state, ...item }: MemberEntry,
  of: readonly RequiredReference[],
  { orgId, ...place }: Pick<DesiredResource, 'path' | 'origin' | 'orgId'>,
  problem?: Problem,
): DesiredResource {
  const removed = state === 'STATE_REMOVED'
  const { value, dropped, problem: roleProblem } = soundMember(item, levels[kind])
  return desiredResource(
    {
      kind,
      key,
      ...place,
      ...(orgId === undefined ? {} : { orgId }),
      content: { ...value, ...withState(state) },
      removed,
      // A document that leaves the state out neither accepts for the user nor ends a suspension.
      ...(state === undefined ? { keep: (stored: Content) => withState(textOf(stored['state'])) } : {}),
      dropped: removed ? [] : dropped,
      references: [...(orgId === undefined ? [] : [orgReference(orgId)]), ...of, userReference(item.userId)],
    },
    problem ?? identifierProblem(key) ?? (removed ? undefined : roleProblem),
  )
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
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

/** A member without the roles that cannot be given, and why it cannot be stored. */
interface SoundMember<T> extends Sound<T> {
  /** No role is left of those that it names. */
  readonly problem?: Problem
}

/**
 * A stored name of an unknown role would grant rights as soon as a role gets this name.
 * @returns the member with the roles that exist and can be given at the level
 */
function soundMember<T extends { readonly roles?: readonly string[] | undefined }>(member: T, level: Level): SoundMember<T> {
  const roles = soundList(member.roles, 'roles', (name) => (roleAt(name, level) === undefined ? 'role_unknown' : undefined))
  const sound = replaced(member, { roles })
  const [problem] = sound.dropped
  return problem === undefined || roles.value !== undefined ? sound : { value: member, dropped: [], problem }
}
