// The link in a notice by which users report that somebody else made the change. It is bound to the mailbox that the notice went to, works once,
// and outlives every later change by whoever took the account over. It takes an account back to what it was before the change, and not further.
import type { User } from '@symbolon/core-protocol'
import * as v from 'valibot'
import { changeReportPath } from '../visit/paths.ts'
import { drawFlowId, findFlow, sendFlowCode } from './code-flow.ts'
import type { CodeFlowContext, FlowKind } from './code-flow.ts'
import type { OutgoingMail } from './outbox.ts'

/** What a report takes back, beside the sessions and tokens of the account. */
export interface TakenBack {
  /** The address of the notice becomes the address of the account again. */
  readonly address?: true | undefined
  /** Before the change the password alone signed in. So the new password removes every other factor, the added one included. */
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
  /** Where the notice was sent. */
  readonly address: string
  readonly takesBack: TakenBack
}

const state: v.GenericSchema<unknown, ChangeReportState> = v.object({
  userId: v.string(),
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
 * Sends a notice with the link.
 *
 * @param write writes the notice with this link
 * @returns false when the notice cannot have one, and nothing was sent
 */
export async function sendReportable(
  user: Pick<User, 'id'>,
  address: string,
  takesBack: TakenBack,
  write: (link: string) => Promise<OutgoingMail>,
  context: CodeFlowContext,
): Promise<boolean> {
  const id = takesBack.address === true ? addressReportId(user, context) : drawFlowId(context)
  if (takesBack.address === true) {
    // Whoever took the account over changes the address again: only the owner of the first one can take the changes of these days back.
    if ((await findFlow(changeReportFlow, id, context)) !== undefined) return false
    await context.stores.mailedCodes.remove(id)
  }
  const link = (code: string): string =>
    `${context.issuer}${changeReportPath}?flow=${encodeURIComponent(id)}&code=${encodeURIComponent(code)}`
  const mail = { live: true, write: async (code: string) => await write(link(code)) }
  return await sendFlowCode(changeReportFlow, id, { userId: user.id, address, takesBack }, mail, undefined, context)
}

/** One for each user. */
function addressReportId({ id }: Pick<User, 'id'>, { sealing }: Pick<CodeFlowContext, 'sealing'>): string {
  return sealing.derive('report of a changed address', id)
}
