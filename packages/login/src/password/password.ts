// The authenticator for passwords: the page that asks for the password, and the step that takes it.
import type { Answer, OptionNames, SecretHashing, User } from '@symbolon/core-protocol'
import { checkPartOptions, firstFactor, isSecretHashingBusy } from '@symbolon/core-protocol'
import { longestPassword } from '@symbolon/password-rules'
import { instanceLimits } from '../attempts/instance-limits.ts'
import type { InstanceLimits, InstanceRates } from '../attempts/instance-limits.ts'
import { clientOf, continueSignIn, remoteAddressOf } from '../steps/continue-sign-in.ts'
import { establishSession } from '../steps/session.ts'
import { defineFormStep, redirectToDispatcher, refuseForm } from '../steps/step.ts'
import { defineAuthenticator } from '../steps/contract.ts'
import type { AnyAuthenticator, PageRequest } from '../steps/contract.ts'
import type { PasswordPage, SignInWays } from '../ui/ui.ts'
import type { StepSubject } from '../visit/next-step.ts'
import type { Pages } from '../visit/pages.ts'
import { passwordPath } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { nextStepOf } from '../visit/visit.ts'
import type { LoginContext, Visit } from '../visit/visit.ts'
import { checkPassword } from './check-password.ts'
import type { PasswordOutcome } from './check-password.ts'
import { completeLoginName, findTyped } from './find-user.ts'

/** Options of {@link password}. */
export interface PasswordOptions {
  readonly hashing: SecretHashing
  /** Replaces default rates of the limits on failed sign-ins of the whole instance. */
  readonly instanceRates?: InstanceRates
}

/** The options as the step uses them. */
interface Checks {
  readonly hashing: SecretHashing
  readonly instanceLimits: InstanceLimits
}

const optionNames: OptionNames<PasswordOptions> = {
  hashing: 'required',
  instanceRates: 'optional',
}

/**
 * Creates the authenticator for passwords.
 *
 * @example password({ hashing: secretHashing() })
 * @throws TypeError with the code `unknown_option` or `option_missing`
 */
export function password(options: PasswordOptions): AnyAuthenticator {
  checkPartOptions('password', options, optionNames)
  const { hashing, instanceRates } = options
  const checks = { hashing, instanceLimits: instanceLimits(instanceRates) }
  return defineAuthenticator({
    name: 'password',
    step: firstFactor,
    stores: [],
    async enrolled({ id }, { stores: { passwords } }) {
      const stored = await passwords.find(id)
      if (stored === undefined) return []
      return [{ method: 'pwd', ...(stored.changedAt === undefined ? {} : { since: stored.changedAt }) }]
    },
    firstFactorPage: passwordPage,
    endpoints: (pages) => [
      defineFormStep(pages, {
        name: 'login_password',
        path: passwordPath,
        async handle(request, context) {
          const { visit, fields } = await openForm(request, context)
          const next = nextStepOf(visit)
          // The password is not due: the form was posted twice, or in the wrong order.
          if (next.kind !== 'authenticate' || next.step !== firstFactor) return redirectToDispatcher(visit)
          return await takePassword(fields['password'] ?? '', next.subject, visit, pages, checks, context)
        },
      }),
    ],
  })
}

async function takePassword(
  typed: string,
  subject: StepSubject,
  visit: Visit,
  pages: Pages,
  checks: Checks,
  context: LoginContext,
): Promise<Answer> {
  const { clientId } = visit.client
  if (typed === '') return refuseForm(visit, { error: 'missing_password' })
  if (new TextEncoder().encode(typed).byteLength > longestPassword) {
    context.log.info('login_failed', { reason: 'password_too_long', clientId })
    return refuseForm(visit, { error: 'invalid_credentials' })
  }

  let outcome: PasswordOutcome
  try {
    outcome = await checkTypedPassword(typed, subject, visit, checks, context)
  } catch (error) {
    if (!isSecretHashingBusy(error)) throw error
    context.log.warn('login_busy', { clientId })
    // The password was not verified, so the limits on guessing do not count this answer.
    const { unsuccessful: _, ...answer } = refuseForm(visit, { error: 'busy', until: context.now() + error.retryAfterSeconds * 1000 })
    return answer
  }
  if (outcome.kind === 'too_early') {
    context.log.info('login_failed', { reason: 'too_early', clientId })
    return refuseForm(visit, { error: 'too_many_attempts', until: context.now() + outcome.retryAfter * 1000 })
  }
  if (outcome.kind === 'refused') {
    const { reason, user, blocks } = outcome
    await recordFailure(blocks ? { reason, blocks } : { reason }, user, visit, context)
    return refuseForm(visit, { error: 'invalid_credentials' })
  }
  const { user } = outcome
  if (outcome.kind === 'not_active') {
    await recordFailure({ reason: 'not_active' }, user, visit, context)
    return refuseForm(visit, { error: 'user_not_active' })
  }
  const demanded = visit.pending.request.subject
  if (demanded !== undefined && demanded !== user.id) {
    await recordFailure({ reason: 'wrong_user' }, user, visit, context)
    // Going back leads to the login name page, and not to the password page of the wrong user.
    await context.stores.authorizationRequests.update(visit.pending.id, { loginName: null, sessionId: null })
    return refuseForm(visit, { error: 'wrong_user' })
  }
  return await continueSignIn(user, await establishSession(user, 'pwd', visit, context), visit, pages, context)
}

/** Records a failed sign-in. Unknown users get an event too, so that their refusal is not faster. The typed name is not recorded. */
async function recordFailure(
  details: { readonly reason: string; readonly blocks?: boolean },
  user: User | undefined,
  visit: Visit,
  context: LoginContext,
): Promise<void> {
  context.log.info('login_failed', { ...details, userId: user?.id, clientId: visit.client.clientId })
  const subject = user === undefined ? {} : { subject: { kind: 'user', id: user.id }, orgId: user.orgId }
  await context.audit({ type: 'login_failed', ...clientOf(visit), ...subject, ...remoteAddressOf(context), details })
}

async function checkTypedPassword(
  typed: string,
  { user, loginName }: StepSubject,
  visit: Visit,
  { hashing, instanceLimits }: Checks,
  context: LoginContext,
): Promise<PasswordOutcome> {
  const name = completeLoginName(loginName, visit.pending.request.organization)
  const match =
    user === undefined
      ? await findTyped(name, visit.pending.request.organization, context.stores.users)
      : { user, by: 'login_name' as const }
  return await checkPassword({ match, loginName: name, password: typed, request: visit.request, instanceLimits }, hashing, context)
}

async function passwordPage({
  form,
  subject,
  ways,
  otherUserPath,
}: PageRequest & { readonly subject: StepSubject; readonly ways?: SignInWays }): Promise<PasswordPage> {
  return {
    ...form,
    kind: 'password',
    action: passwordPath,
    loginName: subject.loginName,
    ...(ways === undefined ? {} : { ways }),
    ...(otherUserPath === undefined ? {} : { otherUserPath }),
  }
}
