// What a session proves, by which method, and how long ago: the one place that reads the times of factors. Only factors count. Neither the use
// of a session nor the renewal of its cookie proves anything. Pure.
import { firstFactorMethods, provedAt } from '@symbolon/core-protocol'
import type { FactorMethod, Session } from '@symbolon/core-protocol'

/** How long a proof is fresh enough to change credentials, in seconds. A person who finds an open browser must not be able to do that. */
export const freshness = 300

/** The proven factors. */
export interface Proof {
  readonly method: FactorMethod
  /** Milliseconds since it was proved. A time in the future comes from a clock that ran ahead, and counts as one that is as far in the past. */
  readonly age: number
}

type Factors = Pick<Session, 'factors'>

/** @returns what the session proves. @param now milliseconds since the epoch */
export function proofsOf({ factors }: Factors, now: number): readonly Proof[] {
  return factors.map(({ method, at }) => ({ method, age: Math.abs(now - at) }))
}

/** Whether one of the methods was proved in this time. @param lifetime milliseconds */
export function isProven(proofs: readonly Proof[], methods: readonly FactorMethod[], lifetime: number): boolean {
  return proofs.some(({ method, age }) => methods.includes(method) && age < lifetime)
}

/** Whether a first factor is fresh. A second factor alone does not count. @param now milliseconds since the epoch */
export function hasFreshFirstFactor({ factors }: Factors, now: number): boolean {
  return factors.some((factor) => firstFactorMethods.includes(factor.method) && Math.abs(now - provedAt(factor)) < freshness * 1000)
}

/** The session as if it had only the factors that were proved within {@link freshness}. @param now milliseconds since the epoch */
export function withFreshFactors(session: Session, now: number): Session {
  return withFactorsOf(session, now - freshness * 1000, now + freshness * 1000)
}

/** The session as if it had only the factors that were proved in this time. Milliseconds since the epoch. */
export function withFactorsOf(session: Session, from: number, to: number): Session {
  return { ...session, factors: session.factors.filter((factor) => provedAt(factor) > from && provedAt(factor) < to) }
}
