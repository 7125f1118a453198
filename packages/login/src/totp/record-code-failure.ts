// Records a code of an authenticator app that was refused, wherever it was asked for.
import type { User } from '@symbolon/core-protocol'
import { clientOf, remoteAddressOf } from '../steps/continue-sign-in.ts'
import type { LoginContext, Visit } from '../visit/visit.ts'

/** Why a code was refused. `blocks`: the attempt reached the policy's number. */
export interface CodeFailure {
  readonly reason: 'wrong_code' | 'used_code' | 'too_early'
  readonly blocks?: boolean
}

/** Writes the failure to the log and to the audit trail. */
export async function recordCodeFailure(details: CodeFailure, user: User, visit: Visit, context: LoginContext): Promise<void> {
  context.log.info('second_factor_failed', { ...details, userId: user.id, clientId: visit.client.clientId })
  await context.audit({
    type: 'second_factor_failed',
    ...clientOf(visit),
    subject: { kind: 'user', id: user.id },
    orgId: user.orgId,
    ...remoteAddressOf(context),
    details: { method: 'otp', ...details },
  })
}
