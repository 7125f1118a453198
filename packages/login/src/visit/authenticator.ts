// A way in which users prove who they are: which step of the login it performs, the page that asks, the paths that take the answer.
import type { AnyEndpoint, DueStep, Endpoint, RequestContext } from '@symbolon/core-protocol'
import type { StepSubject } from './next-step.ts'
import type { Pages } from './pages.ts'
import type { FormPage, Page } from '../ui/ui.ts'

export const loginStores = [
  'authorizationRequests', 'clients', 'knownBrowsers', 'passwords', 'policies', 'sessions', 'signInAttempts', 'users',
] as const
export type LoginStore = typeof loginStores[number]
export type LoginContext = RequestContext<LoginStore>
export type LoginEndpoint = Endpoint<LoginStore>

export interface Authenticator {
  readonly step: DueStep
  /** @param otherUserPath absent when nobody else may answer */
  page(form: Omit<FormPage, 'action'>, subject: StepSubject, otherUserPath: string | undefined): Page
  endpoints(pages: Pages): readonly AnyEndpoint[]
}
