// The link in a notice by which users report a change that they did not make. It is bound to the mailbox that received the notice, works once,
// and survives every later change by the attacker. It restores the account to its state before the change, and no earlier state.
import type { User } from '@symbolon/core-protocol'
import * as v from 'valibot'
import { changeReportPath } from '../visit/paths.ts'
import { drawFlowId, findFlow, sendFlowCode } from './code-flow.ts'
import type { CodeFlow, CodeFlowContext, FlowKind } from './code-flow.ts'
import type { OutgoingMail } from './outbox.ts'

/** What a report takes back, in addition to the sessions and tokens of the account. */
export interface TakenBack {
  /** The address of the notice becomes the address of the account again. */
  readonly address?: true | undefined
  /** Before the change the password alone sufficed to sign in. So the new password removes every other factor, including those added since. */
  readonly factors?: true | undefined
  /**
   * The accounts at identity providers that were connected since then are disconnected; milliseconds since the epoch. After a change of the
   * address, notices of them went to the new one alone.
   */
  readonly connectedSince?: number | undefined
}

/** What the flow is about. */
export interface ChangeReportState {
  readonly userId: string
  /** When the user was created: a later user with the same id is a different user. Absent in a notice of an earlier release. */
  readonly createdAt?: number | undefined
  /** Where the notice was sent. */
  readonly address: string
  readonly takesBack: TakenBack
}

const state: v.GenericSchema<unknown, ChangeReportState> = v.object({
  userId: v.string(),
  createdAt: v.optional(v.number()),
  address: v.string(),
  takesBack: v.strictObject({
    address: v.optional(v.literal(true)),
    factors: v.optional(v.literal(true)),
    connectedSince: v.optional(v.number()),
  }),
})

/** How long a change may be reported, milliseconds. */
export const reportLifetime: number = 3 * 86_400_000

/** The report of a change. */
export const changeReportFlow: FlowKind<ChangeReportState> = { purpose: 'change_report', lifetime: reportLifetime, state }

/**
 * Whether the notice went to this user, and not to a removed user with the same id. It does not depend on what was revoked since: an attacker
 * who took the account over could revoke the report that way.
 */
export function isReportOf(
  { state: { userId, createdAt }, sentAt }: CodeFlow<ChangeReportState>,
  user: Pick<User, 'id' | 'createdAt'>,
): boolean {
  return userId === user.id && (createdAt === undefined ? user.createdAt <= sentAt : user.createdAt === createdAt)
}

/**
 * Sends a notice with the link.
 *
 * @param write writes the notice with this link
 * @returns false when the notice cannot have one, and nothing was sent
 */
export async function sendReportable(
  user: Pick<User, 'id' | 'createdAt'>,
  address: string,
  takesBack: TakenBack,
  write: (link: string) => Promise<OutgoingMail>,
  context: CodeFlowContext,
): Promise<boolean> {
  const id = takesBack.address === true ? addressReportId(user, context) : drawFlowId(context)
  if (takesBack.address === true) {
    // An attacker may change the address a second time: only the owner of the first address can take the changes of these days back.
    const first = await findFlow(changeReportFlow, id, context)
    if (first !== undefined && isReportOf(first, user)) return false
    await context.stores.mailedCodes.remove(id)
  }
  const link = (code: string): string =>
    `${context.issuer}${changeReportPath}?flow=${encodeURIComponent(id)}&code=${encodeURIComponent(code)}`
  const mail = { live: true, write: async (code: string) => await write(link(code)) }
  const state = { userId: user.id, createdAt: user.createdAt, address, takesBack }
  return await sendFlowCode(changeReportFlow, id, state, mail, undefined, context)
}

/** One for each id of a user. */
function addressReportId({ id }: Pick<User, 'id'>, { sealing }: Pick<CodeFlowContext, 'sealing'>): string {
  return sealing.derive('report of a changed address', id)
}
