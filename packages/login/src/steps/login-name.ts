// Takes the login name and remembers it. Whether there is such a user is not asked here, so nothing here can tell.
import type { LoginEndpoint } from '../authenticator.ts'
import { openForm } from '../http/posted-form.ts'
import { formOf, type Pages } from '../pages.ts'
import { accountsPath, loginNamePath, withRequest } from '../paths.ts'
import type { LoginNamePage } from '../ui.ts'
import type { Visit } from '../visit.ts'
import { defineStep, toDispatcher } from './step.ts'

/** Longer than any name that there is: user name (200), `@`, domain (253). */
const longestLoginName = 500

export function loginNameStep(pages: Pages): LoginEndpoint {
  return defineStep(pages, {
    name: 'login_name',
    path: loginNamePath,
    methods: ['POST'],
    async handle(request, context) {
      const { visit, fields } = await openForm(request, context)
      const loginName = storable(fields['loginName'] ?? '')
      if (loginName === '') return pages.form({ ...loginNamePage(visit, undefined), error: 'missing_login_name' }, visit, 400)
      await context.stores.authorizationRequests.update(visit.pending.id, { loginName, sessionId: null })
      return toDispatcher(visit)
    },
  })
}

export function loginNamePage(visit: Visit, loginName: string | undefined): LoginNamePage {
  return {
    ...formOf(visit),
    kind: 'login_name',
    action: loginNamePath,
    ...(loginName === undefined ? {} : { loginName }),
    ...(visit.eligible.length === 0 ? {} : { accountsPath: withRequest(accountsPath, visit.pending.id) }),
  }
}

/** The name in a form that every database holds. What is cut or replaced belonged to nobody's name. */
function storable(typed: string): string {
  return typed.trim().replace(/\p{Cc}/gu, '\uFFFD').slice(0, longestLoginName).toWellFormed()
}
