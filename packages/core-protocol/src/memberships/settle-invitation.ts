// A user accepts or declines the roles that another organization offers: on the account page, in the console and by the API.
import type { RequestContext } from '../contract/context.ts'
import type { MembershipReference, User } from '../ports/user.ts'

/**
 * Accepts or declines an invitation, and records that in the audit trail.
 * @returns false, with nothing changed, if the user does not have the invitation now
 */
export async function settleInvitation(
  answer: 'accept' | 'decline',
  { id: userId, orgId }: Pick<User, 'id' | 'orgId'>,
  invitation: MembershipReference,
  context: RequestContext<'memberships'>,
): Promise<boolean> {
  const { memberships } = context.stores
  const asked = await memberships.findPending(userId, invitation)
  if (asked?.pending !== 'invited' || !(await memberships[answer](userId, invitation))) return false
  const type = answer === 'accept' ? 'membership_accepted' : 'membership_declined'
  const details = { membership: invitation.of, id: invitation.id, ...(asked.givenBy === undefined ? {} : { givenBy: asked.givenBy }) }
  context.log.info(type, { userId, ...details })
  await context.audit({
    type,
    actorId: userId,
    subject: { kind: 'user', id: userId },
    orgId,
    details,
    ...(context.remoteAddress === undefined ? {} : { remoteAddress: context.remoteAddress }),
  })
  return true
}
