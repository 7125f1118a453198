// Takes the form by which a user skips an offered step.
import type { AnyEndpoint, StoreName } from '@symbolon/core-protocol'
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
      if (next.kind !== 'offer' || next.step !== fields['step']) return redirectToDispatcher(visit)
      const skipped = [...(visit.pending.skipped ?? []), next.step]
      await context.stores.authorizationRequests.update(visit.pending.id, { skipped })
      await steps.find(({ name }) => name === next.step)?.skipped?.(next.subject, context)
      return finishStep({ ...visit, pending: { ...visit.pending, skipped } }, pages)
    },
  })
}
