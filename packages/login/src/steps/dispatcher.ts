// The page `/ui/login?request=…`: shows whatever `nextStep` says, from stored state alone. Loading it changes nothing.
import type { DueStep } from '@symbolon/core-protocol'
import { authorizationResumePath, redirect } from '@symbolon/core-protocol'
import type { Authenticator, LoginEndpoint } from '../authenticator.ts'
import { formOf, type Pages } from '../pages.ts'
import { otherUserPath, withRequest } from '../paths.ts'
import { loginPath, type Page } from '../ui.ts'
import { nextStepOf, openPage, type Visit } from '../visit.ts'
import { accountSelectionPage } from './account-selection.ts'
import { loginNamePage } from './login-name.ts'
import { defineStep } from './step.ts'

export function dispatcher(pages: Pages, authenticators: ReadonlyMap<DueStep, Authenticator>): LoginEndpoint {
  return defineStep(pages, {
    name: 'login',
    path: loginPath,
    methods: ['GET'],
    async handle(request, context) {
      const visit = await openPage(request, context)
      const page = pageOf(visit, authenticators)
      return page === 'resume' ? redirect(withRequest(authorizationResumePath, visit.pending.id)) : pages.form(page, visit)
    },
  })
}

function pageOf(visit: Visit, authenticators: ReadonlyMap<DueStep, Authenticator>): Page | 'resume' {
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
      if (authenticator === undefined) throw new TypeError(`No authenticator performs the step ${next.step}.`)
      const other = next.subject.fixed ? undefined : withRequest(otherUserPath, visit.pending.id)
      return authenticator.page(formOf(visit), next.subject, other)
    }
  }
}
