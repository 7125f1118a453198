// Permissions: grants of projects and roles, and members.
import type * as v from 'valibot'
import { decisive } from './json/leaf.ts'
import { list } from './json/list.ts'
import { message, required } from './json/message.ts'
import { identifier, optionalIdentifier } from './json/text.ts'
import { membershipState, presence, state, userGrantState } from './state.ts'

/**
 * Grants: a project that is granted to another org, and roles of a project that are granted to a user. A user grant through a granted
 * project has `projectGrantId`.
 */
export const projectGrantSchema = message({
  grantId: required(identifier()),
  projectGrant: required(
    message({
      projectId: required(identifier()),
      grantedOrgId: required(identifier()),
      roleKeys: list(identifier()),
    }),
  ),
  state: state(),
})
/** What `projectGrantSchema` reads. */
export type ProjectGrant = v.InferOutput<typeof projectGrantSchema>

/** Roles of a project that a user has. */
export const userGrantSchema = message({
  userId: required(identifier()),
  projectId: required(identifier()),
  projectGrantId: decisive(optionalIdentifier()),
  roleKeys: list(identifier()),
  state: userGrantState(),
})
/** What `userGrantSchema` reads. */
export type UserGrant = v.InferOutput<typeof userGrantSchema>

/** An extension: the format leaves the instance out. */
export const instanceMemberSchema = message({
  userId: required(identifier()),
  roles: list(identifier()),
  state: presence(),
})
/** Members: users who manage the instance, an org, a project or a granted project, with roles such as `ORG_OWNER`. */
export type InstanceMember = v.InferOutput<typeof instanceMemberSchema>

/** A user who manages an organization. */
export const orgMemberSchema = message({
  userId: required(identifier()),
  roles: list(identifier()),
  state: membershipState(),
})
/** What `orgMemberSchema` reads. */
export type OrgMember = v.InferOutput<typeof orgMemberSchema>

/** Real exports repeat the members of the projects of all orgs in every org. */
export const projectMemberSchema = message({
  projectId: required(identifier()),
  userId: required(identifier()),
  roles: list(identifier()),
  state: membershipState(),
})
/** What `projectMemberSchema` reads. */
export type ProjectMember = v.InferOutput<typeof projectMemberSchema>

/** A user who manages a project that was granted to the organization. */
export const projectGrantMemberSchema = message({
  projectId: required(identifier()),
  grantId: required(identifier()),
  userId: required(identifier()),
  roles: list(identifier()),
  state: membershipState(),
})
/** What `projectGrantMemberSchema` reads. */
export type ProjectGrantMember = v.InferOutput<typeof projectGrantMemberSchema>
