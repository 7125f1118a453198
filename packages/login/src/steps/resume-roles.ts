// Ends the suspension of roles that other organizations granted, once the user proves a second factor that is older than the change of credentials
// that suspended them. A password, a recovery code and an account at an identity provider prove too little: an administrator of the own
// organization can replace each of them. A passkey proves who the user is, but a sign-in with the password that the administrator set does not ask
// for it: the roles would count for the administrator, too.
import type { RequestContext, User } from '@symbolon/core-protocol'
import { clientOf, remoteAddressOf } from './continue-sign-in.ts'
import type { Visit } from '../visit/visit.ts'

/** @param since when the user set up the proven factor; undefined where that is not known, or where a sign-in with a password does not ask for the factor: that ends no suspension */
export async function resumeRoles(
  user: User,
  since: number | undefined,
  visit: Visit,
  context: RequestContext<'memberships'>,
): Promise<void> {
  if (since === undefined || !(await context.stores.memberships.resume(user.id, since))) return
  context.log.info('roles_resumed', { userId: user.id })
  const place = { ...clientOf(visit), orgId: user.orgId, ...remoteAddressOf(context) }
  await context.audit({ type: 'roles_resumed', actorId: user.id, ...place })
}
