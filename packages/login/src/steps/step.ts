// What all steps of the login share: how a step becomes an endpoint, and how it ends.
import type { Answer, Endpoint, HttpRequest, RequestContext, StoreName } from '@symbolon/core-protocol'
import { readQuery, redirect, refusedRedirect, StorageUnavailable } from '@symbolon/core-protocol'
import { loginPath } from '../ui/ui.ts'
import { findInstanceBranding } from '../visit/branding.ts'
import type { Pages } from '../visit/pages.ts'
import { withRefusal, withRequest } from '../visit/paths.ts'
import type { FormRefusal } from '../visit/paths.ts'
import { expiredRequest, isRequestId, loginStores, nextStepOf } from '../visit/visit.ts'
import { keepSource, withWayBack } from '../visit/way-back.ts'
import type { LoginEndpoint, LoginStore, Visit } from '../visit/visit.ts'

/** A step before it becomes an endpoint. */
export interface Step<S extends StoreName = never> {
  readonly name: string
  readonly path: string
  readonly methods: LoginEndpoint['methods']
  /** The stores that it uses in addition to those of every step. */
  readonly stores?: readonly S[]
  readonly handle: (request: HttpRequest, context: RequestContext<LoginStore | NoInfer<S>>) => Promise<Answer>
}

/** Makes an endpoint of a step. An error that the step throws becomes an error page. */
export function defineStep<const S extends StoreName = never>(pages: Pages, step: Step<S>): Endpoint<LoginStore | S> {
  return {
    kind: 'endpoint',
    takes: 'form',
    name: step.name,
    path: step.path,
    methods: step.methods,
    stores: [...loginStores, ...(step.stores ?? [])],
    cors: 'none',
    async handle(request, provider, origin) {
      const context = { ...provider, ...origin }
      try {
        return keepSource(await step.handle(request, context), request)
      } catch (error) {
        if (error instanceof StorageUnavailable) context.log.error('storage_unavailable', { reason: error.message })
        return pages.error(await withWayBack(error, request, context), request, await findInstanceBranding(context))
      }
    },
  }
}

/** Makes an endpoint of a step that takes a form by POST. A GET of its path, such as after "back", redirects to the page of the due step. */
export function defineFormStep<const S extends StoreName = never>(pages: Pages, step: Omit<Step<S>, 'methods'>): Endpoint<LoginStore | S> {
  return defineStep(pages, {
    ...step,
    methods: ['GET', 'POST'],
    async handle(request, context) {
      if (request.method === 'POST') return await step.handle(request, context)
      const {
        parameters: { request: id },
        repeated,
      } = readQuery(request)
      if (id === undefined || repeated.length > 0 || !isRequestId(id)) throw expiredRequest()
      return redirect(withRequest(loginPath, id))
    },
  })
}

/**
 * Ends a step that succeeded: redirects to the page of the next step, or returns to the application when no step is due.
 *
 * @param cookies `Set-Cookie` values
 */
export function finishStep(visit: Visit, pages: Pages, cookies: readonly string[] = []): Answer {
  return nextStepOf(visit).kind === 'resume' ? pages.leaving(visit, cookies) : redirectToDispatcher(visit, cookies)
}

/**
 * Refuses a form: redirects to its page, which shows the error.
 *
 * @param path the path of the page, where the dispatcher would show a different page
 */
export function refuseForm(visit: Visit, refusal: FormRefusal, path: string = loginPath): Answer {
  return refusedRedirect(withRefusal(path, visit.pending.id, refusal))
}

/**
 * Redirects to the dispatcher, which decides the next step from stored state. A form whose step is not due any more ends here.
 *
 * @param cookies `Set-Cookie` values
 */
export function redirectToDispatcher(visit: Visit, cookies: readonly string[] = []): Answer {
  return redirect(withRequest(loginPath, visit.pending.id), cookies)
}
