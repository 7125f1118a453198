// Decides whether an authorization request can be answered from the sessions of the browser, or what the user has to do first.
// Pure: the same request, candidates and time always give the same decision.
// https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest (prompt, max_age, id_token_hint), #Authenticates
import { authenticationTimeOf } from './authentication-time.ts'
import { canonicalLoginName } from '../ports/login-name.ts'
import { firstFactor } from '../contract/login.ts'
import type { DueStep, StepAnswer, UnprovenSteps } from '../contract/login.ts'
import type { AuthenticationFactor, Session } from '../ports/session.ts'
import type { User } from '../ports/user.ts'
import { belongsTo } from '../scope/restricting-scopes.ts'
import type { SignInRequest } from '../ports/authorization-request.ts'

/** A session of the browser, with its active user and what it still lacks. */
export interface Candidate {
  readonly session: Session
  readonly user: User
  /** The required step that the session lacks. */
  readonly due: DueStep | undefined
  /** How the request is answered because of the step `due`. */
  readonly answer?: StepAnswer | undefined
  /** Steps that the user may skip. They have no part in the decision. */
  readonly offered?: readonly DueStep[]
  /** The steps that the session may not reach without a fresh proof. They have no part in the decision. */
  readonly unproven?: UnprovenSteps | undefined
  /** The application is of an organization without a relation to the user, who has not signed in to it on a page yet. */
  readonly unseen?: boolean
  /** The factors of the session that count for the request. They have no part in the decision: `due` says what it comes to. */
  readonly counted: readonly AuthenticationFactor[]
}

/** When a request arrived, and which session the user chose for it. */
export interface InteractionState {
  /** Milliseconds since the epoch: when the request arrived, and now. */
  readonly requestedAt: number
  readonly now: number
  /** The session that the user chose or made for this very request. */
  readonly chosenSessionId: string | undefined
  /** The login name of that session's user, where the session was made for this very request. */
  readonly chosenLoginName?: string | undefined
}

/** The next step of an authorization request. */
export type Interaction =
  | { readonly kind: 'proceed'; readonly candidate: Candidate }
  /** No user can answer the request: ask for a login name, or for a choice among the candidates. */
  | { readonly kind: 'identify'; readonly choices: readonly Candidate[] }
  /** This user has to prove who they are, again or further. */
  | { readonly kind: 'authenticate'; readonly candidate: Candidate; readonly step: DueStep }
  | { readonly kind: 'error'; readonly error: InteractionError; readonly description: string }

/** An error that ends a request without a page. https://openid.net/specs/openid-connect-core-1_0.html#AuthError */
export type InteractionError = 'login_required' | 'interaction_required' | 'consent_required' | 'access_denied'

/** @returns the decision; with `prompt=none` never one that needs the user */
export function interaction(request: SignInRequest, candidates: readonly Candidate[], state: InteractionState): Interaction {
  const decision = decide(request, candidates, state)
  if (!request.prompt.includes('none') || decision.kind === 'proceed' || decision.kind === 'error') return decision
  if (decision.kind === 'identify' && decision.choices.length > 1) {
    return { kind: 'error', error: 'interaction_required', description: 'The user has to choose among several sessions.' }
  }
  if (decision.kind === 'identify' && decision.choices.some(({ unseen }) => unseen === true)) {
    return { kind: 'error', error: 'interaction_required', description: 'The user has not signed in to this application yet.' }
  }
  if (decision.kind === 'authenticate' && decision.step === decision.candidate.due && decision.candidate.answer === 'consent_required') {
    return { kind: 'error', error: 'consent_required', description: 'The user has to consent.' }
  }
  if (decision.kind === 'authenticate' && decision.step !== firstFactor) {
    return { kind: 'error', error: 'interaction_required', description: 'The user has to complete the sign-in.' }
  }
  return { kind: 'error', error: 'login_required', description: 'The user has to sign in.' }
}

function decide(request: SignInRequest, candidates: readonly Candidate[], state: InteractionState): Interaction {
  const chosenOfAll = candidates.find(({ session }) => session.id === state.chosenSessionId)
  if (chosenOfAll !== undefined && !belongsTo(chosenOfAll.user, request.organization)) {
    return { kind: 'error', error: 'access_denied', description: 'The user is not of the organization that the scope demands.' }
  }
  const eligible = candidates.filter(({ user }) => mayAnswer(user, request))
  const chosen = eligible.find(({ session }) => session.id === state.chosenSessionId)
  if (chosen !== undefined) return assess(request, chosen, state)
  if (state.chosenSessionId !== undefined && request.subject === undefined) return decideWithoutChosen(request, eligible, state)
  if (eligible.length === 0) return { kind: 'identify', choices: [] }
  if (request.prompt.includes('select_account')) return { kind: 'identify', choices: eligible }
  if (request.prompt.includes('create')) return { kind: 'identify', choices: [] }

  if (request.loginHint !== undefined && request.subject === undefined) {
    const hinted = eligible.find(({ user }) => isNamed(user, request.loginHint ?? ''))
    if (hinted !== undefined) return assess(request, hinted, state)
    // With prompt=none a hint is a preference among sessions, not a demand for another user to sign in.
    if (!request.prompt.includes('none')) return { kind: 'identify', choices: [] }
  }
  const [only] = eligible
  if (eligible.length > 1 || only === undefined) return { kind: 'identify', choices: eligible }
  // prompt=login asks for a user name too, because another person may be at the browser.
  if (request.prompt.includes('login') && request.subject === undefined) return { kind: 'identify', choices: [] }
  return assess(request, only, state)
}

/**
 * Whether the user may answer the request. A hint names the only user who may, a scope the organization of the users who may. The sessions
 * of other users neither count nor are offered.
 */
export function mayAnswer(user: User, request: Pick<SignInRequest, 'subject' | 'organization'>): boolean {
  return (request.subject === undefined || user.id === request.subject) && belongsTo(user, request.organization)
}

/**
 * The session that was chosen or made for this request is not in the browser any more: it ended, or the sign-in of another tab
 * replaced its cookie. Another signed-in user is not the requested one, and never replaces it.
 */
function decideWithoutChosen(request: SignInRequest, candidates: readonly Candidate[], state: InteractionState): Interaction {
  const { chosenLoginName: name } = state
  const same =
    name === undefined ? undefined : candidates.find(({ user }) => canonicalLoginName(user.loginName) === canonicalLoginName(name))
  return same === undefined ? { kind: 'identify', choices: candidates } : assess(request, same, state)
}

/** Whether the candidate's authentication is recent and strong enough for this request. */
function assess(request: SignInRequest, candidate: Candidate, state: InteractionState): Interaction {
  const { authenticatedAt } = candidate.session
  // Only a session that was chosen or created for this request proves freshness. A time stamp may come from a clock that ran ahead.
  const forThisRequest = candidate.session.id === state.chosenSessionId && authenticatedAt >= state.requestedAt
  if (request.prompt.includes('login') && !forThisRequest) return { kind: 'authenticate', candidate, step: firstFactor }
  // An authentication for this very request is fresh, however long the user took over the remaining steps.
  const age = Math.abs(state.now - authenticationTimeOf(candidate.session))
  if (request.maxAge !== undefined && !forThisRequest && age >= Math.max(request.maxAge * 1000, 1)) {
    return { kind: 'authenticate', candidate, step: firstFactor }
  }
  if (candidate.answer === 'denied')
    return { kind: 'error', error: 'access_denied', description: 'A step of the sign-in denies the request.' }
  if (candidate.due !== undefined) return { kind: 'authenticate', candidate, step: candidate.due }
  if (candidate.unseen === true && candidate.session.id !== state.chosenSessionId) return { kind: 'identify', choices: [candidate] }
  return { kind: 'proceed', candidate }
}

/** Whether a login hint means the user: by login name, user name, or email address. */
export function isNamed(user: User, hint: string): boolean {
  const name = canonicalLoginName(hint)
  return [user.loginName, user.userName, user.email?.address].some((own) => own !== undefined && canonicalLoginName(own) === name)
}
