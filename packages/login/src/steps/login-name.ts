// Asks for the login name and stores it. Whether a user has that name is not looked up here, so no response can reveal it. Its domain may lead
// to another server.
import { readQuery } from '@symbolon/core-protocol'
import type { AnyEndpoint, StoreName } from '@symbolon/core-protocol'
import { loginPath } from '../ui/ui.ts'
import type { LoginNamePage } from '../ui/ui.ts'
import { formOf } from '../visit/pages.ts'
import type { Pages } from '../visit/pages.ts'
import { accountsPath, loginNamePath, otherUserPath, readFormError, withRequest } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { nextStepOf, openPage } from '../visit/visit.ts'
import type { Visit } from '../visit/visit.ts'
import type { Composed } from './contract.ts'
import { defineFormStep, defineStep, redirectToDispatcher, refuseForm } from './step.ts'
import { onlyWayOf, waysOf } from './ways.ts'

/** The longest login name that is stored, in UTF-16 code units: a user name (200), `@`, and a domain (253) fit. */
const longestLoginName = 500

/** The step that takes the login name. @param stores the stores of everything that is composed */
export function loginNameStep(pages: Pages, composed: Composed, stores: readonly StoreName[]): AnyEndpoint {
  return defineFormStep<StoreName>(pages, {
    name: 'login_name',
    path: loginNamePath,
    stores,
    async handle(request, context) {
      const { visit, fields } = await openForm(request, context)
      const loginName = storableName(fields['loginName'] ?? '')
      if (loginName === '') {
        // While another login name is stored, the dispatcher shows the page of that user and not the login name page.
        return refuseForm(visit, { error: 'missing_login_name' }, nextStepOf(visit).kind === 'login_name' ? loginPath : otherUserPath)
      }
      await context.stores.authorizationRequests.update(visit.pending.id, { loginName, sessionId: null })
      // Only right after the name was typed: reloading the page, such as after a failed sign-in, must not redirect.
      const onlyWay = await onlyWayOf(visit, loginName, composed, context)
      return onlyWay === undefined ? redirectToDispatcher(visit) : pages.onward(onlyWay, visit)
    },
  })
}

/**
 * The login name page for a user other than the one that the dispatcher would ask.
 *
 * The GET changes nothing, because the cookie of the request is `Lax`: a link on another site and a browser that prefetches links both send
 * it. The stored login name and session are replaced only when another name is posted.
 */
export function otherUserStep(pages: Pages, composed: Composed, stores: readonly StoreName[]): AnyEndpoint {
  return defineStep<StoreName>(pages, {
    name: 'login_other_user',
    path: otherUserPath,
    methods: ['GET'],
    stores,
    async handle(request, context) {
      const visit = await openPage(request, context)
      const page = loginNamePage(visit, undefined, await waysOf(visit, undefined, composed, context))
      return pages.form({ ...page, ...readFormError(page.kind, readQuery(request).parameters, visit.now) }, visit)
    },
  })
}

/** The login name page. @param loginName fills the field @param shown what `waysOf` found */
export function loginNamePage(visit: Visit, loginName: string | undefined, shown: Pick<LoginNamePage, 'ways'>): LoginNamePage {
  return {
    ...formOf(visit),
    kind: 'login_name',
    action: loginNamePath,
    ...shown,
    ...(loginName === undefined ? {} : { loginName }),
    ...domainOf(visit),
    ...(visit.eligible.length === 0 ? {} : { accountsPath: withRequest(accountsPath, visit.pending.id) }),
  }
}

/** The domain that completes a user name: that of the organization in the scope. */
function domainOf({ pending, branding }: Visit): Pick<LoginNamePage, 'domain'> {
  const [domain] = pending.request.organization?.primaryDomains ?? []
  return domain === undefined || branding.hideLoginNameSuffix ? {} : { domain }
}

/** The typed name without what some databases cannot store. No user's login name holds control characters or is that long. */
export function storableName(typed: string): string {
  return typed
    .trim()
    .replace(/\p{Cc}/gu, '\uFFFD')
    .slice(0, longestLoginName)
    .toWellFormed()
}
