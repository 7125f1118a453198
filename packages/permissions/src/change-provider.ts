// Who may change how the users of an identity provider sign in. An administrator who controls the provider could sign in as every linked user, so
// the change counts as a change of the credentials of all of them.
import { coversAll } from './caller.ts'
import type { Caller, Given } from './caller.ts'
import { refuse } from './refusal.ts'
import type { Refusal } from './refusal.ts'

/** The maximum number of linked users with protecting roles that are read. With more of them, only owners of the instance may change a provider. */
export const linkedMembersLimit = 500

/**
 * @param linked the memberships that protect the users who are linked to the provider (`protectsAtHome`), in the whole instance; undefined
 *   where more users than {@link linkedMembersLimit} have any
 * @returns why the caller may not change how they sign in, undefined if the caller may
 */
export function mayChangeProvider(caller: Caller, linked: readonly Given[] | undefined): Refusal | undefined {
  if (caller.kind === 'system') return undefined
  const ofAll: readonly Given[] = linked ?? [{ of: 'instance', roles: ['IAM_OWNER'] }]
  return coversAll(caller.memberships, ofAll) ? undefined : refuse('linked', { roles: ['IAM_OWNER'] })
}

/**
 * Whether a change of an identity provider by the caller suspends the roles that other organizations gave to the linked users. It does not if
 * the caller has every right in every organization.
 */
export function suspendsRolesOfLinked(caller: Caller): boolean {
  return caller.kind === 'user' && !coversAll(caller.memberships, [{ of: 'organization', orgId: '', roles: ['ORG_OWNER'] }])
}
