// The authenticator for codes of an app (TOTP, RFC 6238): the page that asks, and the step that takes the answer. It comes after the
// password, and the session that the password made has to be there still: a code by itself opens nothing.
import type { Answer, RequestContext, Session, User } from '@symbolon/core-protocol'
import { goOnProven, remoteOf } from '../steps/continue-sign-in.ts'
import { strengthenSession } from '../steps/session.ts'
import { defineFormStep, refuseForm, toDispatcher, type Authenticator } from '../steps/step.ts'
import { checkCode } from './check-code.ts'
import { readCode } from './time-step.ts'
import type { FormPage, OneTimeCodePage } from '../ui/ui.ts'
import type { StepSubject } from '../visit/next-step.ts'
import type { Pages } from '../visit/pages.ts'
import { totpPath } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { nextStepOf, type LoginContext, type LoginStore, type Visit } from '../visit/visit.ts'

export type TotpContext = RequestContext<LoginStore | 'oneTimeCodes'>

export function totp(): Authenticator {
  return {
    step: 'second_factor',
    page: oneTimeCodePage,
    endpoints: (pages) => [defineFormStep(pages, {
      name: 'login_totp',
      path: totpPath,
      stores: ['oneTimeCodes'],
      async handle(request, context) {
        const { visit, fields } = await openForm(request, context)
        const next = nextStepOf(visit)
        // The password comes first, and a second post of the same form finds the step done.
        if (next.kind !== 'authenticate' || next.step !== 'second_factor') return toDispatcher(visit)
        const { user, session } = next.subject
        if (user === undefined || session === undefined) return toDispatcher(visit)
        return await takeCode(fields['code'] ?? '', { ...next.subject, user, session }, visit, pages, context)
      },
    })],
  }
}

interface KnownSubject extends StepSubject {
  readonly user: User
  readonly session: Session
}

async function takeCode(typed: string, subject: KnownSubject, visit: Visit, pages: Pages, context: TotpContext): Promise<Response | Answer> {
  const { user } = subject
  if (typed.trim() === '') return refuseForm(visit, { error: 'missing_code' })
  const code = readCode(typed)
  // What cannot be a code guesses nothing.
  if (code === undefined) return refuseForm(visit, { error: 'invalid_code' })

  const outcome = await checkCode(code, user, visit.request, context)
  switch (outcome.kind) {
    case 'right':
      return await accepted(subject, visit, pages, context)
    case 'absent':
      return toDispatcher(visit)
    case 'too_early':
      await recordFailure({ reason: 'too_early' }, user, visit, context)
      return refuseForm(visit, { error: 'too_many_attempts', until: context.now() + outcome.retryAfter * 1000 })
    case 'refused': {
      const { reason, blocks } = outcome
      await recordFailure(blocks ? { reason, blocks } : { reason }, user, visit, context)
      return refuseForm(visit, { error: 'invalid_code' })
    }
  }
}

async function accepted({ user, session: known }: KnownSubject, visit: Visit, pages: Pages, context: LoginContext): Promise<Response> {
  const { clientId } = visit.client
  const established = await strengthenSession(known, 'otp', visit, context)
  // Ended while the code was typed: the password is asked for again.
  if (established === undefined) return toDispatcher(visit)
  context.log.info('second_factor_checked', { userId: user.id, sessionId: established.session.id, clientId })
  await context.audit({
    type: 'second_factor_checked', actorId: user.id, clientId, orgId: user.orgId, ...remoteOf(context), details: { method: 'otp' },
  })
  return await goOnProven(user, established, visit, pages, context)
}

async function recordFailure(
  details: { readonly reason: 'wrong_code' | 'used_code' | 'too_early', readonly blocks?: boolean },
  user: User,
  { client: { clientId } }: Visit,
  context: LoginContext,
): Promise<void> {
  context.log.info('second_factor_failed', { ...details, userId: user.id, clientId })
  await context.audit({
    type: 'second_factor_failed',
    clientId,
    subject: { kind: 'user', id: user.id },
    orgId: user.orgId,
    ...remoteOf(context),
    details: { method: 'otp', ...details },
  })
}

function oneTimeCodePage(form: Omit<FormPage, 'action'>, { loginName }: StepSubject, other: string | undefined): OneTimeCodePage {
  return { ...form, kind: 'one_time_code', action: totpPath, loginName, ...(other === undefined ? {} : { otherUserPath: other }) }
}
