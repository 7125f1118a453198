// What the steps that set up a factor share: the form that starts the set-up, and the record of an offer that was skipped.
import type { AnyEndpoint, DueStep, RequestContext, StoreName } from '@symbolon/core-protocol'
import type { UserInBrowser } from '../factors/user-in-browser.ts'
import type { KnownSubject } from '../visit/next-step.ts'
import type { Pages } from '../visit/pages.ts'
import { openForm } from '../visit/posted-form.ts'
import type { LoginStore } from '../visit/visit.ts'
import { dueSubject, userInBrowser } from './due-subject.ts'
import { defineFormStep, redirectToDispatcher } from './step.ts'

/** The form with which a set-up begins. */
export interface SetUpForm<S extends StoreName> {
  readonly name: string
  readonly path: string
  readonly stores: readonly S[]
  readonly step: DueStep
  /** Draws what the next page shows. Called only while the step is due. */
  readonly begin: (whom: UserInBrowser, context: RequestContext<LoginStore | NoInfer<S>>) => Promise<void>
}

/** The endpoint of the form. A page that is loaded changes nothing, so a button draws the secret. */
export function beginSetUp<const S extends StoreName>(pages: Pages, { name, path, stores, step, begin }: SetUpForm<S>): AnyEndpoint {
  return defineFormStep(pages, {
    name,
    path,
    stores,
    async handle(request, context) {
      const { visit } = await openForm(request, context)
      const due = dueSubject(visit, step)
      if (due !== undefined) await begin(userInBrowser(due.subject, visit), context)
      return redirectToDispatcher(visit)
    },
  })
}

/** Remembers that the user skipped the offer of a step. */
export function rememberSkip(step: DueStep): (subject: KnownSubject, context: RequestContext<'skippedOffers'>) => Promise<void> {
  return async ({ user }, { stores, now }) => await stores.skippedOffers.record(user.id, step, now())
}
