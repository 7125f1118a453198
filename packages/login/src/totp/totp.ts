// The authenticator for codes of an authenticator app (TOTP): the page that asks for the code, and the step that takes it. The step comes after
// the password and needs the session that the password established: a code alone opens nothing. https://www.rfc-editor.org/rfc/rfc6238
import { secondFactor } from '@symbolon/core-protocol'
import type { Answer, RequestContext, Session, User } from '@symbolon/core-protocol'
import { clientOf, continueSignIn, remoteAddressOf } from '../steps/continue-sign-in.ts'
import { strengthenSession } from '../steps/session.ts'
import { defineFormStep, redirectToDispatcher, refuseForm } from '../steps/step.ts'
import { defineAuthenticator } from '../steps/contract.ts'
import type { AnyAuthenticator, PageRequest } from '../steps/contract.ts'
import type { OneTimeCodePage, SecondFactorLink } from '../ui/ui.ts'
import type { StepSubject } from '../visit/next-step.ts'
import type { Pages } from '../visit/pages.ts'
import { totpPath } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { nextStepOf } from '../visit/visit.ts'
import type { LoginContext, LoginStore, Visit } from '../visit/visit.ts'
import { checkCode } from './check-code.ts'
import { recordCodeFailure } from './record-code-failure.ts'
import { readCode } from './time-step.ts'

/** The context of a request to the step that takes the code. */
export type TotpContext = RequestContext<LoginStore | 'oneTimeCodes'>

/** Creates the authenticator for codes of authenticator apps. It performs the step `second_factor`. */
export function totp(): AnyAuthenticator {
  return defineAuthenticator({
    name: 'totp',
    step: secondFactor,
    stores: ['oneTimeCodes'],
    async enrolled({ id, secondFactors }, { stores }) {
      if (!secondFactors.includes('otp')) return []
      const since = (await stores.oneTimeCodes.find(id))?.enrolledAt
      return [{ method: 'otp', ...(since === undefined ? {} : { since }) }]
    },
    secondFactorPage: { factor: 'one_time_code', page: oneTimeCodePage },
    endpoints: (pages) => [
      defineFormStep(pages, {
        name: 'login_totp',
        path: totpPath,
        stores: ['oneTimeCodes'],
        async handle(request, context) {
          const { visit, fields } = await openForm(request, context)
          const next = nextStepOf(visit)
          // The code is not due: the password comes first, or the form was posted twice.
          if (next.kind !== 'authenticate' || next.step !== secondFactor) return redirectToDispatcher(visit)
          const { user, session } = next.subject
          if (user === undefined || session === undefined) return redirectToDispatcher(visit)
          return await takeCode(fields['code'] ?? '', { ...next.subject, user, session }, visit, pages, context)
        },
      }),
    ],
  })
}

/** A user whose password has established the session. */
interface SubjectWithSession extends StepSubject {
  readonly user: User
  readonly session: Session
}

async function takeCode(typed: string, subject: SubjectWithSession, visit: Visit, pages: Pages, context: TotpContext): Promise<Answer> {
  const { user } = subject
  if (typed.trim() === '') return refuseForm(visit, { error: 'missing_code' })
  const code = readCode(typed)
  // Text that is no code is not counted as an attempt.
  if (code === undefined) return refuseForm(visit, { error: 'invalid_code' })

  const outcome = await checkCode(code, user, visit.request, context)
  switch (outcome.kind) {
    case 'right':
      return await completeStep(subject, visit, pages, context)
    case 'absent':
      return redirectToDispatcher(visit)
    case 'too_early':
      await recordCodeFailure({ reason: 'too_early' }, user, visit, context)
      return refuseForm(visit, { error: 'too_many_attempts', until: context.now() + outcome.retryAfter * 1000 })
    case 'refused': {
      const { reason, blocks } = outcome
      await recordCodeFailure(blocks ? { reason, blocks } : { reason }, user, visit, context)
      return refuseForm(visit, { error: 'invalid_code' })
    }
  }
}

async function completeStep(
  { user, session: existing }: SubjectWithSession,
  visit: Visit,
  pages: Pages,
  context: LoginContext,
): Promise<Answer> {
  const established = await strengthenSession(existing, 'otp', visit, context)
  // The session ended while the user was typing: the dispatcher asks for the password again.
  if (established === undefined) return redirectToDispatcher(visit)
  context.log.info('second_factor_checked', { userId: user.id, sessionId: established.session.id, clientId: visit.client.clientId })
  await context.audit({
    type: 'second_factor_checked',
    actorId: user.id,
    ...clientOf(visit),
    orgId: user.orgId,
    ...remoteAddressOf(context),
    details: { method: 'otp' },
  })
  return await continueSignIn(user, established, visit, pages, context)
}

async function oneTimeCodePage({
  form,
  subject: { loginName },
  otherUserPath,
  otherFactors,
}: PageRequest & { readonly subject: StepSubject; readonly otherFactors?: readonly SecondFactorLink[] }): Promise<OneTimeCodePage> {
  return {
    ...form,
    kind: 'one_time_code',
    action: totpPath,
    loginName,
    ...(otherUserPath === undefined ? {} : { otherUserPath }),
    ...(otherFactors === undefined ? {} : { otherFactors }),
  }
}
