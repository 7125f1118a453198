// The step in which users change their password: an administrator demands it, it has expired, or it soon will. The change ends every other
// session of the user, and every refresh token. This browser stays signed in, under a new cookie.
import type { Answer, RequestContext, SecretHashing } from '@symbolon/core-protocol'
import { checkPartOptions, isSecretHashingBusy } from '@symbolon/core-protocol'
import { noticeStoresOf, notifyUser } from '../mail/login-mail.ts'
import type { LoginMail, messageStores } from '../mail/login-mail.ts'
import { completeStep } from '../steps/complete-step.ts'
import { clientOf, continueSignIn, remoteAddressOf } from '../steps/continue-sign-in.ts'
import { defineSignInStep } from '../steps/contract.ts'
import type { AnySignInStep, PageRequest } from '../steps/contract.ts'
import { changeStep } from '../steps/due-steps.ts'
import { keepSession } from '../steps/session.ts'
import { defineFormStep, redirectToDispatcher, refuseForm } from '../steps/step.ts'
import type { PasswordChangePage } from '../ui/password-change.ts'
import type { SkipForm } from '../ui/form-page.ts'
import type { KnownSubject } from '../visit/next-step.ts'
import type { Pages } from '../visit/pages.ts'
import { passwordChangePath } from '../visit/paths.ts'
import type { FormRefusal } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { hasFreshFirstFactor } from '../visit/proofs.ts'
import { nextStepOf } from '../visit/visit.ts'
import type { LoginContext, LoginStore, Visit } from '../visit/visit.ts'
import { changeReason } from './change-reason.ts'
import { checkPassword } from './check-password.ts'
import { readNewPassword, rulesOf } from './new-password.ts'
import { setPassword } from './set-password.ts'

/** Options of {@link passwordChange}. */
export interface PasswordChangeOptions {
  readonly hashing: SecretHashing
  /** Notifies users of the new password by mail; absent where no mails are sent. */
  readonly mail?: LoginMail | undefined
}

type ChangeContext = RequestContext<LoginStore | (typeof messageStores)[number]>

/**
 * Creates the step.
 *
 * @example login({ ui, authenticators: [password({ hashing })], steps: [passwordChange({ hashing })] })
 */
export function passwordChange(options: PasswordChangeOptions): AnySignInStep {
  checkPartOptions('passwordChange', options, { hashing: 'required', mail: 'optional' })
  const { hashing, mail } = options
  return defineSignInStep({
    name: changeStep,
    stores: ['passwords', ...noticeStoresOf(mail)],
    proof: 'own',
    async due({ session, user, enrolled, now }, { stores: { policies } }) {
      const password = enrolled.find(({ method }) => method === 'pwd')
      if (password === undefined) return undefined
      const policy = await policies.findPasswordPolicy(user.orgId)
      const changedAt = password.since === undefined ? {} : { changedAt: password.since }
      const reason = changeReason(session, user, changedAt, policy, now)
      return reason === undefined ? undefined : reason.kind === 'expiring' ? 'offered' : 'required'
    },
    page: changePage,
    endpoints: (pages) => [
      defineFormStep(pages, {
        name: 'login_password_change',
        path: passwordChangePath,
        stores: noticeStoresOf(mail),
        async handle(request, context) {
          const { visit, fields } = await openForm(request, context)
          const next = nextStepOf(visit)
          // The change is not due: the form was posted twice, or the user came here alone.
          if ((next.kind !== 'authenticate' && next.kind !== 'offer') || next.step !== changeStep) return redirectToDispatcher(visit)
          const { user, session } = next.subject
          if (user === undefined || session === undefined) return redirectToDispatcher(visit)
          try {
            return await takeChange(fields, { ...next.subject, user, session }, visit, pages, { hashing, mail }, context)
          } catch (error) {
            if (!isSecretHashingBusy(error)) throw error
            // Nothing was verified, so the limits on guessing do not count this answer.
            const { unsuccessful: _, ...answer } = refuseForm(visit, {
              error: 'busy',
              until: context.now() + error.retryAfterSeconds * 1000,
            })
            return answer
          }
        },
      }),
    ],
  })
}

async function takeChange(
  fields: Readonly<Record<string, string>>,
  { user, session }: KnownSubject,
  visit: Visit,
  pages: Pages,
  { hashing, mail }: PasswordChangeOptions,
  context: ChangeContext,
): Promise<Answer> {
  const asksCurrent = !hasFreshFirstFactor(session, context.now())
  const { currentPassword = '' } = fields
  if (asksCurrent && currentPassword === '') return refuseForm(visit, { error: 'missing_current_password' })
  const read = readNewPassword(fields, user, await context.stores.policies.findPasswordPolicy(user.orgId), context)
  if (read.kind === 'refused') return refuseForm(visit, read)
  if (asksCurrent) {
    const refusal = await refusalOfCurrent(currentPassword, user, visit, hashing, context)
    if (refusal !== undefined) return refuseForm(visit, refusal)
  }

  const outcome = await setPassword(user, read.password, { event: clientOf(visit) }, hashing, context)
  if (outcome.kind === 'unchanged') return refuseForm(visit, { error: 'password_unchanged' })
  if (outcome.kind === 'set') await notifyUser('password_changed', outcome.user, mail, context)
  const kept = outcome.kind === 'set' ? await keepSession(session, outcome.user, visit.userAgent.digest, context) : undefined
  // The session ended while the user was typing: the dispatcher asks for the password again.
  if (outcome.kind === 'outdated' || kept === undefined) return redirectToDispatcher(visit)
  return await continueSignIn(outcome.user, kept, await completeStep(visit, changeStep, context), pages, context)
}

/** Checks the present password as at a sign-in: the same delays and counts, so that an open browser offers no way to guess it. */
async function refusalOfCurrent(
  typed: string,
  user: KnownSubject['user'],
  visit: Visit,
  hashing: SecretHashing,
  context: LoginContext,
): Promise<FormRefusal | undefined> {
  const attempt = { match: { user, by: 'login_name' }, loginName: user.loginName, password: typed, request: visit.request } as const
  const outcome = await checkPassword(attempt, hashing, context)
  if (outcome.kind === 'right') return undefined
  if (outcome.kind === 'too_early') return { error: 'too_many_attempts', until: context.now() + outcome.retryAfter * 1000 }
  const reason = outcome.kind === 'refused' ? outcome.reason : outcome.kind
  const subject = { kind: 'user', id: user.id }
  const details = { reason, step: changeStep }
  await context.audit({ type: 'login_failed', ...clientOf(visit), subject, orgId: user.orgId, ...remoteAddressOf(context), details })
  return { error: 'wrong_current_password' }
}

async function changePage(
  {
    form,
    visit,
    subject: { user, session },
    otherUserPath,
    skip,
  }: PageRequest & { readonly subject: KnownSubject; readonly skip?: SkipForm },
  { stores: { passwords, policies } }: RequestContext<'passwords' | 'policies'>,
): Promise<PasswordChangePage> {
  const [policy, password] = await Promise.all([policies.findPasswordPolicy(user.orgId), passwords.find(user.id)])
  const reason = changeReason(session, user, password ?? {}, policy, visit.now) ?? { kind: 'wanted' as const }
  return {
    ...form,
    kind: 'password_change',
    action: passwordChangePath,
    loginName: user.loginName,
    reason: reason.kind,
    ...(reason.kind === 'expiring' ? { daysLeft: reason.daysLeft } : {}),
    asksCurrent: !hasFreshFirstFactor(session, visit.now),
    rules: rulesOf(policy),
    ...(skip === undefined ? {} : { skip }),
    ...(otherUserPath === undefined ? {} : { otherUserPath }),
  }
}
