// The authenticator for recovery codes: each replaces a second factor once, for a user who does not have it at hand.
import { secondFactor } from '@symbolon/core-protocol'
import type { Answer, RequestContext } from '@symbolon/core-protocol'
import type { FactorNotices } from '../mail/factor-notices.ts'
import { noticeStoresOf, notifyUser } from '../mail/login-mail.ts'
import type { messageStores } from '../mail/login-mail.ts'
import { clientOf, continueSignIn, remoteAddressOf } from '../steps/continue-sign-in.ts'
import { defineAuthenticator } from '../steps/contract.ts'
import type { AnyAuthenticator } from '../steps/contract.ts'
import { dueSubject } from '../steps/due-subject.ts'
import { strengthenSession } from '../steps/session.ts'
import { defineFormStep, redirectToDispatcher, refuseForm } from '../steps/step.ts'
import type { KnownSubject } from '../visit/next-step.ts'
import type { Pages } from '../visit/pages.ts'
import { recoveryCodePath } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import type { LoginStore, Visit } from '../visit/visit.ts'
import { readRecoveryCode } from './code-format.ts'
import { useRecoveryCode } from './code-set.ts'

const factor = 'recovery_code'

type RecoveryContext = RequestContext<LoginStore | 'recoveryCodes' | (typeof messageStores)[number]>

/**
 * Creates the authenticator for recovery codes. It performs the step `second_factor`, beside the factors that the codes stand for.
 *
 * @param options `mail` tells users by mail of a code that was used
 */
export function recoveryCodes({ mail }: FactorNotices = {}): AnyAuthenticator {
  return defineAuthenticator({
    name: 'recovery_codes',
    step: secondFactor,
    stores: ['recoveryCodes', ...noticeStoresOf(mail)],
    async enrolled({ id }, { stores }) {
      const codes = await stores.recoveryCodes.find(id)
      return codes === undefined || codes.left === 0 ? [] : [{ method: 'recovery', since: codes.confirmedAt }]
    },
    secondFactorPage: {
      factor,
      page: async ({ form, subject: { loginName }, otherUserPath, otherFactors }) => ({
        ...form,
        kind: 'recovery_code',
        action: recoveryCodePath,
        loginName,
        ...(otherUserPath === undefined ? {} : { otherUserPath }),
        ...(otherFactors === undefined ? {} : { otherFactors }),
      }),
    },
    endpoints: (pages) => [
      defineFormStep(pages, {
        name: 'login_second_factor_recovery',
        path: recoveryCodePath,
        stores: ['recoveryCodes', ...noticeStoresOf(mail)],
        async handle(request, context) {
          const { visit, fields } = await openForm(request, context)
          const due = dueSubject(visit, secondFactor)
          return due === undefined
            ? redirectToDispatcher(visit)
            : await takeRecoveryCode(fields['code'] ?? '', due.subject, visit, pages, mail, context)
        },
      }),
    ],
  })
}

async function takeRecoveryCode(
  typed: string,
  subject: KnownSubject,
  visit: Visit,
  pages: Pages,
  mail: FactorNotices['mail'],
  context: RecoveryContext,
): Promise<Answer> {
  const { user, session } = subject
  if (typed.trim() === '') return refuseForm(visit, { error: 'missing_recovery_code', factor })
  const code = readRecoveryCode(typed)
  // Text that is no code is not counted as an attempt.
  if (code === undefined) return refuseForm(visit, { error: 'invalid_recovery_code', factor })

  const attempt = await useRecoveryCode(code, user, visit.request, context)
  if (attempt.kind === 'too_early') {
    await recordFailure({ reason: 'too_early' }, subject, visit, context)
    return refuseForm(visit, { error: 'too_many_attempts', until: context.now() + attempt.retryAfter * 1000, factor })
  }
  if (attempt.kind === 'wrong') {
    await recordFailure(attempt.blocks ? { reason: 'wrong_code', blocks: true } : { reason: 'wrong_code' }, subject, visit, context)
    return refuseForm(visit, { error: 'invalid_recovery_code', factor })
  }
  const left = (await context.stores.recoveryCodes.find(user.id))?.left ?? 0
  context.log.info('second_factor_checked', { userId: user.id, sessionId: session.id, clientId: visit.client.clientId, method: factor })
  await context.audit({
    type: 'second_factor_checked',
    actorId: user.id,
    ...clientOf(visit),
    orgId: user.orgId,
    ...remoteAddressOf(context),
    details: { method: factor, left },
  })
  await notifyUser('recovery_code_used', user, mail, context)
  const established = await strengthenSession(session, 'recovery', visit, context)
  // The session ended while the user was typing: the dispatcher asks for the password again.
  return established === undefined ? redirectToDispatcher(visit) : await continueSignIn(user, established, visit, pages, context)
}

async function recordFailure(
  details: { readonly reason: 'wrong_code' | 'too_early'; readonly blocks?: boolean },
  { user }: KnownSubject,
  visit: Visit,
  context: RecoveryContext,
): Promise<void> {
  context.log.info('second_factor_failed', { ...details, userId: user.id, clientId: visit.client.clientId, method: factor })
  await context.audit({
    type: 'second_factor_failed',
    ...clientOf(visit),
    subject: { kind: 'user', id: user.id },
    orgId: user.orgId,
    ...remoteAddressOf(context),
    details: { method: factor, ...details },
  })
}
