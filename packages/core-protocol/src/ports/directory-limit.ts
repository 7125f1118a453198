// What a caller may not exceed in the directory.
import type { ResourceKind } from './directory.ts'

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
}
