// What all steps have in common: most of their stores, and that whatever they throw becomes a page.
import type { Endpoint, RequestContext, StoreName } from '@symbolon/core-protocol'
import { redirect, StorageUnavailable } from '@symbolon/core-protocol'
import { type LoginEndpoint, type LoginStore, loginStores } from '../authenticator.ts'
import type { Pages } from '../pages.ts'
import { withRequest } from '../paths.ts'
import { loginPath } from '../ui.ts'
import type { Visit } from '../visit.ts'

export interface Step<S extends StoreName = never> {
  readonly name: string
  readonly path: string
  readonly methods: LoginEndpoint['methods']
  /** Beside those of every step. */
  readonly stores?: readonly S[]
  readonly handle: (request: Request, context: RequestContext<LoginStore | NoInfer<S>>) => Promise<Response>
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

/** Where every step ends. */
export function toDispatcher(visit: Visit, cookies: readonly string[] = []): Response {
  return redirect(withRequest(loginPath, visit.pending.id), cookies)
}
