// Remembers that a step is over that a page of this server asked for. Other steps stop being due on their own: the demand is met.
import type { DueStep, RequestContext } from '@symbolon/core-protocol'
import { requestedSteps } from '../visit/next-step.ts'
import type { Visit } from '../visit/visit.ts'

/**
 * Completes a step. The endpoint of a step calls it after it has stored the result, and goes on with the visit that it returns.
 *
 * @returns the visit, in which the step is not shown again
 */
export async function completeStep(visit: Visit, step: DueStep, { stores }: RequestContext<'authorizationRequests'>): Promise<Visit> {
  if (!requestedSteps(visit.pending.request).includes(step)) return visit
  const skipped = [...(visit.pending.skipped ?? []), step]
  await stores.authorizationRequests.update(visit.pending.id, { skipped })
  return { ...visit, pending: { ...visit.pending, skipped } }
}
