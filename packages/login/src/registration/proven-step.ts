// The pages and forms of a registration once its address is proven: each opens the same flow, and ends where there is none.
import { readQuery } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint } from '@symbolon/core-protocol'
import { defineStep, redirectToDispatcher } from '../steps/step.ts'
import type { FirstPasswordPage, RegistrationNamesPage } from '../ui/mailed-code.ts'
import type { Pages } from '../visit/pages.ts'
import { readFormError } from '../visit/paths.ts'
import { openForm } from '../visit/posted-form.ts'
import { expiredRequest, openPage } from '../visit/visit.ts'
import type { Visit } from '../visit/visit.ts'
import { findRegistration, registrationStores } from './flow.ts'
import type { ProvenRegistration, RegistrationContext } from './flow.ts'
import { withLinksOf } from './links.ts'

/** A page of a registration with a proven address, and its form. */
export interface ProvenStep {
  readonly name: string
  readonly path: string
  /** @returns the page, or the redirect to another one that comes before it */
  readonly page: (
    proven: ProvenRegistration,
    visit: Visit,
    context: RegistrationContext,
  ) => Promise<RegistrationNamesPage | FirstPasswordPage | Answer>
  readonly post: (
    proven: ProvenRegistration,
    fields: Readonly<Record<string, string>>,
    visit: Visit,
    context: RegistrationContext,
  ) => Promise<Answer>
}

/**
 * Makes an endpoint of a step.
 *
 * @param defaultOrganization the id of the organization for addresses of no organization; undefined for none
 */
export function defineProvenStep(
  pages: Pages,
  defaultOrganization: string | undefined,
  { name, path, page, post }: ProvenStep,
): AnyEndpoint {
  return defineStep(pages, {
    name,
    path,
    methods: ['GET', 'POST'],
    stores: registrationStores,
    async handle(request, context) {
      if (request.method === 'POST') {
        const { visit, fields } = await openForm(request, context)
        const proven = await findRegistration(fields['flow'], visit, defaultOrganization, context)
        // The form was posted twice.
        return proven === undefined ? redirectToDispatcher(visit) : await post(proven, fields, visit, context)
      }
      const visit = await openPage(request, context)
      const { parameters } = readQuery(request)
      const proven = await findRegistration(parameters['flow'], visit, defaultOrganization, context)
      if (proven === undefined) throw expiredRequest()
      const shown = await page(proven, visit, context)
      if ('status' in shown) return shown
      const withError = { ...shown, ...readFormError(shown.kind, parameters, visit.now) }
      return pages.form(withError, await withLinksOf(proven.organization, visit, context))
    },
  })
}
