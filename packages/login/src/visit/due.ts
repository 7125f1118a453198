// What a session of a user lacks now: the policy is read here, the decision is `dueStep`.
import type { Context, DueStep, Session, User } from '@symbolon/core-protocol'
import { dueStep } from './due-step.ts'

export async function due(session: Session, user: User, context: Context<'policies'>): Promise<DueStep | undefined> {
  return dueStep(session, user, await context.stores.policies.findLoginPolicy(user.orgId), context.now())
}
