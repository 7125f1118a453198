// Shows the users who are signed in to this browser and takes the choice among them.
import type { Candidate } from '@symbolon/core-protocol'
import { defineStep, goOn, toDispatcher } from './step.ts'
import type { AccountSelectionPage } from '../ui/ui.ts'
import { formOf, type Pages } from '../visit/pages.ts'
import { accountsPath, otherUserPath, withRequest } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { decide, openPage, type LoginEndpoint, type Visit } from '../visit/visit.ts'

export function accountSelectionStep(pages: Pages): LoginEndpoint {
  return defineStep(pages, {
    name: 'login_accounts',
    path: accountsPath,
    methods: ['GET', 'POST'],
    async handle(request, context) {
      if (request.method !== 'POST') {
        const visit = await openPage(request, context)
        if (visit.eligible.length === 0) return toDispatcher(visit)
        return pages.form(accountSelectionPage(visit, visit.eligible), visit)
      }
      const { visit, fields } = await openForm(request, context)
      const chosen = visit.eligible.find(({ session }) => session.id === fields['sessionId'])
      // The session of another browser, or one that has ended since the page was shown: the dispatcher shows what there is now.
      if (chosen === undefined) return toDispatcher(visit)
      await context.stores.authorizationRequests.update(visit.pending.id, { sessionId: chosen.session.id, loginName: null })
      const { loginName: _, ...pending } = visit.pending
      return goOn({ ...visit, pending: { ...pending, sessionId: chosen.session.id } }, pages)
    },
  })
}

export function accountSelectionPage(visit: Visit, choices: readonly Candidate[]): AccountSelectionPage {
  return {
    ...formOf(visit),
    kind: 'account_selection',
    action: accountsPath,
    accounts: choices.map(({ session, user }) => ({
      sessionId: session.id,
      loginName: user.loginName,
      displayName: user.displayName,
      signedIn: decide(visit, session.id).kind === 'proceed',
    })),
    otherUserPath: withRequest(otherUserPath, visit.pending.id),
  }
}
