// Takes the form by which a user skips an offered step.
import type { AnyEndpoint, StoreName } from '@symbolon/core-protocol'
import { requestedSteps, isKnown } from '../visit/next-step.ts'
import { skipPath } from '../visit/paths.ts'
import type { Pages } from '../visit/pages.ts'
import { openForm } from '../visit/posted-form.ts'
import { nextStepOf } from '../visit/visit.ts'
import type { Composed } from './contract.ts'
import { defineFormStep, finishStep, redirectToDispatcher } from './step.ts'

/** The endpoint that skips an offered step. A step that is required, or that is not the next one, stays as it is. */
export function skipStep(pages: Pages, { steps }: Composed, stores: readonly StoreName[]): AnyEndpoint {
  return defineFormStep<StoreName>(pages, {
    name: 'login_skip',
    path: skipPath,
    stores,
    async handle(request, context) {
      const { visit, fields } = await openForm(request, context)
      const next = nextStepOf(visit)
      const step = next.kind === 'offer' ? next.step : next.kind === 'authenticate' ? next.before : undefined
      const subject = 'subject' in next && isKnown(next.subject) ? next.subject : undefined
      if (step === undefined || step !== fields['step'] || subject === undefined) return redirectToDispatcher(visit)
      // A user who leaves a step that a page of this server asked for goes back to that page.
      const skipped = [...(visit.pending.skipped ?? []), step, ...requestedSteps(visit.pending.request)]
      await context.stores.authorizationRequests.update(visit.pending.id, { skipped })
      const isOffer = requestedSteps(visit.pending.request).length === 0
      if (isOffer) await steps.find(({ name }) => name === step)?.skipped?.({ ...subject, purpose: visit.purpose }, context)
      return finishStep({ ...visit, pending: { ...visit.pending, skipped } }, pages)
    },
  })
}
