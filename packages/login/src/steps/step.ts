// What all steps have in common: most of their stores, and that whatever they throw becomes a page.
import type { Answer, AnyEndpoint, DueStep, Endpoint, RequestContext, StoreName } from '@symbolon/core-protocol'
import { readQuery, redirect, refusedRedirect, StorageUnavailable } from '@symbolon/core-protocol'
import { loginPath, type FormPage, type Page } from '../ui/ui.ts'
import type { StepSubject } from '../visit/next-step.ts'
import type { Pages } from '../visit/pages.ts'
import { withRefusal, withRequest, type Refusal } from '../visit/paths.ts'
import { expiredRequest, isRequestId, loginStores, nextStepOf, type LoginEndpoint, type LoginStore, type Visit } from '../visit/visit.ts'

export interface Step<S extends StoreName = never> {
  readonly name: string
  readonly path: string
  readonly methods: LoginEndpoint['methods']
  /** Beside those of every step. */
  readonly stores?: readonly S[]
  readonly handle: (request: Request, context: RequestContext<LoginStore | NoInfer<S>>) => Promise<Response | Answer>
}

export function defineStep<const S extends StoreName = never>(pages: Pages, step: Step<S>): Endpoint<LoginStore | S> {
  return {
    name: step.name,
    path: step.path,
    methods: step.methods,
    stores: [...loginStores, ...(step.stores ?? [])],
    cors: 'none',
    async handle(request, context) {
      try {
        return await step.handle(request, context)
      } catch (error) {
        if (error instanceof StorageUnavailable) context.log.error('storage_unavailable', { reason: error.message })
        return pages.refusal(error, request)
      }
    },
  }
}

/** A step that takes a form. Whoever opens its address, by typing it or by going back, is led to the page that is due. */
export function defineFormStep<const S extends StoreName = never>(pages: Pages, step: Omit<Step<S>, 'methods'>): Endpoint<LoginStore | S> {
  return defineStep(pages, {
    ...step,
    methods: ['GET', 'POST'],
    async handle(request, context) {
      if (request.method === 'POST') return await step.handle(request, context)
      const { parameters: { request: id }, repeated } = readQuery(request)
      if (id === undefined || repeated.length > 0 || !isRequestId(id)) throw expiredRequest()
      return redirect(withRequest(loginPath, id))
    },
  })
}

/** Where every step ends: at the page that is due, or on the way back to the application when nothing is. */
export function goOn(visit: Visit, pages: Pages, cookies: readonly string[] = []): Response {
  return nextStepOf(visit).kind === 'resume' ? pages.leaving(visit, cookies) : toDispatcher(visit, cookies)
}

/**
 * Where a form ends that was refused: at its page, by a redirect, so that a reload sends nothing.
 * @param path of the page, where it is not the one that is due
 */
export function refuseForm(visit: Visit, refusal: Refusal, path: string = loginPath): Answer {
  return refusedRedirect(withRefusal(path, visit.pending.id, refusal))
}

/** For a form that has nothing to say any more. */
export function toDispatcher(visit: Visit, cookies: readonly string[] = []): Response {
  return redirect(withRequest(loginPath, visit.pending.id), cookies)
}

// A way in which users prove who they are: which step of the login it performs, the page that asks, the paths that take the answer.

export interface Authenticator {
  readonly step: DueStep
  /** @param otherUserPath absent when nobody else may answer */
  page(form: Omit<FormPage, 'action'>, subject: StepSubject, otherUserPath: string | undefined): Page
  endpoints(pages: Pages): readonly AnyEndpoint[]
}
