// Turns an error into a page for people: what happened, the error codes of the specifications, and what to do next. It shows only error codes
// and descriptions, never response bodies, which may hold tokens.
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

export interface Problem {
  readonly status: ContentfulStatusCode
  readonly title: string
  readonly explanation: string
  readonly facts: ReadonlyMap<string, string>
  readonly next: string
  readonly retry: boolean
}

/** Responses to prompt=none that say that the user has to act: https://openid.net/specs/openid-connect-core-1_0.html#AuthError */
const INTERACTION_ERRORS: ReadonlySet<string> = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
])

export const noPendingLogin: Problem = {
  status: 400,
  title: 'No sign-in is waiting for this answer',
  explanation: 'This page only makes sense as the end of a sign-in that began in this browser, and each answer counts once.',
  facts: new Map(),
  next: 'The sign-in may have expired, or the page was reloaded. Begin again.',
  retry: true,
}

export const notFound: Problem = {
  status: 404,
  title: 'There is no such page',
  explanation: 'This application has a home page, and the steps of a sign-in.',
  facts: new Map(),
  next: 'Go back to the home page.',
  retry: false,
}

export const foreignRequest: Problem = {
  status: 403,
  title: 'This request came from another site',
  explanation: 'Signing out is only accepted from a page of this application.',
  facts: new Map(),
  next: 'Go back to the home page and use its sign-out button.',
  retry: false,
}

export const unexpected: Problem = {
  status: 500,
  title: 'This application made a mistake',
  explanation: 'Something failed that should not be able to fail.',
  facts: new Map(),
  next: 'The terminal that runs this application shows the details.',
  retry: true,
}

export function invalidParameter(name: string, rule: string): Problem {
  return {
    status: 400,
    title: `The parameter ${name} cannot be used`,
    explanation: rule,
    facts: new Map(),
    next: 'Correct the address, or begin again without the parameter.',
    retry: true,
  }
}

export function discoveryFailed(error: unknown, issuer: string): Problem {
  return {
    status: 503,
    title: 'The provider cannot be reached',
    explanation: 'A sign-in begins with reading the provider’s discovery document, and that failed.',
    facts: new Map([
      ['issuer', issuer],
      ['reason', describeError(error)],
    ]),
    next: 'Start the provider and see that its issuer is exactly the one above. Then try again; nothing has to be restarted here.',
    retry: true,
  }
}

export function loginFailed(error: unknown, prompt: string | undefined): Problem {
  if (error instanceof AuthorizationResponseError) return refused(error, prompt)
  if (error instanceof ResponseBodyError) {
    return {
      status: 502,
      title: 'The provider did not exchange the code',
      explanation: 'You came back with an authorization code, but the token endpoint refused it.',
      facts: errorFacts(error.error, error.error_description),
      next:
        error.error === 'invalid_client'
          ? 'Compare this application’s client id and secret with the registration at the provider.'
          : 'Begin again. If it stays, compare this application’s registration at the provider with its settings.',
      retry: true,
    }
  }
  return {
    status: 502,
    title: 'The provider’s answer did not pass the checks',
    explanation: 'The sign-in was stopped, and no user is signed in by it.',
    facts: new Map([['reason', describeError(error)]]),
    next: 'Begin again. If it stays, the provider and this application disagree about the reason above.',
    retry: true,
  }
}

/** The messages and codes of the error and its causes, outermost first. */
export function describeError(error: unknown): string {
  const parts: string[] = []
  let current = error
  for (let depth = 0; depth < 4 && current instanceof Error; depth++) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : undefined
    const text = current.message === '' ? code : code === undefined ? current.message : `${current.message} (${code})`
    if (text !== undefined) parts.push(text)
    current = current.cause
  }
  return parts.length === 0 ? 'unknown' : parts.join(': ')
}

function refused(error: AuthorizationResponseError, prompt: string | undefined): Problem {
  const facts = errorFacts(error.error, error.error_description)
  if (prompt === 'none' && INTERACTION_ERRORS.has(error.error)) {
    return {
      status: 400,
      title: 'A person has to act first',
      explanation: 'prompt=none asks for a sign-in without any page, and the provider rightly says that this is not possible now.',
      facts,
      next: 'Sign in once with pages, then try prompt=none again.',
      retry: true,
    }
  }
  if (error.error === 'access_denied') {
    return {
      status: 400,
      title: 'The sign-in was not allowed',
      explanation: 'It was cancelled, or the provider does not let this account use this application.',
      facts,
      next: 'Try again, perhaps with another account.',
      retry: true,
    }
  }
  return {
    status: 400,
    title: 'The provider refused the sign-in',
    explanation: 'It sent you back with an error instead of an authorization code.',
    facts,
    next: 'Begin again. If it stays, compare this application’s registration at the provider with its settings.',
    retry: true,
  }
}

function errorFacts(error: string, description: string | undefined): ReadonlyMap<string, string> {
  const facts = new Map([['error', error]])
  if (description !== undefined) facts.set('error_description', description)
  return facts
}
