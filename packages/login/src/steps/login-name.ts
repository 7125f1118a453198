// Takes the login name and remembers it. Whether there is such a user is not asked here, so nothing here can tell.
import { readQuery } from '@symbolon/core-protocol'
import { defineFormStep, defineStep, refuseForm, toDispatcher } from './step.ts'
import { loginPath, type LoginNamePage } from '../ui/ui.ts'
import { formOf, type Pages } from '../visit/pages.ts'
import { accountsPath, loginNamePath, otherUserPath, refusalOf, withRequest } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { nextStepOf, openPage, type LoginEndpoint, type Visit } from '../visit/visit.ts'

/** Longer than any name that there is: user name (200), `@`, domain (253). */
const longestLoginName = 500

export function loginNameStep(pages: Pages): LoginEndpoint {
  return defineFormStep(pages, {
    name: 'login_name',
    path: loginNamePath,
    async handle(request, context) {
      const { visit, fields } = await openForm(request, context)
      const loginName = storable(fields['loginName'] ?? '')
      // The page of another user is not the one that is due while a name is remembered.
      if (loginName === '') return refuseForm(visit, { error: 'missing_login_name' }, nextStepOf(visit).kind === 'login_name' ? loginPath : otherUserPath)
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

// The login name page for somebody else than the one whom the login was about to ask.
// A GET that changes nothing: the cookie of the request is `Lax`, so a link on another site, or a browser that loads links ahead,
// reaches this path with it. The name and the session that were chosen before are forgotten when another name is posted.

export function otherUserStep(pages: Pages): LoginEndpoint {
  return defineStep(pages, {
    name: 'login_other_user',
    path: otherUserPath,
    methods: ['GET'],
    async handle(request, context) {
      const visit = await openPage(request, context)
      const page = loginNamePage(visit, undefined)
      return pages.form({ ...page, ...refusalOf(page.kind, readQuery(request).parameters, visit.now) }, visit)
    },
  })
}
