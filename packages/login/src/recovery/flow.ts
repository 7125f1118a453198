// The flows in which a mailed code or link allows a user to set a password: recovery and invitation. Until the end of the flow the proof
// allows nothing else, and no session.
import { canonicalLoginName, ofUser, stillHeldBy, validityOf } from '@symbolon/core-protocol'
import type { AccountOutcome, FactorMethod, RequestContext, RoleSuspension, User, UserAccountChange } from '@symbolon/core-protocol'
import * as v from 'valibot'
import type { CodeFlow, FlowKind } from '../mail/code-flow.ts'

/** The state of the flow. */
export interface PasswordFlowState {
  /** Absent in a flow without a user. */
  readonly userId?: string | undefined
  /** `validityOf` the user when the mail was sent. A new password ends every flow of the user. */
  readonly validity?: string | undefined
  /** Whether the user's password was set then. A first password ends every flow from before it, such as the other link of an invitation. */
  readonly wasSet?: boolean | undefined
  /** Where the mail was sent; absent when the link was printed. */
  readonly address?: string | undefined
  /** As typed, or the user's. */
  readonly loginName: string
  /** The sign-in that asked for the mail. */
  readonly requestId?: string | undefined
  readonly applicationName?: string | undefined
  /** Where the user goes after the sign-in that follows: a path of this server. Absent: the default of the links of this kind. */
  readonly returnTo?: string | undefined
  /** The sign-in of the browser in which the code was typed, or the link used. The flow is rejected in every other browser. */
  readonly provenBy?: string | undefined
  /** Whether the password removes every other factor of the user, who lost them. No second factor is asked for then. */
  readonly removesFactors?: boolean | undefined
  /** The second factor that was proved in that browser. */
  readonly factor?: FactorMethod | undefined
  /** The roles of other organizations that a use of the link suspends: the administrator who issued the link has seen it. */
  readonly suspends?: SuspendedByLink | undefined
}

/** As the rights of the administrator were when the link was issued. */
export type SuspendedByLink = Omit<RoleSuspension, 'userId'>

const optionalText = v.optional(v.string())

const stateSchema: v.GenericSchema<unknown, PasswordFlowState> = v.object({
  userId: optionalText,
  validity: optionalText,
  wasSet: v.optional(v.boolean()),
  address: optionalText,
  loginName: v.string(),
  requestId: optionalText,
  applicationName: optionalText,
  returnTo: optionalText,
  provenBy: optionalText,
  removesFactors: v.optional(v.boolean()),
  factor: v.optional(v.picklist(['otp', 'pop', 'recovery', 'user'])),
  suspends: v.optional(
    v.pipe(
      v.object({
        until: v.picklist(['proof', 'confirmation']),
        spares: v.optional(
          v.array(v.object({ of: v.picklist(['organization', 'project', 'project_grant']), id: v.string(), roles: v.array(v.string()) })),
        ),
        sparesGrantsOf: v.optional(v.union([v.literal(true), v.array(v.string())])),
      }),
      v.transform(({ until, spares, sparesGrantsOf }): SuspendedByLink => ({
        until,
        ...(spares === undefined ? {} : { spares }),
        ...(sparesGrantsOf === undefined ? {} : { sparesGrantsOf }),
      })),
    ),
  ),
})

/** A flow that ends in a password. */
export type PasswordFlow = CodeFlow<PasswordFlowState>

const hour = 3_600_000

/** The recovery of a password. */
export const recoveryFlow: FlowKind<PasswordFlowState> = { purpose: 'recovery', lifetime: hour, state: stateSchema }
/** The invitation of a user. */
export const invitationFlow: FlowKind<PasswordFlowState> = { purpose: 'invitation', lifetime: 72 * hour, state: stateSchema }

/** The members of the state that bind a flow to the user as of now. */
export function boundTo(user: User | undefined, wasSet: boolean): Pick<PasswordFlowState, 'userId' | 'validity' | 'wasSet'> {
  return user === undefined ? {} : { userId: user.id, validity: validityOf(ofUser(user)), wasSet }
}

/**
 * Finds the user of a proven flow.
 *
 * @returns undefined when the user may not set a password in this flow any more: the password, the state or the address has changed
 */
export async function findFlowUser(
  { purpose }: FlowKind<PasswordFlowState>,
  { state: { userId, validity, wasSet, address } }: PasswordFlow,
  { stores: { passwords, users } }: RequestContext<'passwords' | 'users'>,
): Promise<User | undefined> {
  const user = userId === undefined ? undefined : await users.find(userId)
  if (user === undefined || user.kind !== 'human' || !user.orgActive) return undefined
  if (user.state !== 'active' && !(purpose === 'invitation' && user.state === 'initial')) return undefined
  // Validity alone decides: a flow without it has no user.
  if (validity === undefined || !stillHeldBy(ofUser(user), { validity, issuedAt: 0 })) return undefined
  if (((await passwords.find(user.id)) !== undefined) !== wasSet) return undefined
  return address === undefined || hasAddress(user, address) ? user : undefined
}

/** A mail goes to the address in another spelling than the one that is stored. */
function hasAddress({ email }: User, address: string): boolean {
  return email !== undefined && canonicalLoginName(email.address) === canonicalLoginName(address)
}

/**
 * Stores that a user of a proven flow got the first credential. The link came by mail to the address, or an administrator passed it on to the user.
 * Only the mail proves the address. An address that another user has proven stays unproven here: proven by both it would identify neither,
 * and the other user could no longer sign in with it.
 *
 * @param firstPasskey stored in the same transaction
 */
export async function activate(
  user: User,
  { state: { address, suspends } }: PasswordFlow,
  firstPasskey: UserAccountChange['firstPasskey'],
  { stores: { userAccounts }, now, log }: Pick<RequestContext<'userAccounts'>, 'stores' | 'now' | 'log'>,
): Promise<AccountOutcome> {
  const store = async (proven: Pick<UserAccountChange, 'email' | 'unique'>): Promise<AccountOutcome> =>
    await userAccounts.change(
      user.id,
      { timesEnded: user.timesEnded },
      {
        ...(user.state === 'initial' ? { state: 'active' } : {}),
        ...proven,
        // The passkey acts without any other factor.
        ...(firstPasskey === undefined
          ? {}
          : { firstPasskey, ...(suspends === undefined ? {} : { suspends: { ...suspends, until: 'confirmation' } }) }),
      },
      now(),
    )
  const { email } = user
  if (address === undefined || email === undefined || email.verified || !hasAddress(user, address)) return await store({})
  const outcome = await store({ email: { address: email.address, verified: true }, unique: ['provenEmail'] })
  if (outcome.kind === 'done' || outcome.reason !== 'email_taken') return outcome
  log.info('email_not_proven', { userId: user.id, reason: outcome.reason })
  return await store({})
}
