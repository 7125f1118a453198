// What all steps have in common: their stores, and that whatever they throw becomes a page.
import { redirect, StorageUnavailable } from '@symbolon/core-protocol'
import { type LoginContext, type LoginEndpoint, loginStores } from '../authenticator.ts'
import type { Pages } from '../pages.ts'
import { withRequest } from '../paths.ts'
import { loginPath } from '../ui.ts'
import type { Visit } from '../visit.ts'

export interface Step {
  readonly name: string
  readonly path: string
  readonly methods: LoginEndpoint['methods']
  handle(request: Request, context: LoginContext): Promise<Response>
}

export function defineStep(pages: Pages, step: Step): LoginEndpoint {
  return {
    name: step.name,
    path: step.path,
    methods: step.methods,
    stores: loginStores,
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
export function toDispatcher(visit: Visit, setCookie?: string): Response {
  return redirect(withRequest(loginPath, visit.pending.id), setCookie === undefined ? [] : [setCookie])
}
