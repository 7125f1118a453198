// Which steps a session lacks: for a sign-in, for a request that asks for a fresh proof, and for a change of a credential.
import { countedFactors, secondFactor } from '@symbolon/core-protocol'
import type { Context, DueSteps, Session, SignInPurpose, User } from '@symbolon/core-protocol'
import { withFactorsOf, withFreshFactors } from './proofs.ts'

type DueContext = Pick<Context<never>, 'now' | 'registry'>

/** The steps that the session lacks, by everything that is composed into the login. @throws TypeError outside a composed login */
export async function dueStepsOf(
  session: Session,
  user: User,
  { registry: { login } }: Pick<DueContext, 'registry'>,
  purpose?: SignInPurpose,
): Promise<DueSteps> {
  if (login === undefined) throw new TypeError('A step of a login needs the login that it is composed into.')
  return await login.due(session, user, purpose)
}

/**
 * The steps that the session lacks for this request. A page of this server that asks for a fresh proof asks for the strength of a whole
 * sign-in, and so does an application that asks for two factors together with `max_age`: an old code does not count next to a new password.
 * What was proved for this very request counts, however long the user took.
 *
 * @throws TypeError outside a composed login
 */
export async function dueStepsFor(purpose: SignInPurpose, session: Session, user: User, context: DueContext): Promise<DueSteps> {
  const { request, createdAt } = purpose
  const { maxAge } = request
  const isProof = 'returnTo' in request && maxAge !== undefined
  const counted = isProof
    ? withFactorsOf(session, createdAt - maxAge * 1000, context.now() + maxAge * 1000)
    : countedFactors(session, request, createdAt, context.now())
  return await dueStepsOf(counted, user, context, purpose)
}

/**
 * Whether the user has proved, within `freshness`, everything that a sign-in demands: with the second factor where the user has one or the
 * policy demands one.
 *
 * @throws TypeError outside a composed login
 */
export async function isFresh(session: Session, user: User, context: DueContext): Promise<boolean> {
  return (await dueStepsOf(withFreshFactors(session, context.now()), user, context)).required === undefined
}

/**
 * Whether the password alone signs the user in: no second factor is asked for after it.
 *
 * @throws TypeError outside a composed login
 */
export async function passwordSuffices(session: Session, user: User, context: DueContext): Promise<boolean> {
  const withPassword: Session = { ...session, factors: [{ method: 'pwd', at: context.now() }] }
  return (await dueStepsOf(withPassword, user, context)).required !== secondFactor
}
