// Links by which a user sets a password: an invitation, or a reset. An administrator starts it and never chooses the password.
import type { RequestContext, RoleSuspension, User } from '@symbolon/core-protocol'
import { RestError } from '@symbolon/rest'
import type { Management } from './context.ts'
import { requireFreshProof } from './fresh-proof.ts'
import { eventOf, findUser, requireOnUser, suspendRolesOf } from './user.ts'
import type { UserReference } from './user.ts'

/** `invite`: for a user who has not signed in yet. `reset`: for a user who needs a new password. */
export type UserLinkKind = 'invite' | 'reset'

/** The stores of these operations. */
export const userLinkStores: readonly ['mailedCodes', 'mailOutbox', 'messageTexts', 'policies', 'passwords', 'users'] = [
  'mailedCodes',
  'mailOutbox',
  'messageTexts',
  'policies',
  'passwords',
  'users',
]

type LinkContext = RequestContext<(typeof userLinkStores)[number]>

/** What became of a link. */
export type SentLink =
  /** Sent to the user alone. */
  | { readonly kind: 'mailed'; readonly to: string; readonly expiresAt: number }
  /** To be given to the user: no mail could be sent. */
  | { readonly kind: 'shown'; readonly link: string; readonly expiresAt: number }
  | { readonly kind: 'refused'; readonly reason: 'user_not_active' | 'user_not_invitable' }

/**
 * Issues a link for a user: what `sendUserLink` of the login does.
 * @param suspends what a use of a link that the caller sees suspends
 */
export type SendLink = (
  kind: UserLinkKind,
  user: User,
  context: LinkContext,
  suspends: Omit<RoleSuspension, 'userId'> | undefined,
) => Promise<SentLink>

/** The messages for an administrator whose request for a link is refused. */
const refusals: Readonly<Record<Extract<SentLink, { kind: 'refused' }>['reason'], string>> = {
  user_not_active: 'The user or the organization is locked or inactive. Activate it first.',
  user_not_invitable: 'The user has not accepted the invitation yet. Invite the user again.',
}

/**
 * Sends a person a link, or returns it where no mail can be sent. A caller who gets the link can become the person, so the caller needs
 * everything that protects the person, and the roles of other organizations are suspended: now, and again when the link is used.
 * @throws RestError resource_unknown, also for a service user; permission_denied, user_not_active, user_not_invitable
 */
export async function startUserLink(
  kind: UserLinkKind,
  reference: UserReference,
  send: SendLink,
  management: Management,
  context: LinkContext,
): Promise<Exclude<SentLink, { kind: 'refused' }>> {
  const user = await findUser(reference, management)
  await requireOnUser(user, ['change_credential', 'humanUser'], management)
  requireFreshProof(management)
  if (user.kind !== 'human') throw new RestError('resource_unknown', 'Service users have no password.')
  const suspends = await suspendRolesOf(user, ['change_credential', 'humanUser'], management)
  const sent = await send(kind, user, context, suspends)
  if (sent.kind === 'refused') throw new RestError(sent.reason, refusals[sent.reason])
  await context.audit(eventOf('user_link_issued', user, { kind, mailed: sent.kind === 'mailed' }, management))
  return sent
}
