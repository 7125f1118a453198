// Lists the sessions of this browser and takes the user's choice.
import type { Candidate } from '@symbolon/core-protocol'
import { defineStep, finishStep, redirectToDispatcher } from './step.ts'
import type { AccountSelectionPage } from '../ui/ui.ts'
import { formOf } from '../visit/pages.ts'
import type { Pages } from '../visit/pages.ts'
import { accountsPath, otherUserPath, withRequest } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { decideInteraction, openPage } from '../visit/visit.ts'
import type { LoginEndpoint, Visit } from '../visit/visit.ts'

/** The account selection: its page by GET, its form by POST. */
export function accountSelectionStep(pages: Pages): LoginEndpoint {
  return defineStep(pages, {
    name: 'login_accounts',
    path: accountsPath,
    methods: ['GET', 'POST'],
    async handle(request, context) {
      if (request.method !== 'POST') {
        const visit = await openPage(request, context)
        if (visit.eligible.length === 0) return redirectToDispatcher(visit)
        return pages.form(accountSelectionPage(visit, visit.eligible), visit)
      }
      const { visit, fields } = await openForm(request, context)
      const chosen = visit.eligible.find(({ session }) => session.id === fields['sessionId'])
      // The session belongs to another browser, or has ended since the page was shown. The dispatcher shows the page of the next step.
      if (chosen === undefined) return redirectToDispatcher(visit)
      await context.stores.authorizationRequests.update(visit.pending.id, { sessionId: chosen.session.id, loginName: null })
      const { loginName: _, ...pending } = visit.pending
      return finishStep({ ...visit, pending: { ...pending, sessionId: chosen.session.id } }, pages)
    },
  })
}

/** The account selection page. */
export function accountSelectionPage(visit: Visit, choices: readonly Candidate[]): AccountSelectionPage {
  return {
    ...formOf(visit),
    kind: 'account_selection',
    action: accountsPath,
    accounts: choices.map(({ session, user }) => ({
      sessionId: session.id,
      loginName: user.loginName,
      displayName: user.displayName,
      signedIn: decideInteraction(visit, session.id).kind === 'proceed',
    })),
    otherUserPath: withRequest(otherUserPath, visit.pending.id),
  }
}
