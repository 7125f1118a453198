// The page `/ui/login?request=…`. It shows the page of the next step, decided from stored state alone. Loading it changes nothing.
import type { DueStep } from '@symbolon/core-protocol'
import { readQuery } from '@symbolon/core-protocol'
import { loginPath } from '../ui/ui.ts'
import type { ErrorCode, Page } from '../ui/ui.ts'
import type { StepSubject } from '../visit/next-step.ts'
import { formOf } from '../visit/pages.ts'
import type { Pages } from '../visit/pages.ts'
import { otherUserPath, readFormError, readUserError, withRequest } from '../visit/paths.ts'
import type { UserError } from '../visit/paths.ts'
import { LoginError, nextStepOf, openPage } from '../visit/visit.ts'
import type { LoginContext, LoginEndpoint, Visit } from '../visit/visit.ts'
import { accountSelectionPage } from './account-selection.ts'
import { loginNamePage } from './login-name.ts'
import { defineStep } from './step.ts'
import type { Authenticator } from './step.ts'

/** The endpoint at `/ui/login`. */
export function dispatcher(pages: Pages, authenticators: ReadonlyMap<DueStep, Authenticator>): LoginEndpoint {
  return defineStep(pages, {
    name: 'login',
    path: loginPath,
    methods: ['GET'],
    async handle(request, context) {
      const visit = await openPage(request, context)
      const { parameters } = readQuery(request)
      const userError = readUserError(parameters)
      if (userError !== undefined) throw userRefused(userError, visit)
      const page = pageOf(visit, authenticators, context)
      // A form may have redirected here, and browsers would apply its `form-action` to a further redirect to the application.
      return page === 'resume' ? pages.leaving(visit) : pages.form({ ...page, ...readFormError(page.kind, parameters, visit.now) }, visit)
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
      // The login has no authenticator for this step. The user is refused, because the step must not be skipped.
      if (authenticator === undefined) {
        const code = next.step === 'password_change' ? 'password_change_unavailable' : 'second_factor_unavailable'
        log.error(code, { userId: next.subject.user?.id, step: next.step })
        throw refused(code, next.subject, visit)
      }
      return authenticator.page(formOf(visit), next.subject, pathForOtherUser(next.subject, visit))
    }
    case 'second_factor_missing':
      log.warn('second_factor_missing', { userId: next.subject.user?.id, clientId: visit.client.clientId })
      throw refused('second_factor_missing', next.subject, visit)
  }
}

function refused(code: ErrorCode, subject: StepSubject, visit: Visit): LoginError {
  const path = pathForOtherUser(subject, visit)
  return new LoginError(403, { code, ...(path === undefined ? {} : { otherUserPath: path }) })
}

/** The refusal of a user whose password was right. */
function userRefused(code: UserError, visit: Visit): LoginError {
  const path =
    code === 'user_not_active' && visit.pending.request.subject === undefined ? withRequest(otherUserPath, visit.pending.id) : undefined
  return new LoginError(403, { code, ...(path === undefined ? {} : { otherUserPath: path }) })
}

function pathForOtherUser({ fixed }: StepSubject, visit: Visit): string | undefined {
  return fixed ? undefined : withRequest(otherUserPath, visit.pending.id)
}
