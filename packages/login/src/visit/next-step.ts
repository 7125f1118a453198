// Decides which page comes next. No step knows another step: each one returns to the dispatcher, which asks here. Pure.
import type { Candidate, DueStep, Interaction, PendingAuthorizationRequest, Session, User } from '@symbolon/core-protocol'
import { firstFactor, isNamed } from '@symbolon/core-protocol'

/** The next step of the dispatcher. */
export type NextStep =
  /** No page is needed: the resume endpoint answers or refuses the authorization request. */
  | { readonly kind: 'resume' }
  /** The user may not answer the request of a page of this server: there is no application that could be answered with the error. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'login_name'; readonly loginName: string | undefined }
  /** `prompt=create` asks for a new account: the registration where it is open, else the login name. */
  | { readonly kind: 'registration'; readonly loginName: string | undefined }
  | { readonly kind: 'account_selection'; readonly choices: readonly Candidate[] }
  /** A step that the user has to complete. `before`: a step that the user may skip, and that is shown after a fresh proof alone. */
  | { readonly kind: 'authenticate'; readonly step: DueStep; readonly subject: StepSubject; readonly before?: DueStep }
  /** A step that the user may skip. */
  | { readonly kind: 'offer'; readonly step: DueStep; readonly subject: KnownSubject }

/**
 * The user who has to authenticate: a known user, or the owner of a typed login name. No page reveals whether that user exists.
 */
export interface StepSubject {
  /** Absent while only a login name is known. */
  readonly user: User | undefined
  /** The session that lacks the step; absent while only a login name is known. */
  readonly session: Session | undefined
  readonly loginName: string
  /** Whether the authorization request demands this user, so that no other user may sign in instead. */
  readonly fixed: boolean
}

/** A user who has a session in this browser. */
export interface KnownSubject extends StepSubject {
  readonly user: User
  readonly session: Session
}

/** Whether the user has a session in this browser. */
export function isKnown(subject: StepSubject): subject is KnownSubject {
  return subject.user !== undefined && subject.session !== undefined
}

/** The progress of the sign-in, as stored with the pending request. */
export type Progress = Pick<PendingAuthorizationRequest, 'request' | 'sessionId' | 'loginName' | 'skipped' | 'createdAt'>

/**
 * Decides the next step.
 *
 * @param decision of `interaction()` in core-protocol, from the same request and candidates
 * @param candidates the sessions of this browser
 */
export function nextStep(decision: Interaction, progress: Progress, candidates: readonly Candidate[]): NextStep {
  // With prompt=none no page is shown. The resume endpoint sends the error to the application.
  if (decision.kind === 'error') {
    const { request: asked } = progress
    // A page that acts for an application reports to it that a step denies.
    const isReported = 'returnTo' in asked && asked.applicationId !== undefined && candidates.some(({ answer }) => answer === 'denied')
    return { kind: decision.error === 'access_denied' && 'returnTo' in asked && !isReported ? 'refused' : 'resume' }
  }
  const { request, loginName } = progress
  const isChosen = candidates.some(({ session }) => session.id === progress.sessionId)
  const decided = decision.kind === 'identify' ? undefined : decision.candidate
  // The typed login name wins over a session of another user, who may have signed in meanwhile in another tab.
  if (loginName !== undefined && !isChosen && !(decided !== undefined && isNamed(decided.user, loginName))) {
    return { kind: 'authenticate', step: firstFactor, subject: { user: undefined, session: undefined, loginName, fixed: false } }
  }
  switch (decision.kind) {
    case 'proceed': {
      const step = offerOf(decision.candidate, progress)
      if (step === undefined) return { kind: 'resume' }
      const subject = subjectOf(decision.candidate, progress)
      const { unproven } = decision.candidate
      return unproven?.steps.includes(step) === true
        ? { kind: 'authenticate', step: unproven.factor, subject, before: step }
        : { kind: 'offer', step, subject }
    }
    case 'authenticate':
      return { kind: 'authenticate', step: decision.step, subject: subjectOf(decision.candidate, progress) }
    case 'identify':
      if (decision.choices.length > 0) return { kind: 'account_selection', choices: decision.choices }
      // https://openid.net/specs/openid-connect-prompt-create-1_0.html#section-4
      return { kind: request.prompt.includes('create') ? 'registration' : 'login_name', loginName: request.loginHint }
  }
}

function subjectOf({ user, session }: Candidate, { request }: Progress): KnownSubject {
  return { user, session, loginName: user.loginName, fixed: request.subject !== undefined }
}

/**
 * The first step that a page of this server asks for; else the first offer, to a user who has just signed in: offers must not interrupt every
 * application. A skipped offer is not repeated in this sign-in.
 */
function offerOf({ session, offered = [] }: Candidate, { request, skipped = [], createdAt }: Progress): DueStep | undefined {
  const requested = requestedSteps(request)
  if (requested.length > 0) return requested.find((step) => !skipped.includes(step))
  const isAsked = session.authenticatedAt >= createdAt && skipped.length === 0 && !request.prompt.includes('none')
  return isAsked ? offered[0] : undefined
}

/** The steps that a page of this server asks for; none for a request of an application. */
export function requestedSteps(request: Progress['request']): readonly DueStep[] {
  return 'returnTo' in request ? (request.steps ?? []) : []
}
