// The one place that decides what comes next. No step knows another: each ends at the dispatcher, which asks here. Pure.
import type { Candidate, DueStep, Interaction, PendingAuthorizationRequest, Session, User } from '@symbolon/core-protocol'
import { isNamed } from '@symbolon/core-protocol'

export type NextStep =
  /** The request can be answered, or refused, without the user. */
  | { readonly kind: 'resume' }
  | { readonly kind: 'login_name', readonly loginName: string | undefined }
  | { readonly kind: 'account_selection', readonly choices: readonly Candidate[] }
  | { readonly kind: 'authenticate', readonly step: DueStep, readonly subject: StepSubject }
  /** A policy demands a second factor of a user who has none: nobody gets past here. */
  | { readonly kind: 'second_factor_missing', readonly subject: StepSubject }

/** Who has to prove who they are: a known user, or whoever the typed name means, which no page may tell. */
export interface StepSubject {
  readonly user: User | undefined
  /** The session that lacks the proof; absent while nobody is known. */
  readonly session: Session | undefined
  readonly loginName: string
  /** The request demands this very user. */
  readonly fixed: boolean
}

export type Progress = Pick<PendingAuthorizationRequest, 'request' | 'sessionId' | 'loginName'>

/**
 * @param decision core's, from the same request and candidates
 * @param candidates the sessions of this browser
 */
export function nextStep(decision: Interaction, progress: Progress, candidates: readonly Candidate[]): NextStep {
  // With prompt=none no page is shown; the resume endpoint tells the application.
  if (decision.kind === 'error') return { kind: 'resume' }
  const { request, loginName } = progress
  const chosen = candidates.some(({ session }) => session.id === progress.sessionId)
  const decided = decision.kind === 'identify' ? undefined : decision.candidate
  // Who typed a name wants to be that user, even if another one has signed in meanwhile, in another tab.
  if (loginName !== undefined && !chosen && !(decided !== undefined && isNamed(decided.user, loginName))) {
    return { kind: 'authenticate', step: 'password', subject: { user: undefined, session: undefined, loginName, fixed: false } }
  }
  switch (decision.kind) {
    case 'proceed':
      return { kind: 'resume' }
    case 'authenticate': {
      const { user, session } = decision.candidate
      const subject = { user, session, loginName: user.loginName, fixed: request.subject !== undefined }
      if (decision.step === 'second_factor' && user.secondFactors.length === 0) return { kind: 'second_factor_missing', subject }
      return { kind: 'authenticate', step: decision.step, subject }
    }
    case 'identify':
      if (decision.choices.length > 0) return { kind: 'account_selection', choices: decision.choices }
      return { kind: 'login_name', loginName: request.loginHint }
  }
}
