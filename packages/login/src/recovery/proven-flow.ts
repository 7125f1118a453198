// Opens a flow that this browser has proven, for the pages that follow the mailed code or link.
import type { RequestContext, User } from '@symbolon/core-protocol'
import { findFlow, isFlowId } from '../mail/code-flow.ts'
import type { FlowKind } from '../mail/code-flow.ts'
import { brandedOrganization, findBranding } from '../visit/branding.ts'
import { LoginError } from '../visit/visit.ts'
import type { LoginStore, Visit } from '../visit/visit.ts'
import { findFlowUser } from './flow.ts'
import type { PasswordFlow, PasswordFlowState } from './flow.ts'
import { purposeOf } from './paths.ts'

type FlowContext = RequestContext<LoginStore | 'mailedCodes'>

/** A browser that has proven a flow. */
export interface ProvenVisit {
  readonly flow: PasswordFlow
  readonly user: User
  /** With the branding for this user. */
  readonly visit: Visit
}

/** @throws LoginError `expired_link` unless this browser has proven the flow and the policy still allows the recovery */
export async function openProven(
  id: string | undefined,
  kind: FlowKind<PasswordFlowState>,
  visit: Visit,
  context: FlowContext,
): Promise<ProvenVisit> {
  const { organization, pending } = visit
  const flow = isFlowId(id) ? await findFlow(kind, id, context) : undefined
  if (flow === undefined || !flow.proven || flow.state.provenBy !== pending.id) throw expiredLink()
  const user = await findFlowUser(kind, flow, context)
  if (user === undefined || !(await isStillAllowed(kind, user, context))) throw expiredLink()
  const branding = await findBranding(brandedOrganization(visit.client, organization, user), context)
  return { flow, user, visit: { ...visit, branding } }
}

/** The policy may have changed since the mail was sent. An administrator who invites a user decides for the policy. */
async function isStillAllowed(kind: FlowKind<PasswordFlowState>, user: User, context: FlowContext): Promise<boolean> {
  return purposeOf(kind) !== 'recovery' || (await isRecoverable(user, context))
}

/** Whether the policy lets the user recover a password. */
export async function isRecoverable({ orgId }: User, { stores: { policies } }: RequestContext<'policies'>): Promise<boolean> {
  const { allowUsernamePassword, hidePasswordReset } = await policies.findLoginPolicy(orgId)
  return allowUsernamePassword && !hidePasswordReset
}

/** A link that was used, has expired or never existed. The page does not reveal which. */
export function expiredLink(): LoginError {
  return new LoginError(400, { code: 'expired_link' })
}
