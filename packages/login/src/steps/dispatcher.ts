// The page `/ui/login?request=…`: shows whatever `nextStep` says, from stored state alone. Loading it changes nothing.
import type { DueStep } from '@symbolon/core-protocol'
import { readQuery } from '@symbolon/core-protocol'
import { accountSelectionPage } from './account-selection.ts'
import { loginNamePage } from './login-name.ts'
import { defineStep, type Authenticator } from './step.ts'
import { loginPath, type ErrorCode, type Page } from '../ui/ui.ts'
import type { StepSubject } from '../visit/next-step.ts'
import { formOf, type Pages } from '../visit/pages.ts'
import { otherUserPath, readRefusedUser, refusalOf, withRequest, type RefusedUser } from '../visit/paths.ts'
import { nextStepOf, openPage, RefusedStep, type LoginContext, type LoginEndpoint, type Visit } from '../visit/visit.ts'

export function dispatcher(pages: Pages, authenticators: ReadonlyMap<DueStep, Authenticator>): LoginEndpoint {
  return defineStep(pages, {
    name: 'login',
    path: loginPath,
    methods: ['GET'],
    async handle(request, context) {
      const visit = await openPage(request, context)
      const { parameters } = readQuery(request)
      const refusedUser = readRefusedUser(parameters)
      if (refusedUser !== undefined) throw refusedUserPage(refusedUser, visit)
      const page = pageOf(visit, authenticators, context)
      // A form may have led here by a redirect, so that no redirect may lead on to the application.
      return page === 'resume' ? pages.leaving(visit) : pages.form({ ...page, ...refusalOf(page.kind, parameters, visit.now) }, visit)
    },
  })
}

function pageOf(visit: Visit, authenticators: ReadonlyMap<DueStep, Authenticator>, { log }: LoginContext): Page | 'resume' {
  const next = nextStepOf(visit)
  switch (next.kind) {
    case 'resume':
      return 'resume'
    case 'login_name':
      return loginNamePage(visit, next.loginName)
    case 'account_selection':
      return accountSelectionPage(visit, next.choices)
    case 'authenticate': {
      const authenticator = authenticators.get(next.step)
      // The server was composed without what the step takes: the user is refused, not let in without it.
      if (authenticator === undefined) {
        const code = next.step === 'password_change' ? 'password_change_unavailable' : 'second_factor_unavailable'
        log.error(code, { userId: next.subject.user?.id, step: next.step })
        throw refused(code, next.subject, visit)
      }
      return authenticator.page(formOf(visit), next.subject, otherUser(next.subject, visit))
    }
    case 'second_factor_missing':
      log.warn('second_factor_missing', { userId: next.subject.user?.id, clientId: visit.client.clientId })
      throw refused('second_factor_missing', next.subject, visit)
  }
}

function refused(code: ErrorCode, subject: StepSubject, visit: Visit): RefusedStep {
  const other = otherUser(subject, visit)
  return new RefusedStep(403, { code, ...(other === undefined ? {} : { otherUserPath: other }) })
}

/** Of somebody whose password was right. */
function refusedUserPage(code: RefusedUser, visit: Visit): RefusedStep {
  const other = code === 'user_not_active' && visit.pending.request.subject === undefined ? withRequest(otherUserPath, visit.pending.id) : undefined
  return new RefusedStep(403, { code, ...(other === undefined ? {} : { otherUserPath: other }) })
}

function otherUser({ fixed }: StepSubject, visit: Visit): string | undefined {
  return fixed ? undefined : withRequest(otherUserPath, visit.pending.id)
}
