// Restarts a sign-in whose page was left open for too long: a new request with the parameters of the expired one, for the same browser.
import { readQuery, redirect, storeRequest } from '@symbolon/core-protocol'
import type { AnyEndpoint } from '@symbolon/core-protocol'
import { loginPath } from '../ui/ui.ts'
import type { Pages } from '../visit/pages.ts'
import { restartPath } from '../visit/paths.ts'
import { expiredRequest, isRequestId } from '../visit/visit.ts'
import { findExpired } from '../visit/way-back.ts'
import { defineStep } from './step.ts'

/** The endpoint at `/ui/login/restart`. The new request is checked as every other one: its client may be inactive by now. */
export function restartStep(pages: Pages): AnyEndpoint {
  return defineStep(pages, {
    name: 'login_restart',
    path: restartPath,
    methods: ['GET'],
    async handle(request, context) {
      const { request: id = '' } = readQuery(request).parameters
      const expired = isRequestId(id) ? await findExpired(id, request, context) : undefined
      if (expired === undefined) throw expiredRequest(id)
      const next = await storeRequest(expired.request, request, context, context)
      return redirect(`${loginPath}?${next.query}`, next.cookies)
    },
  })
}
