// The flows in which a signed-in user proves an email address by a mailed code: the address of the account, or one that replaces it. The
// address of the account is the old one until the code is typed.
import type { User } from '@symbolon/core-protocol'
import * as v from 'valibot'
import type { CodeFlowContext, FlowKind } from '../mail/code-flow.ts'

/** What the flow is about. */
export interface EmailState {
  readonly userId: string
  /** The address that the code proves. */
  readonly address: string
  /** The address of the account when the code was sent. Every other change of it ends the flow. */
  readonly seen?: User['email'] | undefined
  /** The sign-in that asked for the mail. The code is rejected in every other browser. */
  readonly requestId: string
  readonly provenBy?: string | undefined
}

const state: v.GenericSchema<unknown, EmailState> = v.object({
  userId: v.string(),
  address: v.string(),
  seen: v.optional(v.object({ address: v.string(), verified: v.boolean() })),
  requestId: v.string(),
  provenBy: v.optional(v.string()),
})

const hour = 3_600_000

/** The verification of the address of an account. */
export const emailVerificationFlow: FlowKind<EmailState> = { purpose: 'email_verification', lifetime: hour, state }
/** The change of the address of an account. */
export const emailChangeFlow: FlowKind<EmailState> = { purpose: 'email_change', lifetime: hour, state }

/** The id of the flow of a user. There is one of each kind, so that the code for an earlier address ends with the next code. */
export function emailFlowId(
  { purpose }: FlowKind<EmailState>,
  { id }: Pick<User, 'id'>,
  { sealing }: Pick<CodeFlowContext, 'sealing'>,
): string {
  return sealing.derive('email flow', `${purpose} ${id}`)
}
