// What the operations of the API need. The endpoints and other parts of a server call the same functions.
import type { RequestContext, ResourceKind, SecretHashing, User } from '@symbolon/core-protocol'
import type { Action, Caller, Subject } from '@symbolon/permissions'
import type { CallerStores, RestError } from '@symbolon/rest'

/** The stores of every operation. */
export type ManagementStore = CallerStores

/** The stores of every operation. */
export const managementStores: readonly ManagementStore[] = [
  'accessTokens',
  'clients',
  'directory',
  'memberships',
  'personalAccessTokens',
  'policies',
  'revocations',
  'users',
]

/**
 * What decides whether a caller may use an operation:
 * - an action on a kind of object: `may` is asked about it at the place of the object
 * - `plans`: the planner is asked, about what the object is and what it shall be; for `document`, about each object of a document
 * - `own`: every role holder is allowed, because it returns data of the caller, or public data
 */
export type OperationPermission =
  | { readonly action: Action; readonly subject: Subject }
  | { readonly plans: ResourceKind | 'document' }
  | 'own'

/** Who asks for an operation, and what it may use. */
export interface Management {
  readonly caller: User
  /** What the caller may do, read for this request. */
  readonly rights: Caller
  readonly context: RequestContext<ManagementStore>
  readonly hashing: SecretHashing
  /** The challenge to a caller who has to give a fresh proof; undefined where the caller has given a fresh proof, or need not give one. */
  readonly staleProof?: RestError | undefined
  /** The permissions that the operation has asked for, whatever the answers were. Absent where no caller reads them. */
  readonly asked?: Set<string>
}

/** Notes that the operation asks for a permission. Whatever decides about a caller calls it. */
export function noteAsked({ asked }: Pick<Management, 'asked'>, permission: OperationPermission): void {
  asked?.add(nameOf(permission))
}

const freshProof = 'fresh proof'

/** Notes that the operation decides whether the caller needs a fresh proof. */
export function noteProofAsked({ asked }: Pick<Management, 'asked'>): void {
  asked?.add(freshProof)
}

/** @returns whether the operation has decided whether the caller needs a fresh proof */
export function hasAskedForProof({ asked }: Pick<Management, 'asked'>): boolean {
  return asked?.has(freshProof) === true
}

/** @returns whether the operation asked for the permission, or needs none */
export function hasAsked({ asked }: Pick<Management, 'asked'>, permission: OperationPermission): boolean {
  return permission === 'own' || asked?.has(nameOf(permission)) === true
}

function nameOf(permission: OperationPermission): string {
  if (permission === 'own') return permission
  return 'plans' in permission ? `plans ${permission.plans}` : `${permission.action} ${permission.subject}`
}
