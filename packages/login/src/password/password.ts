// The password authenticator: the page that asks, and the step that takes the answer.
import type { SecretHashing } from '@symbolon/core-protocol'
import { canonicalLoginName, isSecretHashingBusy } from '@symbolon/core-protocol'
import { remoteOf } from '../audit.ts'
import type { Authenticator, LoginContext } from '../authenticator.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { establishSession } from '../establish-session.ts'
import { openForm } from '../http/posted-form.ts'
import type { StepSubject } from '../next-step.ts'
import { formOf, type Pages } from '../pages.ts'
import { otherUserPath, passwordPath, withRequest } from '../paths.ts'
import { RefusedStep } from '../refused-step.ts'
import { defineStep, toDispatcher } from '../steps/step.ts'
import type { FormError, FormPage, PasswordPage } from '../ui.ts'
import { nextStepOf, type Visit } from '../visit.ts'
import { checkPassword, type PasswordOutcome } from './check-password.ts'
import { completeLoginName, namedMatch } from './named-user.ts'

/** Bytes of UTF-8: what a hash function is asked to work on is bounded. */
const longestPassword = 1024

/** @throws TypeError `password_without_hashing` */
export function password(options: { readonly hashing: SecretHashing }): Authenticator {
  const hashing: SecretHashing | undefined = options.hashing
  if (hashing === undefined) {
    throw Object.assign(new TypeError('password() needs a SecretHashing to verify with.'), { code: 'password_without_hashing' })
  }
  return {
    step: 'password',
    page: passwordPage,
    endpoints: (pages) => [defineStep(pages, {
      name: 'login_password',
      path: passwordPath,
      methods: ['POST'],
      async handle(request, context) {
        const { visit, fields } = await openForm(request, context)
        const next = nextStepOf(visit)
        // A second post of the same form, or one whose step is over: nothing is asked, so nothing is answered.
        if (next.kind !== 'authenticate' || next.step !== 'password') return toDispatcher(visit)
        return await takePassword(fields['password'] ?? '', next.subject, visit, pages, hashing, context)
      },
    })],
  }
}

async function takePassword(
  typed: string,
  subject: StepSubject,
  visit: Visit,
  pages: Pages,
  hashing: SecretHashing,
  context: LoginContext,
): Promise<Response> {
  const { clientId } = visit.client
  const again = (error: FormError, status: number, retryAfter?: number): Response => {
    const other = subject.fixed ? undefined : withRequest(otherUserPath, visit.pending.id)
    const page = passwordPage(formOf(visit), subject, other)
    if (retryAfter === undefined) return pages.form({ ...page, error }, visit, status)
    return pages.form({ ...page, error, retryAfter }, visit, status, { 'retry-after': String(retryAfter) })
  }
  if (typed === '') return again('missing_password', 400)
  if (new TextEncoder().encode(typed).byteLength > longestPassword) {
    context.log.info('login_failed', { reason: 'password_too_long', clientId })
    return again('invalid_credentials', 200)
  }

  let outcome: PasswordOutcome
  try {
    outcome = await attempt(typed, subject, visit, hashing, context)
  } catch (error) {
    if (!isSecretHashingBusy(error)) throw error
    context.log.warn('login_busy', { clientId })
    return again('busy', 503, error.retryAfterSeconds)
  }
  if (outcome.kind === 'too_early') {
    context.log.info('login_failed', { reason: 'too_early', clientId })
    return again('too_many_attempts', 429, outcome.retryAfter)
  }
  if (outcome.kind === 'refused') {
    const { reason, userId, blocks } = outcome
    await recordFailure(blocks ? { reason, blocks } : { reason }, userId, clientId, context)
    return again('invalid_credentials', 200)
  }
  const { user } = outcome
  if (outcome.kind === 'not_active') {
    await recordFailure({ reason: 'not_active' }, user.id, clientId, context)
    throw new RefusedStep(403, { code: 'user_not_active' })
  }
  const demanded = visit.pending.request.subject
  if (demanded !== undefined && demanded !== user.id) {
    await recordFailure({ reason: 'wrong_user' }, user.id, clientId, context)
    // The way back leads to the login name, not to the password of the wrong user.
    await context.stores.authorizationRequests.update(visit.pending.id, { loginName: null, sessionId: null })
    throw new RefusedStep(403, { code: 'wrong_user' })
  }
  const { session, setCookie } = await establishSession(user, 'pwd', visit, context)
  return toDispatcher(visit, [setCookie, ...await completeSignIn(user, session, visit, context)])
}

/** Unknown users get a row like known ones: to leave it out would be to answer faster. The name that was typed is not kept. */
async function recordFailure(
  details: { readonly reason: string, readonly blocks?: boolean },
  userId: string | undefined,
  clientId: string,
  context: LoginContext,
): Promise<void> {
  context.log.info('login_failed', { ...details, userId, clientId })
  const subject = userId === undefined ? {} : { subject: { kind: 'user', id: userId } }
  await context.audit({ type: 'login_failed', clientId, ...subject, ...remoteOf(context), details })
}

async function attempt(
  typed: string,
  { user, loginName }: StepSubject,
  visit: Visit,
  hashing: SecretHashing,
  context: LoginContext,
): Promise<PasswordOutcome> {
  const name = completeLoginName(loginName, visit.pending.request.organization)
  const match = user === undefined
    ? namedMatch(await context.stores.users.findByLoginName(canonicalLoginName(name)))
    : { user, by: 'login_name' as const }
  return await checkPassword({ match, loginName: name, password: typed, request: visit.request }, hashing, context)
}

function passwordPage(form: Omit<FormPage, 'action'>, subject: StepSubject, other: string | undefined): PasswordPage {
  return {
    ...form,
    kind: 'password',
    action: passwordPath,
    loginName: subject.loginName,
    ...(other === undefined ? {} : { otherUserPath: other }),
  }
}
