// What a caller may not exceed in the directory.
import type { ResourceKind } from './resource-kind.ts'

/** The users of an organization, unless `boundaryPolicy.maxUsersOfOrganization` sets another number. */
export const usersOfOrganization: number = 1_000_000

/** Which limit of `DirectoryChange.limits` a resource would exceed. */
export type DirectoryLimitReason =
  | 'applications_limit'
  | 'projects_limit'
  | 'roles_limit'
  | 'providers_limit'
  | 'keys_limit'
  | 'tokens_limit'
  | 'metadata_limit'
  | 'metadata_size_limit'
  | 'offers_limit'
  | 'organization_users_limit'
  | 'organization_keys_limit'
  | 'organization_metadata_limit'

/** A limit for the resources of one holder. Resources that are stored already count, and stay. */
export interface DirectoryLimit {
  readonly reason: DirectoryLimitReason
  /** They share a table. */
  readonly kinds: readonly ResourceKind[]
  /**
   * What they are counted for: the organization, the user, the application, or the project. `orgAndUser`: the organization that gives roles, and
   * the user who gets them.
   */
  readonly per: 'org' | 'user' | 'app' | 'project' | 'orgAndUser'
  readonly most: number
  /** What is counted. Default: resources. `characters`: of their contents as JSON. `offers`: memberships that the user has not accepted. */
  readonly of?: 'characters' | 'offers'
  /**
   * A limit of an organization that is too large to be counted at each change. The storage keeps a tally, which changes with limits add to. It is
   * counted again after an hour, and when a change would exceed it, at most once in ten seconds. Only with `per: 'org'`.
   */
  readonly tallied?: true
}
