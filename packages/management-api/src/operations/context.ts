// What the operations of the API need. The endpoints and other parts of a server call the same functions.
import type { RequestContext, SecretHashing, User } from '@symbolon/core-protocol'
import type { CallerStores, RestError } from '@symbolon/admin-api'
import type { Caller } from '@symbolon/permissions'

/** The stores of every operation. */
export type ManagementStore = CallerStores

/** The stores of every operation. */
export const managementStores: readonly ManagementStore[] = [
  'accessTokens',
  'clients',
  'directory',
  'memberships',
  'personalAccessTokens',
  'revocations',
  'users',
]

/** Who asks for an operation, and what it may use. */
export interface Management {
  readonly caller: User
  /** What the caller may do, read for this request. */
  readonly rights: Caller
  readonly context: RequestContext<ManagementStore>
  readonly hashing: SecretHashing
  /** Why the caller may do nothing dangerous now; undefined where the caller has given a fresh proof, or need not give one. */
  readonly staleProof?: RestError | undefined
}
