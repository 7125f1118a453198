// Links by which an administrator lets a user set a password: the first password of an invited user, or a new one. The administrator receives
// the link, so it proves nothing about the address of the user. Where mails are sent, the user gets a separate link, which does. A link that
// removes every other factor is never mailed: an attacker who reads the user's mails would get the account. The most recent links revoke the
// earlier ones, which may have reached another person.
import { canonicalLoginName, mailAddress } from '@symbolon/core-protocol'
import type { Context, User } from '@symbolon/core-protocol'
import { codeFlowStores, drawFlowId, sendFlowCode } from '../mail/code-flow.ts'
import type { CodeFlowContext, FlowKind } from '../mail/code-flow.ts'
import { writeMessage } from '../mail/login-mail.ts'
import type { LoginMail } from '../mail/login-mail.ts'
import { withoutRecipient } from '../mail/outbox.ts'
import type { OutgoingMail } from '../mail/outbox.ts'
import { selectMatch } from '../password/find-user.ts'
import { isOwnPath } from '../visit/internal-sign-in.ts'
import { withAppearance } from '../visit/link-appearance.ts'
import { boundTo, invitationFlow } from './flow.ts'
import type { PasswordFlowState, SuspendedByLink } from './flow.ts'
import { mailedLink } from './paths.ts'

/** The stores of {@link issueUserLink}. */
export const userLinkStores: readonly ['mailedCodes', 'mailOutbox', 'messageTexts', 'policies', 'passwords', 'users'] = [
  ...codeFlowStores,
  'passwords',
  'users',
]

/** The context of {@link issueUserLink}. */
export type UserLinkContext = CodeFlowContext & Pick<Context<'passwords' | 'users'>, 'stores'>

/** A link, or the reason for its absence. */
export type UserLink =
  | {
      readonly kind: 'issued'
      readonly userId: string
      readonly loginName: string
      /** Works once. */
      readonly link: string
      /** Milliseconds since the epoch. */
      readonly expiresAt: number
      /** The address to which another link was sent; absent when none was. */
      readonly mailedTo?: string
    }
  | { readonly kind: 'refused'; readonly reason: 'user_unknown' | 'user_not_active' | 'user_not_invitable' }

/** `invite`: for a user who has not signed in yet, for three days. `reset`: for a user who needs a new password, for one hour. */
export type UserLinkKind = 'invite' | 'reset'

const kinds: Readonly<Record<UserLinkKind, FlowKind<PasswordFlowState>>> = {
  invite: invitationFlow,
  reset: { ...invitationFlow, lifetime: 3_600_000 },
}

/** The user and the kind of a link. */
export interface AskedUserLink {
  readonly kind: UserLinkKind
  readonly loginName: string
  /** Of a `reset`: whether the new password removes the authenticator app, the recovery codes and the passkeys. Default: false. */
  readonly withoutFactors?: boolean
  /** Where the user goes after the sign-in that follows: a path of this server. Default: where `invitation()` leads. */
  readonly returnTo?: string
}

/**
 * Issues a link for a user.
 *
 * @param mail undefined where no mails are sent
 * @throws TypeError for an invitation without factors, and for a `returnTo` that is not a path of this server
 */
export async function issueUserLink(
  { kind, loginName, withoutFactors = false, returnTo }: AskedUserLink,
  mail: LoginMail | undefined,
  context: UserLinkContext,
): Promise<UserLink> {
  if (withoutFactors && kind !== 'reset') throw new TypeError('Only a reset removes factors.')
  if (returnTo !== undefined && !isOwnPath(returnTo)) throw new TypeError('A link leads to a path of this server.')
  const user = selectMatch(await context.stores.users.findByLoginName(canonicalLoginName(loginName)))?.user
  if (user === undefined) return { kind: 'refused', reason: 'user_unknown' }
  const reason = refusalOf(kind, user)
  if (reason !== undefined) return { kind: 'refused', reason }
  const expiresAt = context.now() + kinds[kind].lifetime
  const bound = { ...(withoutFactors ? { removesFactors: true } : {}), ...(returnTo === undefined ? {} : { returnTo }) }
  const link = await issue(kind, user, 'shown', bound, async () => withoutRecipient, context)
  const mailedTo = await mailLink(kind, user, withoutFactors ? undefined : mail, context)
  return { kind: 'issued', userId: user.id, loginName: user.loginName, link, expiresAt, ...(mailedTo === undefined ? {} : { mailedTo }) }
}

/** The outcome of a link for a user. */
export type SentUserLink =
  /** Sent to the user alone. */
  | { readonly kind: 'mailed'; readonly to: string; readonly expiresAt: number }
  /** To be passed on to the user: there is no address, or no mails are sent. */
  | { readonly kind: 'shown'; readonly link: string; readonly expiresAt: number }
  | { readonly kind: 'refused'; readonly reason: 'user_not_active' | 'user_not_invitable' }

/**
 * Mails a link to a user. Where that is not possible, the link is returned. An administrator who never sees the link cannot use it.
 *
 * @param mail undefined where no mails are sent
 * @param suspends the roles of other organizations that a use of the returned link suspends. It may come after these have confirmed the roles
 */
export async function sendUserLink(
  kind: UserLinkKind,
  user: User,
  mail: LoginMail | undefined,
  context: UserLinkContext,
  suspends?: SuspendedByLink,
): Promise<SentUserLink> {
  const reason = refusalOf(kind, user)
  if (reason !== undefined) return { kind: 'refused', reason }
  const expiresAt = context.now() + kinds[kind].lifetime
  const to = await mailLink(kind, user, mail, context)
  if (to === undefined) {
    const bound = suspends === undefined ? {} : { suspends }
    return { kind: 'shown', link: await issue(kind, user, 'shown', bound, async () => withoutRecipient, context), expiresAt }
  }
  await context.stores.mailedCodes.removeNewest(placeOf(user, 'shown', context))
  return { kind: 'mailed', to, expiresAt }
}

function refusalOf(kind: UserLinkKind, { state, orgActive }: User): 'user_not_active' | 'user_not_invitable' | undefined {
  if (!orgActive || (state !== 'active' && state !== 'initial')) return 'user_not_active'
  return kind === 'reset' && state === 'initial' ? 'user_not_invitable' : undefined
}

/** Mails a link, or ends the one that was mailed before. @returns the address to which it was sent; undefined when none was */
async function mailLink(
  kind: UserLinkKind,
  user: User,
  mail: LoginMail | undefined,
  context: UserLinkContext,
): Promise<string | undefined> {
  const address = addressFor(kind, user)
  if (mail === undefined || address === undefined) {
    await context.stores.mailedCodes.removeNewest(placeOf(user, 'mailed', context))
    return undefined
  }
  const message = kind === 'invite' ? 'invitation' : 'password_link'
  const write = async (_code: string, mailed: string): Promise<OutgoingMail> =>
    await writeMessage(message, { user, address }, { link: mailed }, mail, context)
  await issue(kind, user, 'mailed', { address }, write, context)
  return address
}

/** The storage key of links with this delivery: the newest link has it. */
function placeOf({ id }: User, way: 'mailed' | 'shown', { sealing }: Pick<UserLinkContext, 'sealing'>): string {
  return sealing.derive('link of a user', `${way} ${id}`)
}

/** Issues a link and replaces an earlier link of the user with the same delivery. */
async function issue(
  kind: UserLinkKind,
  user: User,
  way: 'mailed' | 'shown',
  bound: Pick<PasswordFlowState, 'address' | 'removesFactors' | 'returnTo' | 'suspends'>,
  write: (code: string, link: string) => Promise<OutgoingMail>,
  context: UserLinkContext,
): Promise<string> {
  const flow = kinds[kind]
  const id = drawFlowId(context)
  let link = ''
  const hasPassword = (await context.stores.passwords.find(user.id)) !== undefined
  const state = { ...boundTo(user, hasPassword), ...bound, loginName: user.loginName }
  const mail = {
    live: true,
    newestOf: placeOf(user, way, context),
    write: async (code: string) => {
      link = withAppearance(mailedLink(flow, context.issuer, id, code), user.orgId, undefined)
      return await write(code, link)
    },
  }
  await sendFlowCode(flow, id, state, mail, undefined, context)
  return link
}

/** An invitation proves the address. A new password is allowed only for an address that was proven before. */
function addressFor(kind: UserLinkKind, { email }: User): string | undefined {
  return email === undefined || (kind === 'reset' && !email.verified) ? undefined : mailAddress(email.address)
}
