// Decides which steps a session lacks: the factors first, then the composed steps in their order.
import type { Context, DueStep, DueSteps, FactorMethod, Session, StoreName, User } from '@symbolon/core-protocol'
import { dueFactor, factorSetup } from '../visit/due-factor.ts'
import type { AnySignInStep, Composed, EnrolledFactor, StepFacts } from './contract.ts'

/** The name of the step for users who must change their password. Without a composed step of this name they are refused. */
export const changeStep = 'password_change'

/** Decides which steps the session of the user lacks. */
export async function findDueSteps(
  session: Session,
  user: User,
  { authenticators, steps }: Composed,
  context: Context<StoreName>,
): Promise<DueSteps> {
  const now = context.now()
  const policy = await context.stores.policies.findLoginPolicy(user.orgId)
  const enrolled = (await Promise.all(authenticators.map((authenticator) => authenticator.enrolled(user, context)))).flat()
  const lacking = dueFactor(session, methodsOf(user, enrolled), policy, now)
  if (lacking !== undefined && lacking !== factorSetup) return { required: lacking, offered: [] }

  const facts: StepFacts = { session, user, policy, enrolled, lacking, now }
  const due = await Promise.all(steps.map(async (step) => ({ step, due: await step.due(facts, context) })))
  const required = due.find((each) => each.due === 'required')?.step.name ?? lacking ?? unservedStep(user, steps)
  return { required, offered: due.flatMap((each) => (each.due === 'offered' ? [each.step.name] : [])) }
}

/**
 * The factors of a user: those that authenticators found, and those of the user's record. A factor without an authenticator counts, so that
 * a user is refused rather than signed in with less than before.
 */
function methodsOf(user: User, enrolled: readonly EnrolledFactor[]): readonly FactorMethod[] {
  return [...new Set<FactorMethod>([...user.secondFactors, ...enrolled.map(({ method }) => method)])]
}

/** A demand on the user that no composed step can meet. It stays due, and the dispatcher refuses the user. */
function unservedStep({ passwordChangeRequired = false }: User, steps: readonly AnySignInStep[]): DueStep | undefined {
  return passwordChangeRequired && steps.every(({ name }) => name !== changeStep) ? changeStep : undefined
}
