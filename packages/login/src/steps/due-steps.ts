// Decides which steps a session lacks: the factors first, then the composed steps in their order.
import { findUserLoginPolicy, secondFactor } from '@symbolon/core-protocol'
import type {
  Context,
  DueStep,
  DueSteps,
  FactorMethod,
  Session,
  SignInPurpose,
  StoreName,
  UnprovenSteps,
  User,
} from '@symbolon/core-protocol'
import { dueFactor, factorsThatCount, factorSetup } from '../visit/due-factor.ts'
import { withFreshFactors } from '../visit/proofs.ts'
import type { AnyAuthenticator, AnySignInStep, Composed, EnrolledFactor, StepFacts } from './contract.ts'

/** The name of the step for users who must change their password. Without a composed step of this name they are refused. */
export const changeStep = 'password_change'

/** Decides which steps the session of the user lacks, and which of its factors count. */
export async function findDueSteps(
  session: Session,
  user: User,
  purpose: SignInPurpose | undefined,
  { authenticators, steps }: Composed,
  context: Context<StoreName>,
): Promise<DueSteps> {
  const now = context.now()
  const twoFactors = purpose?.request.twoFactors
  const [policy, enrolled] = await Promise.all([findUserLoginPolicy(user, context), findEnrolled(user, authenticators, context)])
  const methods = methodsOf(user, enrolled)
  const counted = factorsThatCount(session, methods, policy, now)
  const lacking = dueFactor(session, methods, policy, now, twoFactors)
  if (lacking !== undefined && lacking !== factorSetup) return { required: lacking, offered: [], counted }

  const facts: StepFacts = { session, user, purpose, policy, enrolled, lacking, now }
  const due = await Promise.all(steps.map(async (step) => ({ step, due: await step.due(facts, context) })))
  const denied = due.find((each) => each.due === 'denied')
  if (denied !== undefined) return { required: denied.step.name, answer: 'denied', offered: [], counted }
  // If no step sets up a factor, a demand of the request alone cannot be met. The response to the application reports it.
  const unmet = twoFactors === undefined ? lacking : dueFactor(session, methods, policy, now)
  const demanded = due.find((each) => each.due === 'required' || each.due === 'consent_required')
  const next = demanded?.step.name ?? unmet ?? unservedStep(user, steps)
  const unproven = unprovenSteps(dueFactor(withFreshFactors(session, now), methods, policy, now, twoFactors), steps)
  const required = next !== undefined && unproven?.steps.includes(next) === true ? unproven.factor : next
  const answer = demanded?.due === 'consent_required' && required === next ? demanded.due : undefined
  return { required, answer, offered: due.flatMap((each) => (each.due === 'offered' ? [each.step.name] : [])), counted, unproven }
}

/**
 * The steps that come after a fresh proof, so that a session that is old, or was stolen, never becomes a credential. A step that does not
 * declare otherwise is one of them.
 *
 * @param lacking what the session lacks if only its fresh factors count
 */
function unprovenSteps(lacking: DueStep | undefined, steps: readonly AnySignInStep[]): UnprovenSteps | undefined {
  if (lacking === undefined || lacking === factorSetup) return undefined
  return { factor: lacking, steps: steps.filter(({ proof }) => proof !== 'session' && proof !== 'own').map(({ name }) => name) }
}

/**
 * Whether a sign-in with the password would ask the user for a second factor.
 *
 * @param proven the second factor that the user has just proved; undefined for none
 */
export async function asksSecondFactor(
  user: User,
  proven: FactorMethod | undefined,
  authenticators: readonly AnyAuthenticator[],
  context: Context<StoreName>,
): Promise<boolean> {
  const at = context.now()
  const [policy, enrolled] = await Promise.all([findUserLoginPolicy(user, context), findEnrolled(user, authenticators, context)])
  const factors = (['pwd', ...(proven === undefined ? [] : [proven])] as const).map((method) => ({ method, at }))
  return dueFactor({ factors }, methodsOf(user, enrolled), policy, at) === secondFactor
}

async function findEnrolled(
  user: User,
  authenticators: readonly AnyAuthenticator[],
  context: Context<StoreName>,
): Promise<readonly EnrolledFactor[]> {
  return (await Promise.all(authenticators.map((authenticator) => authenticator.enrolled(user, context)))).flat()
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
